import type { Binding } from '../../records/plan.ts';

/** The names of all parameters a binding uses. */
export function parametersOf(binding: Binding): ReadonlySet<string> {
  return new Set(sourcesOf(binding).flatMap((source) => (source.from === 'parameter' ? [source.name] : [])));
}

/** The names of the parameters whose recorded values a binding repeats: not those that it puts together again. */
export function directParametersOf(binding: Binding): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (part: Binding): void => {
    if (part.from === 'parameter') names.add(part.name);
    else if (part.from === 'list') part.items.forEach(walk);
    else if (part.from === 'object') Object.values(part.members).forEach(walk);
    else if (part.from === 'given') walk(part.otherwise);
    else for (const name of parametersOf(part)) names.add(name);
  };
  walk(binding);
  return names;
}

/** The calls whose results a binding uses, by their number in the plan from 0. */
export function stepsOf(binding: Binding): ReadonlySet<number> {
  return new Set(sourcesOf(binding).flatMap((source) => ('step' in source ? [source.step] : [])));
}

/** A binding that is made of no other. */
export type SourceBinding = Extract<
  Binding,
  { from: 'constant' | 'parameter' | 'result' | 'all' | 'item' | 'sum' | 'today' }
>;

/** The sources whose values are handed on as they are, and not only a part of them. */
export function wholeSourcesOf(binding: Binding): readonly SourceBinding[] {
  switch (binding.from) {
    case 'list':
      return binding.items.flatMap(wholeSourcesOf);
    case 'object':
      return Object.values(binding.members).flatMap(wholeSourcesOf);
    case 'text':
      return binding.parts.flatMap(wholeSourcesOf);
    case 'agreeing':
      return binding.of.flatMap(wholeSourcesOf);
    case 'given':
      return wholeSourcesOf(binding.otherwise);
    case 'case':
    case 'number':
      return wholeSourcesOf(binding.of);
    case 'result':
    case 'item':
    case 'all':
      return [binding];
    default:
      return [];
  }
}

/** All sources a binding is made of. */
export function sourcesOf(binding: Binding): readonly SourceBinding[] {
  switch (binding.from) {
    case 'list':
      return binding.items.flatMap(sourcesOf);
    case 'object':
      return Object.values(binding.members).flatMap(sourcesOf);
    case 'text':
      return binding.parts.flatMap(sourcesOf);
    case 'given':
      return [{ from: 'parameter', name: binding.name }, ...sourcesOf(binding.otherwise)];
    case 'agreeing':
      return binding.of.flatMap(sourcesOf);
    case 'member':
    case 'line':
    case 'between':
    case 'piece':
    case 'case':
    case 'number':
    case 'increased':
      return sourcesOf(binding.of);
    case 'edited':
      return [binding.of, ...(binding.line === null ? [] : [binding.line]), binding.to].flatMap(sourcesOf);
    case 'arithmetic':
      return [...sourcesOf(binding.left), ...sourcesOf(binding.right)];
    case 'item':
      return [
        binding,
        ...binding.selectors.flatMap(({ where }) => where.flatMap(({ equals }) => sourcesOf(equals))),
      ];
    default:
      return [binding];
  }
}
