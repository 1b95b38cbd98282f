import type { Binding, Selector } from '../../records/plan.ts';

/** Replaces each part of a binding by what `replace` returns; undefined keeps the part and goes into it. */
export function mapBinding(binding: Binding, replace: (part: Binding) => Binding | undefined): Binding {
  const replaced = replace(binding);
  if (replaced !== undefined) return replaced;
  // Whatever a binding is made of, it is made of bindings: they are found by their form, so that a new kind needs no line here.
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    if (isBinding(value)) return mapBinding(value, replace);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member)]));
  };
  if (binding.from === 'constant') return binding;
  return Object.fromEntries(Object.entries(binding).map(([name, member]) => [name, walk(member)])) as Binding;
}

function isBinding(value: object): value is Binding {
  return 'from' in value && typeof value.from === 'string';
}

/** The same with other numbers of calls. */
export function shiftSteps(binding: Binding, shifted: (step: number) => number): Binding {
  return mapBinding(binding, (part) => {
    if (!('step' in part)) return undefined;
    const inner = part.from === 'item' ? { selectors: shiftSelectors(part.selectors, shifted) } : {};
    return { ...part, ...inner, step: shifted(part.step) } as Binding;
  });
}

function shiftSelectors(selectors: readonly Selector[], shifted: (step: number) => number): Selector[] {
  return selectors.map((selector) => ({
    ...selector,
    where: selector.where.map(({ path, equals }) => ({ path, equals: shiftSteps(equals, shifted) })),
  }));
}
