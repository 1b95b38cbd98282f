import { type JsonObject, sameJson } from '../../json/json.ts';
import { type Parameter, type PlanStep, valueInRun } from '../../records/plan.ts';
import { isRedacted } from '../../text/placeholder.ts';

/** A parameter as it is found: what is left out is as usual. */
export type FoundParameter = Pick<Parameter, 'name' | 'source' | 'example'> & Partial<Parameter>;

/** The parameters found so far. */
export interface ParameterList {
  /** Adds it, or finds the one that already stands for the same values, and returns its name. */
  add(parameter: FoundParameter): string;
  all(): readonly Parameter[];
  /** The values of all parameters in each run, kept up to date as parameters are added. */
  readonly values: readonly [JsonObject, ...JsonObject[]];
}

/**
 * Every input is a parameter from the start: who gives `orderId` again must reach that input, and an input that nothing uses
 * may still have decided what was done.
 */
export function createParameterList(inputs: readonly [JsonObject, ...JsonObject[]]): ParameterList {
  const values = inputs.map(() => ({})) as unknown as readonly [JsonObject, ...JsonObject[]];
  const found: NamedParameter[] = [];
  const [first] = inputs;

  const keep = (wanted: string, parameter: FoundParameter, name: string): void => {
    const seen = parameter.seen ?? [parameter.example];
    found.push({
      wanted,
      parameter: {
        required: parameter.source === 'secret',
        presentIn: null,
        repeats: [],
        unseen: false,
        note: null,
        ...parameter,
        seen,
        name,
      },
    });
    for (const [run, value] of values.entries())
      value[name] = valueInRun({ seen, example: parameter.example }, run);
  };
  const isTaken = (name: string): boolean => found.some(({ parameter }) => parameter.name === name);
  const freeName = (name: string): string => {
    const wanted = usableName(name);
    let free = wanted;
    for (let number = 2; isTaken(free); number += 1) free = `${wanted}_${number}`;
    return free;
  };

  // Inputs with usable names come first, so that renaming the others does not take their names.
  const named = Object.entries(first).toSorted(
    ([left], [right]) => Number(isUsable(right)) - Number(isUsable(left)),
  );
  for (const [name, example] of named) {
    const seen = inputs.map((given) => given[name] ?? null);
    // An input that was a secret is not kept; it is given again as the secret of that name.
    const isSecret = typeof example === 'string' && isRedacted(example);
    keep(name, { name, source: isSecret ? 'secret' : 'input', example, seen }, freeName(name));
  }
  return {
    values,
    add(parameter) {
      const seen = parameter.seen ?? [parameter.example];
      const same = found.find(
        (other) => standsFor(other, parameter) && sameJson([...other.parameter.seen], [...seen]),
      );
      if (same !== undefined) return same.parameter.name;
      const name = freeName(parameter.name);
      keep(parameter.name, parameter, name);
      return name;
    },
    all: () => found.map(({ parameter }) => parameter),
  };
}

/** The parameters of a plan as they are asked for: what writes takes no value that nobody gave. */
export function requiredBy(
  plan: ReadonlyArray<Pick<PlanStep, 'effect'>>,
  parameters: readonly Parameter[],
): Parameter[] {
  const mayChange = plan.some(({ effect }) => effect === 'write');
  return parameters.map((parameter) => ({ ...parameter, required: parameter.required || mayChange }));
}

/** A parameter, and the name it was asked for under. */
interface NamedParameter {
  readonly wanted: string;
  readonly parameter: Parameter;
}

/** The key of an argument can be any text; the name of a parameter is one that people can type. */
function usableName(key: string): string {
  const name = key
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 180)
    .toWellFormed()
    .trim();
  return name === '' ? 'value' : name;
}

const isUsable = (name: string): boolean => usableName(name) === name;

/** Two redacted secrets look alike without being the same, and one number may be two amounts: then the name counts too. */
function standsFor({ wanted, parameter }: NamedParameter, other: FoundParameter): boolean {
  if (parameter.source !== other.source) return false;
  const isOwn =
    other.source === 'secret' || (other.source === 'unexplained' && typeof other.example !== 'string');
  return isOwn ? wanted === other.name : true;
}
