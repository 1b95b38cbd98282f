import type { JsonObject } from '../../json/json.ts';
import type { Template } from '../../records/template.ts';
import type { Divergence, NextStep } from '../../records/template-run.ts';
import type { ReplayReport } from '../replay/replay.ts';

/** A report whose stop says why it matters and what to do next. */
export function withExplainedStop<Report extends Pick<ReplayReport, 'status' | 'divergence' | 'done'>>(
  report: Report,
  { slug, plan }: Pick<Template, 'slug' | 'plan'>,
  runId: string,
  inputs: JsonObject,
): Report {
  const { divergence } = report;
  if (divergence === undefined) return report;
  const wrote = report.done.some(({ effect }) => effect === 'write');
  const matters = whyItMatters(divergence, report.status, plan);
  const next = nextSteps(divergence, { id: slug, runId, inputs, wrote });
  return { ...report, divergence: { ...divergence, matters, next } };
}

function whyItMatters(
  { call, tool, place, uncertain, check }: Divergence,
  status: ReplayReport['status'],
  plan: Template['plan'],
): string {
  if (uncertain === true)
    return `Nobody knows whether ${tool} did its work. Making the call again could do it twice.`;
  if (status === 'needs_input') return `Without it, ${tool} would be called with a placeholder.`;
  if (check === true)
    return `Whoever gave ${tool} its check says by it when a call is safe. It was not called.`;
  if (place === undefined) {
    return status === 'failed'
      ? `Without what ${tool} answers, nobody can tell whether the calls after it are right.`
      : `With what is known, ${tool} cannot be called as an agent would have called it.`;
  }
  const later = plan.slice(call).find(({ effect }) => effect === 'write')?.tool;
  const decision = later === undefined ? 'what it did next' : `to call ${later}`;
  return `The recorded agent saw the expected value before it decided ${decision}. Seeing another one, it might have done something else.`;
}

function nextSteps(
  { place, uncertain, check }: Divergence,
  {
    id,
    runId,
    inputs,
    wrote,
  }: {
    readonly id: string;
    readonly runId: string;
    readonly inputs: JsonObject;
    readonly wrote: boolean;
  },
): NextStep[] {
  const look: NextStep = {
    when: uncertain === true ? 'First, look into the world yourself. What was called' : 'What happened',
    operation: 'run.show',
    input: { id: runId },
  };
  const resume = (when: string, input: NextStep['input'] = {}): NextStep => ({
    when,
    operation: 'template.run',
    input: { id, resume: runId, ...input },
  });
  if (uncertain === true)
    return [
      look,
      resume('If it took effect', { uncertain: 'made' }),
      resume('If it did not, and cannot any more', { uncertain: 'not made' }),
    ];
  const free: NextStep[] =
    place === undefined
      ? []
      : [{ when: 'If it does not matter', operation: 'template.edit', input: { id, free: [place] } }];
  const learn: NextStep = {
    when: 'If the work is done otherwise now, record a run of it',
    operation: 'template.learn',
    input: { id, run: 'RUN' },
  };
  const goOn = wrote ? [resume('To go on where it stopped, once the reason is gone')] : [];
  const again: NextStep = {
    when: 'Once it is as it was, run it again with the same inputs',
    operation: 'template.run',
    input: { id, inputs },
  };
  return [look, ...free, ...goOn, ...(check === true && !wrote ? [again] : []), learn];
}
