import { type Json, type JsonObject, sameJson } from '../../model/json.ts';
import { isRedacted } from '../../model/placeholder.ts';
import type { Parameter } from '../../model/plan.ts';

/** A parameter as it is found: what is left out is as usual. */
export type FoundParameter = Pick<Parameter, 'name' | 'source' | 'example'> &
  Partial<Parameter> & {
    /** The values it had in other runs. */
    readonly again?: readonly Json[];
  };

/** The parameters found so far. */
export interface ParameterList {
  /** Adds it, or finds the one that already stands for the same value, and returns its name. */
  add(parameter: FoundParameter): string;
  all(): readonly Parameter[];
}

/** The names of the inputs are kept for them: who gives `orderId` again must reach that input, and nothing else. */
export function createParameterList(inputs: JsonObject = {}): ParameterList {
  const found: Found[] = [];

  const freeName = ({ name, source }: FoundParameter): string => {
    const taken = (candidate: string): boolean =>
      found.some(({ parameter }) => parameter.name === candidate) ||
      (Object.hasOwn(inputs, candidate) &&
        !(source === 'input' && candidate === name) &&
        !isLostInput(inputs[candidate], source));
    const wanted = usableName(name);
    if (!taken(wanted)) return wanted;
    let number = 2;
    while (taken(`${wanted}_${number}`)) number += 1;
    return `${wanted}_${number}`;
  };

  return {
    add({ again = [], ...parameter }) {
      // An input is one by its name, whatever it is used for.
      const same = found.find(
        (other) =>
          stand(other, parameter) && (parameter.source === 'input' || sameJson([...other.again], [...again])),
      );
      if (same !== undefined) return same.parameter.name;
      const name = freeName(parameter);
      found.push({
        wanted: parameter.name,
        again,
        parameter: {
          required: parameter.source === 'secret',
          presentIn: null,
          unseen: false,
          note: null,
          ...parameter,
          name,
        },
      });
      return name;
    },
    all: () => found.map(({ parameter }) => parameter),
  };
}

/** An input that was a secret is not kept; it is given again as the secret of that name. */
function isLostInput(value: Json | undefined, source: Parameter['source']): boolean {
  return source === 'secret' && typeof value === 'string' && isRedacted(value);
}

/** A parameter, and the name it was asked for under. */
interface Found {
  readonly wanted: string;
  readonly again: readonly Json[];
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

/** Two redacted secrets look alike without being the same, so only the one asked for under the same name is. */
function stand({ wanted, parameter }: Found, other: FoundParameter): boolean {
  if (parameter.source !== other.source || !sameJson(parameter.example, other.example)) return false;
  // One number may be two amounts.
  const isOwn = other.source === 'unexplained' && typeof other.example === 'number';
  return other.source === 'secret' || other.source === 'input' || isOwn ? wanted === other.name : true;
}
