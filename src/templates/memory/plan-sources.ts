import { isJsonObject, type Json } from '../../json/json.ts';
import type { Binding, Parameter, PlanStep } from '../../records/plan.ts';
import type { ToolStep } from '../../records/step.ts';
import { sourcesOf } from '../plan/binding-sources.ts';
import type { ArgumentSource } from './argument-source.ts';

/** Where the arguments of a planned call come from, as its bindings say. */
export function planSources(
  planned: PlanStep,
  recorded: ToolStep,
  parameters: readonly Parameter[],
): ArgumentSource[] {
  return namedBindings(planned.arguments, recorded.arguments, '').flatMap(({ argument, value, binding }) =>
    sourcesOf(binding).map((source): ArgumentSource => {
      switch (source.from) {
        case 'constant':
          return { argument, value: source.value, from: 'decided' };
        case 'parameter':
          return { argument, value, ...parameterSource(parameters.find(({ name }) => name === source.name)) };
        case 'item': {
          const path = source.path + source.value.slice(1);
          return { argument, value, from: 'result', call: source.step, path, picked: true };
        }
        case 'today':
          return { argument, value, from: 'decided' };
        default:
          return { argument, value, from: 'result', call: source.step, path: source.path };
      }
    }),
  );
}

function parameterSource(parameter: Parameter | undefined): Omit<ArgumentSource, 'argument' | 'value'> {
  if (parameter?.source === 'secret') return { from: 'secret' };
  if (parameter?.source !== 'picked' && parameter?.source !== 'unexplained') return { from: 'task' };
  if (parameter.source === 'unexplained' || parameter.presentIn === null) return { from: 'decided' };
  const { step, path } = parameter.presentIn;
  return { from: 'result', call: step, path, picked: true };
}

interface NamedBinding {
  readonly argument: string;
  readonly value: Json;
  readonly binding: Binding;
}

/** The bindings of single arguments; items of a list have the name of the list. */
function namedBindings(binding: Binding, value: Json, argument: string): NamedBinding[] {
  if (binding.from === 'object' && isJsonObject(value)) {
    return Object.entries(binding.members).flatMap(([name, member]) =>
      namedBindings(member, value[name] ?? null, argument === '' ? name : `${argument}.${name}`),
    );
  }
  if (binding.from === 'list' && Array.isArray(value)) {
    return binding.items.flatMap((item, index) => namedBindings(item, value[index] ?? null, argument));
  }
  // Arguments that are constants altogether have one binding, and still a name each.
  if (binding.from === 'constant' && isJsonObject(value)) {
    return Object.entries(value).map(([name, member]) => ({
      argument: argument === '' ? name : `${argument}.${name}`,
      value: member,
      binding: { from: 'constant', value: member },
    }));
  }
  return [{ argument, value, binding }];
}
