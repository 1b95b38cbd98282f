import type { Phrase } from '../errors.ts';

/** Inputs of a run by name, for a message that asks for them. */
export function inputReferences(parameters: ReadonlyArray<{ readonly name: string }>): Phrase {
  return parameters.flatMap(({ name }, index) => [
    ...(index === 0 ? [] : [' ']),
    { field: `inputs.${name}` },
  ]);
}
