import { isCutShort, type RunTally } from '../../records/execution.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import type { Report } from '../../records/report.ts';
import type { RunCost, Template } from '../../records/template.ts';
import { counted } from '../../text/counted.ts';
import { duration, quantity } from './words.ts';

/** What the run that a template was saved from cost. */
export type FirstRun = Pick<Template, 'id'> & { readonly firstRun: RunCost };

/**
 * What re-executing templates saved: what the run each was saved from cost, once for each re-run as far as it succeeded, minus
 * what all re-runs cost. A re-run that failed saved nothing and cost something, so savings may be below zero.
 */
export function savings(tallies: readonly RunTally[], templates: readonly FirstRun[]): Report['savings'] {
  const firstOf = new Map(templates.map(({ id, firstRun }) => [id, firstRun]));
  const saved = { runs: 0, modelCalls: 0, tokens: 0, timeMs: 0, runsLeftOut: 0 };
  for (const tally of tallies) {
    if (tally.templateId === null || isCutShort(tally)) continue;
    const first = firstOf.get(tally.templateId);
    if (first === undefined) {
      saved.runsLeftOut += tally.runs;
      continue;
    }
    const done = tally.runs * outcomeQualities[tally.outcome];
    saved.runs += tally.runs;
    saved.modelCalls += done * first.modelCalls - tally.modelCalls;
    saved.tokens += done * (first.inputTokens + first.outputTokens) - tally.inputTokens - tally.outputTokens;
    saved.timeMs += done * first.wallTimeMs - tally.durationMs;
  }
  return saved;
}

/** A line of what was saved: what, how much, and by what. */
export type SavedLine = readonly [what: string, saved: string];

/** Model calls, tokens and time, as every form of the report begins with them; a dash where nothing was re-executed. */
export function savedLines({ runs, modelCalls, tokens, timeMs }: Report['savings']): readonly SavedLine[] {
  const told = (value: string): string => (runs === 0 ? '–' : value);
  return [
    ['Model calls saved', told(signed(modelCalls, quantity))],
    ['Tokens saved', told(signed(tokens, quantity))],
    ['Time saved', told(signed(timeMs, duration))],
  ];
}

/** What the savings are drawn from. */
export function savedBy({ runs, runsLeftOut }: Report['savings']): string {
  if (runs + runsLeftOut === 0) return 'No template has been re-executed: save a run that went well.';
  const by = `By ${counted(runs, 're-run')} of templates, against the runs they were saved from`;
  return runsLeftOut === 0
    ? `${by}.`
    : `${by}; ${counted(runsLeftOut, 're-run')} of deleted templates left out.`;
}

function signed(value: number, words: (value: number) => string): string {
  return value < 0 ? `-${words(-value)}` : words(value);
}
