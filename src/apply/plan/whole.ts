import { parametersOf } from '../../model/binding-sources.ts';
import { valuesAt } from '../../model/path.ts';
import type { Binding, Parameter } from '../../model/plan.ts';
import type { RecordedCall } from './recorded-call.ts';

/**
 * Says of picked values that they were all there was: "return everything" looks like picking each item. When there is more
 * tomorrow, changing only those would leave the rest undone, and nobody would hear of it.
 */
export function markWhole(
  parameters: readonly Parameter[],
  bindings: readonly Binding[],
  calls: readonly RecordedCall[],
): readonly Parameter[] {
  const changed = new Set(
    bindings.flatMap((binding, index) =>
      calls[index]?.effect === 'write' ? [...parametersOf(binding)] : [],
    ),
  );
  const listed = new Set(bindings.flatMap(listedIn));
  const picked = parameters.filter(({ name, source }) => source === 'picked' && changed.has(name));
  return parameters.map((parameter) => {
    const { presentIn } = parameter;
    if (presentIn === null || !picked.includes(parameter)) return parameter;
    const there = valuesAt(calls[presentIn.step]?.value ?? null, presentIn.path);
    const allOf = new Set(there).size;
    const taken = picked.filter(
      (other) => other.presentIn?.step === presentIn.step && other.presentIn.path === presentIn.path,
    );
    // The only one there was may have been meant as the one it is, unless a list was asked for.
    if (taken.length < allOf || (allOf < 2 && !listed.has(parameter.name))) return parameter;
    return { ...parameter, presentIn: { ...presentIn, allOf } };
  });
}

/** The parameters that stand in a list. */
function listedIn(binding: Binding): string[] {
  if (binding.from === 'list') return binding.items.flatMap((item) => [...parametersOf(item)]);
  return binding.from === 'object' ? Object.values(binding.members).flatMap(listedIn) : [];
}
