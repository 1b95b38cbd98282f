import type { Json } from '../../json/json.ts';
import { formatPath, type PathPart, valuesAt } from '../../json/path.ts';
import type { ExplainedArgument } from '../../records/explained-plan.ts';
import type { Binding, Parameter, PlanStep } from '../../records/plan.ts';
import { describeBinding, isConstant } from './describe-binding.ts';
import type { ConstantReason } from './reasons.ts';

const reasons: Readonly<Record<ConstantReason, string>> = {
  task: 'the task says it',
  choice: 'the tool offers it as a choice',
  configured: 'the tools were configured with it',
  empty: 'it is empty',
  structure: 'it is a word of the query language',
  runs: 'runs with different inputs had it',
  person: 'a person confirmed it',
};

/**
 * Where each argument of a planned call comes from: explained (by what), constant (why), or open. Objects and lists are
 * taken apart, but for those that are constant as a whole.
 *
 * @example
 * explainArguments(step, 1, parameters); // [{ place: '2:$.id', state: 'explained', because: 'parameter id', … }]
 */
export function explainArguments(
  step: Pick<PlanStep, 'arguments' | 'observed'>,
  index: number,
  parameters: readonly Parameter[],
): ExplainedArgument[] {
  const open = new Map(
    parameters.filter(({ unseen }) => unseen).map((parameter) => [parameter.name, parameter]),
  );
  const recorded = step.observed[0]?.arguments ?? {};

  function explain(binding: Binding, path: readonly PathPart[]): ExplainedArgument[] {
    if (binding.from === 'object' && (path.length === 0 || !isConstant(binding)))
      return Object.entries(binding.members).flatMap(([name, member]) => explain(member, [...path, name]));
    if (binding.from === 'list' && !isConstant(binding))
      return binding.items.flatMap((item, at) => explain(item, [...path, at]));
    const base = { place: `${index + 1}:${formatPath(path)}`, example: exampleAt(binding, path) };
    const parameter = openParameterIn(binding, open);
    if (parameter !== undefined) {
      const because = 'nothing explains it: with other inputs it must be given';
      return [{ ...base, state: 'open', because, parameter: parameter.name }];
    }
    if (isConstant(binding)) return [{ ...base, state: 'constant', because: whyConstant(binding) }];
    return [{ ...base, state: 'explained', because: describeBinding(binding, parameters) }];
  }

  function exampleAt(binding: Binding, path: readonly PathPart[]): Json {
    const [value] = valuesAt(recorded, formatPath(path));
    if (value !== undefined) return value;
    if (binding.from === 'constant') return binding.value;
    return openParameterIn(binding, open)?.example ?? null;
  }

  return explain(step.arguments, []);
}

/** The open parameter that a binding repeats. */
function openParameterIn(binding: Binding, open: ReadonlyMap<string, Parameter>): Parameter | undefined {
  if (binding.from === 'parameter' || binding.from === 'given') return open.get(binding.name);
  if (!('of' in binding) && binding.from !== 'text') return undefined;
  const inner = binding.from === 'text' ? binding.parts : [binding.of].flat();
  return inner.map((part) => openParameterIn(part, open)).find((found) => found !== undefined);
}

function whyConstant(binding: Binding): string {
  const found = new Set<string>();
  const walk = (part: Binding): void => {
    if (part.from === 'constant')
      found.add(part.because === undefined ? 'as recorded' : reasons[part.because]);
    else if (part.from === 'list') part.items.forEach(walk);
    else if (part.from === 'object') Object.values(part.members).forEach(walk);
  };
  walk(binding);
  return found.size === 0 ? 'it is empty' : [...found].join('; ');
}
