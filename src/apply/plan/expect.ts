import { parametersOf, sourcesOf } from '../../model/binding-sources.ts';
import { anyItem, type PathPart, parsePath } from '../../model/path.ts';
import type { Binding, Parameter, PlanStep, Shape } from '../../model/plan.ts';

/**
 * The part of a shape that matters: the members of the result itself, and inside them what later calls use. A field that
 * nobody looks at may come and go.
 */
export function shapeThatMatters(shape: Shape, used: ReadonlyArray<readonly PathPart[]>): Shape {
  if (shape.type !== 'object') return narrowed(shape, used);
  return {
    type: 'object',
    members: Object.fromEntries(
      Object.entries(shape.members).map(([name, member]) => [name, narrowed(member, inside(used, name))]),
    ),
  };
}

function narrowed(shape: Shape, used: ReadonlyArray<readonly PathPart[]>): Shape {
  if ('items' in shape) {
    const deeper = used.flatMap(([part, ...rest]) =>
      part === anyItem || typeof part === 'number' || (shape.type === 'map' && typeof part === 'string')
        ? [rest]
        : [],
    );
    return { type: shape.type, items: deeper.length === 0 ? { type: 'any' } : narrowed(shape.items, deeper) };
  }
  if (shape.type !== 'object') return shape;
  const members = Object.entries(shape.members)
    .map(([name, member]) => [name, member, inside(used, name)] as const)
    .filter(([, , deeper]) => deeper.length > 0)
    .map(([name, member, deeper]) => [name, narrowed(member, deeper)]);
  return { type: 'object', members: Object.fromEntries(members) };
}

function inside(used: ReadonlyArray<readonly PathPart[]>, name: string): PathPart[][] {
  return used.flatMap(([part, ...rest]) => (part === name ? [rest] : []));
}

/** The places of one result that calls use, and that must hold. */
export function usedPlaces(
  step: number,
  { holds }: Pick<PlanStep, 'holds'>,
  bindings: readonly Binding[],
  parameters: readonly Parameter[],
): PathPart[][] {
  const sources = bindings.flatMap(sourcesOf).flatMap((source) => {
    if (source.from === 'parameter') return [];
    if (source.from === 'constant') return source.sameAs === undefined ? [] : [source.sameAs];
    return source.from === 'item'
      ? source.selectors.flatMap(({ where, by }) =>
          [source.value, ...where.map(({ path }) => path), ...(by === undefined ? [] : [by])].map((path) => ({
            step: source.step,
            path: `${source.path}${path.slice(1)}`,
          })),
        )
      : [source];
  });
  const names = new Set(bindings.flatMap((binding) => [...parametersOf(binding)]));
  const picked = parameters.flatMap(({ name, presentIn }) =>
    presentIn === null || !names.has(name)
      ? []
      : [
          presentIn,
          ...presentIn.holds.map(({ path }) => ({
            step: presentIn.step,
            path: `${presentIn.items ?? presentIn.path}${path.slice(1)}`,
          })),
        ],
  );
  return [...sources, ...picked, ...holds.map(({ path }) => ({ step, path }))]
    .filter((place) => place.step === step)
    .map(({ path }) => parsePath(path) ?? []);
}
