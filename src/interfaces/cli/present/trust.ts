import { doorWords } from '../../../records/door.ts';
import { type Provenance, wasSeen } from '../../../records/step.ts';
import type { Template } from '../../../records/template.ts';
import { oneLine } from '../layout.ts';
import type { Paint } from '../terminal.ts';

const words: Readonly<Record<Provenance, string>> = {
  made: 'made by Engram',
  wrapped: 'seen by Engram',
  transcript: 'from a transcript',
  reported: 'reported',
};

/** How a call is known, behind its name. */
export function provenanceMark(provenance: Provenance, paint: Paint): string {
  return wasSeen(provenance) ? paint.dim(` · ${words[provenance]}`) : ` · ${paint.bad(words[provenance])}`;
}

/** Who saved or approved a template, how that came, and when. */
export function arrivalText({ by, door, at }: NonNullable<Template['savedBy']>): string {
  const who = by === null ? 'the owner' : `the agent ${oneLine(by, 100)}`;
  return `${doorWords[door]}, by ${who}, ${new Date(at).toISOString().slice(0, 10)}`;
}

/** What a person should know before approving: what is written, what Engram never saw, and how the template came. */
export function trustLines({ slug, plan, savedBy }: Template, paint: Paint): string[] {
  const calls = (heading: string, isMeant: (step: Template['plan'][number]) => boolean): string[] => {
    const named = plan.flatMap((step, index) =>
      isMeant(step) ? [`${index + 1}. ${oneLine(step.tool, 60)}`] : [],
    );
    return named.length === 0 ? [] : [`${heading}: ${named.join(', ')}`];
  };
  const unseen = (['reported', 'transcript'] as const).flatMap((provenance) =>
    calls(`Not seen by Engram, ${words[provenance]}`, (step) => step.provenance === provenance),
  );
  return [
    ...calls(`${paint.bold(slug)} writes`, ({ effect }) => effect === 'write'),
    ...unseen.map((line) => paint.bad(line)),
    ...(savedBy === null ? [] : [`Saved ${arrivalText(savedBy)}`]),
  ];
}
