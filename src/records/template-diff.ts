import * as z from 'zod';
import { type Json, sameJson } from '../json/json.ts';
import { lazyObject } from './lazy-schema.ts';
import { count } from './number.ts';
import type { Template } from './template.ts';

/** What changed in a template from one version to another. */
export type TemplateDiff = z.infer<typeof templateDiffSchema>;
export const templateDiffSchema = lazyObject(() => ({
  templateId: z.string(),
  slug: z.string(),
  from: count,
  to: count,
  /** Where, such as `plan[1].arguments.id` or `parameters.sku`, and what was and is there. */
  changes: z
    .array(z.object({ at: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .readonly(),
}));

/** How two versions differ in what they do: their calls, their parameters, what they expect, their task and model. */
export function templateDiff(before: Template, after: Template): TemplateDiff {
  const earlier = factsOf(before);
  const later = factsOf(after);
  const places = [...new Set([...earlier.keys(), ...later.keys()])];
  return {
    templateId: after.id,
    slug: after.slug,
    from: before.version,
    to: after.version,
    changes: places
      // The order of members is no difference.
      .filter((at) => !sameJson(earlier.get(at) ?? null, later.get(at) ?? null))
      .map((at) => ({ at, before: factText(earlier.get(at)), after: factText(later.get(at)) })),
  };
}

/** What a template says, each thing under its place. */
function factsOf({ task, plan, parameters, reexecuteModel, slug }: Template): ReadonlyMap<string, Json> {
  const facts: Array<readonly [string, unknown]> = [
    ['name', slug],
    ['task', task.description],
    ['reexecuteModel', reexecuteModel],
    ...parameters.map((parameter) => [`parameters.${parameter.name}`, parameter] as const),
    ...plan.flatMap(
      ({ tool, arguments: bound, observed, free, holds, effect, subTask, agent, loop }, index) => {
        const place = `plan[${index}]`;
        const members = bound.from === 'object' ? Object.entries(bound.members) : [['', bound] as const];
        return [
          [`${place}.tool`, tool] as const,
          ...members.map(
            ([name, member]) => [`${place}.arguments${name === '' ? '' : `.${name}`}`, member] as const,
          ),
          [
            `${place}.observed`,
            observed.map(({ arguments: given, result, error, captured }) => ({
              given,
              result,
              error,
              captured,
            })),
          ] as const,
          [`${place}.free`, free] as const,
          [`${place}.holds`, holds] as const,
          [`${place}.effect`, effect] as const,
          [`${place}.subTask`, subTask] as const,
          ...(agent === undefined ? [] : [[`${place}.agent`, agent] as const]),
          ...(loop === undefined ? [] : [[`${place}.loop`, loop] as const]),
        ];
      },
    ),
  ];
  return new Map(facts.map(([at, value]) => [at, JSON.parse(JSON.stringify(value)) as Json]));
}

function factText(fact: Json | undefined): string | null {
  if (fact === undefined) return null;
  return typeof fact === 'string' ? fact : JSON.stringify(fact);
}
