import type { PlanStep } from '../records/plan.ts';
import type { Template } from '../records/template.ts';
import {
  believedAnnotations,
  effectSaid,
  type ToolAnnotations,
  type ToolDeclarations,
} from '../records/tool-effect.ts';
import type { RecordedRun } from './failed-change.ts';

type ToolEffects = Template['toolEffects'];

/**
 * What the tools of these runs say about themselves. Of one that says nothing now, or is not there to be asked, what it said
 * before: learning without the tools must not make another plan than saving with them.
 */
export function toldEffects(
  runs: readonly RecordedRun[],
  said: (tool: string) => ToolAnnotations | undefined,
  before: ToolEffects = [],
): ToolEffects {
  const earlier = new Map(before.map(({ tool, effect }) => [tool, effect]));
  const called = runs.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'tool' ? [step.tool] : [])),
  );
  return [...new Set(called)].flatMap((tool) => {
    const effect = effectSaid(said(tool) ?? {}) ?? earlier.get(tool);
    return effect === undefined ? [] : [{ tool, effect }];
  });
}

/** What is declared about tools: by the settings, else by themselves. */
export function declaredEffects(
  settings: ToolDeclarations,
  told: ToolEffects,
): (tool: string) => PlanStep['effect'] | undefined {
  const believed = believedAnnotations(settings);
  const said = new Map(told.map(({ tool, effect }) => [tool, { readOnly: effect === 'read' }]));
  return (tool) => effectSaid(believed(tool, said.get(tool)));
}
