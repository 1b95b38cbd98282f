import { isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { isRedacted } from '../../model/placeholder.ts';
import type { Binding } from '../../model/plan.ts';
import { resolveBinding } from '../../model/resolve.ts';
import { bindCalculated } from './bind-calculated.ts';
import { bindCount } from './bind-count.ts';
import { bindResult, whereNamed, whereSeen } from './bind-result.ts';
import { bindParts, bindRewritten } from './bind-text.ts';
import { belongsToAnother, isNamedAlike } from './claims.ts';
import { neighbourOf } from './neighbour.ts';
import type { ParameterList } from './parameters.ts';
import { splitAtSecrets } from './secrets.ts';
import { isDistinctive, isIdentifier, letters, tokenPlaces } from './telling.ts';
import { type Again, type Origins, others, sameValue, varies, type Wanted } from './wanted.ts';

/**
 * Says where the arguments of a call come from: the task's inputs, its text, an earlier result, or nowhere
 * (then they are constants). A value that was picked from a collection is never bound to a place in it,
 * because tomorrow that place may hold another item; it becomes a parameter that must be present there.
 */
export function bindValue(
  value: Json,
  key: string,
  origins: Origins,
  parameters: ParameterList,
  again: readonly Again[] = [],
): Binding {
  const wanted: Wanted = { value, key, origins, parameters, again };
  const whole = bindWholeInput(wanted);
  if (whole !== undefined) return whole;
  if (typeof value === 'object' && value !== null) return bindStructure(wanted);
  if (typeof value === 'string' && isRedacted(value)) return bindSecret({ ...wanted, value });
  return (
    bindInput(wanted) ??
    bindTaskText(wanted) ??
    bindNeighbour(wanted) ??
    bindResult(wanted) ??
    everywhere(wanted, bindRewritten) ??
    bindTwofold(wanted) ??
    everywhere(wanted, bindParts) ??
    everywhere(wanted, bindCalculated) ??
    everywhere(wanted, bindCount) ??
    bindUnexplained(wanted) ?? { from: 'constant', value }
  );
}

/** Part by part, when all runs have the same parts. */
function bindStructure(wanted: Wanted): Binding {
  const { value, key, origins, parameters, again } = wanted;
  if (Array.isArray(value)) {
    if (!again.every((other) => Array.isArray(other.value) && other.value.length === value.length))
      return varyingParameter(wanted);
    const items = value.map((item, index) =>
      bindValue(item, key, origins, parameters, partsAt(again, index)),
    );
    return simplified(value, { from: 'list', items });
  }
  // Schemas drop a member of this name, so such an object is kept whole or not at all.
  if (Object.hasOwn(value as object, '__proto__'))
    return varies(wanted) ? varyingParameter(wanted) : { from: 'constant', value };
  const names = Object.keys(value as object);
  if (!again.every((other) => isJsonObject(other.value) && sameNames(Object.keys(other.value), names)))
    return varyingParameter(wanted);
  const members = Object.entries(value as JsonObject).map(([name, member]) => [
    name,
    bindValue(member, name, origins, parameters, partsAt(again, name)),
  ]);
  return simplified(value, { from: 'object', members: Object.fromEntries(members) });
}

function partsAt(again: readonly Again[], part: string | number): Again[] {
  return again.map(({ value, origins }) => ({ value: (value as JsonObject)[part] ?? null, origins }));
}

function sameNames(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name) => right.includes(name));
}

/** An explanation found in the first run is one only when it gives the values of the others too. */
function everywhere(wanted: Wanted, bind: (wanted: Wanted) => Binding | undefined): Binding | undefined {
  const binding = bind(wanted);
  if (binding === undefined || wanted.again.length === 0) return binding;
  const explains = wanted.again.every(({ value, origins }) => {
    const results = origins.earlier.map(({ step }) => step.result);
    const resolved = resolveBinding(binding, origins.inputs, results);
    return 'value' in resolved && sameValue(resolved.value, value);
  });
  return explains ? binding : undefined;
}

/** A structure of constants is a constant. */
function simplified(value: Json, binding: Binding): Binding {
  const parts =
    binding.from === 'list' ? binding.items : binding.from === 'object' ? Object.values(binding.members) : [];
  const fixed = parts.every((part) => part.from === 'constant' && part.sameAs === undefined);
  return fixed ? { from: 'constant', value } : binding;
}

function bindSecret({ value, key, origins, parameters, again }: Wanted<string>): Binding {
  const parts = splitAtSecrets(value).map(
    ({ text, secret }): Binding =>
      secret
        ? { from: 'parameter', name: parameters.add({ name: key, source: 'secret', example: text }) }
        : (bindParts({ value: text, key, origins, parameters, again }) ?? { from: 'constant', value: text }),
  );
  const [only] = parts;
  return parts.length === 1 && only !== undefined
    ? only
    : { from: 'text', parts: parts.flatMap((part) => (part.from === 'text' ? part.parts : [part])) };
}

/** A list or an object that was given as one input. Not the arguments as a whole, and not what lost a secret. */
function bindWholeInput(wanted: Wanted): Binding | undefined {
  const { value, key } = wanted;
  if (typeof value !== 'object' || value === null || key === '') return undefined;
  if (Object.keys(value).length === 0 || isRedacted(JSON.stringify(value))) return undefined;
  return bindInput(wanted);
}

function bindInput(wanted: Wanted): Binding | undefined {
  const { value, key, origins, parameters, again } = wanted;
  if (typeof value === 'boolean' || value === null) return undefined;
  const alike = Object.entries(origins.inputs).filter(
    ([name, given]) =>
      sameValue(given, value) &&
      again.every((other) => sameValue(other.origins.inputs[name] ?? null, other.value)),
  );
  const named = alike.filter(([name]) => isNamedAlike(name, key));
  const candidates = named.length === 0 ? alike : named;
  const input = alike.find(([name]) => letters(name) === letters(key)) ?? candidates[0];
  if (input === undefined) return undefined;
  const isSure = letters(input[0]) === letters(key) || candidates.length === 1;
  if (again.length === 0 && (!isSure || belongsToAnother(wanted, input[0]))) return bindUnclear(wanted);
  // A result that has it under the very name of the argument may have been meant instead.
  const namesake = named.length === 0 ? whereNamed(wanted) : null;
  return {
    from: 'parameter',
    name: parameters.add({
      name: input[0],
      source: 'input',
      example: value,
      presentIn: namesake ?? whereSeen(wanted),
      again: others(wanted),
    }),
  };
}

/**
 * A value that was given, and no telling for what: two inputs had it, or it is another argument's. It is taken as it was
 * while everything else is as it was, and asked for otherwise.
 */
function bindUnclear({ value, key, parameters }: Wanted): Binding {
  const found = { name: key, source: 'unexplained', example: value, unseen: true } as const;
  return { from: 'parameter', name: parameters.add(found) };
}

/** A text that names a value which two inputs had: no telling which of them it is about. */
function bindTwofold(wanted: Wanted): Binding | undefined {
  const { value, origins, again } = wanted;
  if (typeof value !== 'string' || again.length > 0) return undefined;
  const named = Object.values(origins.inputs)
    .filter((given) => typeof given === 'string' || typeof given === 'number')
    .map(String)
    .filter((given) => given.length > 1 && tokenPlaces(value, given).length > 0);
  return new Set(named).size < named.length ? bindUnclear(wanted) : undefined;
}

function bindTaskText(wanted: Wanted): Binding | undefined {
  const { value, key, origins, parameters, again } = wanted;
  const isNamed = (text: string, named: Json): boolean =>
    typeof named === typeof value && isTold(named) && tokenPlaces(text, String(named)).length > 0;
  if (!isNamed(origins.taskText, value)) return undefined;
  if (!again.every((other) => isNamed(other.origins.taskText, other.value))) return undefined;
  const places = tokenPlaces(origins.taskText, String(value)).length;
  const saysLittle = !isDistinctive(value) || (typeof value === 'number' && places > 1);
  if (again.length === 0 && belongsToAnother(wanted, '', saysLittle)) return bindUnclear(wanted);
  const presentIn = whereSeen(wanted);
  const found = { name: key, source: 'task', example: value, presentIn, again: others(wanted) } as const;
  return { from: 'parameter', name: parameters.add(found) };
}

function isTold(value: Json): boolean {
  return (typeof value === 'number' || typeof value === 'string') && String(value).trim().length >= 2;
}

/** What an item has that the call also names: it follows that item. A small number that may be there by accident is not followed. */
function bindNeighbour(wanted: Wanted): Binding | undefined {
  const { value, key, origins, parameters, again } = wanted;
  const neighbour = again.length === 0 && origins.effect === 'write' ? neighbourOf(wanted) : undefined;
  if (neighbour === undefined) return undefined;
  const { step, path, value: inside, item } = neighbour;
  if (neighbour.isTelling) {
    const equals = bindValue(item.value, item.key, origins, parameters);
    const selectors = [{ where: [{ path: item.path, equals }], take: 'only' as const }];
    return { from: 'item', step, path, value: inside, selectors };
  }
  const holds = [{ path: item.path, oneOf: [item.value] }];
  const presentIn = { step, path: `${path}${inside.slice(1)}`, items: path, holds };
  const found = { name: key, source: 'unexplained', example: value, unseen: true, presentIn } as const;
  return { from: 'parameter', name: parameters.add(found) };
}

/**
 * What names one thing, or is an amount to be changed, and came from nowhere that can be seen: perhaps the agent was
 * told, perhaps it was worked out from the rest, perhaps it stood in a part of a result that was cut off. Then it may
 * belong to the other values, and the recorded one is taken only while those are the recorded ones. Other runs tell more: what was the same in all of them is a constant, what was not must be given.
 */
function bindUnexplained(wanted: Wanted): Binding | undefined {
  const { value, origins, again } = wanted;
  if (varies(wanted)) return varyingParameter(wanted);
  const amount = origins.effect === 'write' && typeof value === 'number' && isDistinctive(value);
  if (again.length > 0 || (!isIdentifier(value) && !amount)) return undefined;
  return bindUnclear(wanted);
}

function varyingParameter(wanted: Wanted): Binding {
  const { value, key, parameters } = wanted;
  const found = {
    name: key,
    source: 'unexplained',
    example: value,
    required: true,
    again: others(wanted),
  } as const;
  return { from: 'parameter', name: parameters.add(found) };
}
