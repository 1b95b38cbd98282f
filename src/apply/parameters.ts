import { sameJson } from '../model/json.ts';
import type { Parameter } from '../model/plan.ts';

/** The parameters found so far. */
export interface ParameterList {
  /** Adds it, or finds the one that already stands for the same value, and returns its name. */
  add(parameter: Parameter): string;
  all(): readonly Parameter[];
}

export function createParameterList(): ParameterList {
  const parameters: Parameter[] = [];

  const freeName = (wanted: string): string => {
    const taken = (name: string): boolean => parameters.some((parameter) => parameter.name === name);
    if (!taken(wanted)) return wanted;
    let number = 2;
    while (taken(`${wanted}_${number}`)) number += 1;
    return `${wanted}_${number}`;
  };

  return {
    add(parameter) {
      const same = parameters.find((other) => stand(other, parameter));
      if (same !== undefined) return same.name;
      const name = freeName(parameter.name === '' ? 'value' : parameter.name);
      parameters.push({ ...parameter, name });
      return name;
    },
    all: () => parameters,
  };
}

/** Two redacted secrets look alike without being the same, so only the one asked for under the same name is. */
function stand(left: Parameter, right: Parameter): boolean {
  if (left.source !== right.source || !sameJson(left.example, right.example)) return false;
  return left.source === 'secret' || left.source === 'input' ? left.name === right.name : true;
}
