import { describeArrival } from '../../../records/door.ts';
import { type Provenance, type Step, wasSeen } from '../../../records/step.ts';
import type { Template } from '../../../records/template.ts';
import { type FieldLine, oneLine } from '../layout.ts';
import type { Paint } from '../terminal.ts';

const provenanceWords: Readonly<Record<Provenance, string>> = {
  made: 'made by Engram',
  wrapped: 'seen by Engram',
  transcript: 'from a transcript',
  reported: 'reported by an agent',
};

/** How a tool call is known, behind its line; nothing for what is no call. */
export function provenanceMark(step: Step, paint: Paint): string {
  return step.kind === 'tool' ? paint.dim(` · ${provenanceWords[step.provenance]}`) : '';
}

/** How a planned call is known, where Engram did not see it. */
export function unseenMark(provenance: Provenance, paint: Paint): string {
  return wasSeen(provenance) ? '' : ` · ${paint.bad(provenanceWords[provenance])}`;
}

/** Who saved and approved a template, and how that came. */
export function arrivalFields({ savedBy, approval }: Template): FieldLine[] {
  return [
    ['saved', savedBy !== null && oneLine(describeArrival(savedBy), 200)],
    [
      'approved',
      approval !== null &&
        `${new Date(approval.at).toISOString().slice(0, 10)} ${oneLine(describeArrival(approval), 200)}`,
    ],
  ];
}

/** What a person should know before approving: what is written, what Engram never saw, and how the template came. */
export function trustLines({ slug, plan, savedBy }: Template, paint: Paint): string[] {
  const calls = (isMeant: (step: Template['plan'][number]) => boolean): string =>
    plan
      .flatMap((step, index) => (isMeant(step) ? [`${index + 1}. ${oneLine(step.tool, 60)}`] : []))
      .join(', ');
  const of = (provenance: Provenance): string => calls((step) => step.provenance === provenance);
  const writes = calls(({ effect }) => effect === 'write');
  const [reported, transcript] = [of('reported'), of('transcript')];
  return [
    writes === '' ? `${paint.bold(slug)} only reads.` : `${paint.bold(slug)} writes: ${writes}`,
    ...(reported === ''
      ? []
      : [paint.bad(`Reported by an agent; Engram did not see that they happened: ${reported}`)]),
    ...(transcript === ''
      ? []
      : [paint.bad(`Read from a transcript; Engram did not see that they happened: ${transcript}`)]),
    ...(savedBy === null ? [] : [`Saved ${oneLine(describeArrival(savedBy), 200)}`]),
  ];
}
