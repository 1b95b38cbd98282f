import type { Json } from '../../json/json.ts';
import type { Parameter } from '../../records/plan.ts';
import type { Template } from '../../records/template.ts';
import { directParametersOf } from '../../templates/plan/binding-sources.ts';
import type { FillOpen } from '../fill.ts';
import { concealUnbound } from './conceal.ts';
import type { CallEnd, PlannedCall, Scene } from './make-call.ts';
import type { Scenery } from './observations.ts';

/**
 * What answers are compared with: values that are filled later are not known when the looks before are made, so nothing can
 * be compared with them.
 */
export function knownBefore(
  template: Template,
  missing: readonly Parameter[],
  scenery: Scenery,
): [Template, Scenery] {
  const later = new Set(missing.map(({ name }) => name));
  if (later.size === 0) return [template, scenery];
  const values = Object.fromEntries(Object.entries(scenery.values).filter(([name]) => !later.has(name)));
  const parameters = template.parameters.filter(({ name }) => !later.has(name));
  return [
    { ...template, parameters },
    { ...scenery, values },
  ];
}

/** Fills the open values of a call that were not given; returns a stop when one cannot be filled. */
export async function fillBefore(
  scene: Scene,
  { step, index }: PlannedCall,
  fill: FillOpen | undefined,
): Promise<CallEnd | undefined> {
  if (fill === undefined) return undefined;
  const names = directParametersOf(step.arguments);
  const missing = scene.template.parameters.filter(
    ({ name, unseen, source, example }) =>
      unseen &&
      source !== 'secret' &&
      example !== null &&
      names.has(name) &&
      !scene.given.has(name) &&
      (scene.values[name] ?? null) === null,
  );
  if (missing.length === 0) return undefined;
  // What is secret is not for a model.
  const values = scene.conceal(scene.values) as Scene['values'];
  const results = scene.results.map((result) => scene.conceal(result));
  const answer = await fill({ step, index, values, results }, missing);
  if ('unfilled' in answer) {
    const why = concealUnbound(answer.unfilled, scene.conceal);
    return { stop: { status: 'diverged', why, isLeft: true, isUncertain: false } };
  }
  for (const [name, value] of Object.entries(answer.values)) {
    (scene.values as Record<string, Json>)[name] = value;
    (scene.given as Set<string>).add(name);
  }
  return undefined;
}
