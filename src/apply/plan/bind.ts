import { type Json, type JsonObject, sameJson } from '../model/json.ts';
import { anyItem, formatPath, leavesOf, type PathPart, structured } from '../model/path.ts';
import { isRedacted } from '../model/placeholder.ts';
import type { Binding } from '../model/plan.ts';
import type { ToolStep } from '../model/step.ts';
import type { ParameterList } from './parameters.ts';
import { splitAtSecrets } from './secrets.ts';

/** What a value may have come from. */
export interface Origins {
  readonly inputs: JsonObject;
  readonly taskText: string;
  /** The calls before this one, in the order of the plan. */
  readonly earlier: readonly ToolStep[];
}

/**
 * Says where the arguments of a call come from: the task's inputs, its text, an earlier result, or nowhere
 * (then they are constants). A value that was picked from a collection is never bound to a place in it,
 * because tomorrow that place may hold another item; it becomes a parameter that must be present there.
 */
export function bindValue(value: Json, key: string, origins: Origins, parameters: ParameterList): Binding {
  const whole = bindWholeInput(value, key, origins, parameters);
  if (whole !== undefined) return whole;
  if (Array.isArray(value)) {
    return simplified(value, {
      from: 'list',
      items: value.map((item) => bindValue(item, key, origins, parameters)),
    });
  }
  if (typeof value === 'object' && value !== null) {
    // Schemas drop a member of this name, so such an object is kept whole or not at all.
    if (Object.hasOwn(value, '__proto__')) return { from: 'constant', value };
    const members = Object.entries(value).map(([name, member]) => [
      name,
      bindValue(member, name, origins, parameters),
    ]);
    return simplified(value, { from: 'object', members: Object.fromEntries(members) });
  }
  if (typeof value === 'string' && isRedacted(value)) return bindSecret(value, key, origins, parameters);
  return (
    bindInput(value, key, origins, parameters) ??
    bindTaskText(value, key, origins, parameters) ??
    bindResult(value, key, origins, parameters) ??
    bindParts(value, origins, parameters) ?? { from: 'constant', value }
  );
}

/** A structure of constants is a constant. */
function simplified(value: Json, binding: Binding): Binding {
  const parts =
    binding.from === 'list' ? binding.items : binding.from === 'object' ? Object.values(binding.members) : [];
  const fixed = parts.every((part) => part.from === 'constant' && part.sameAs === undefined);
  return fixed ? { from: 'constant', value } : binding;
}

function bindSecret(text: string, key: string, origins: Origins, parameters: ParameterList): Binding {
  const parts = splitAtSecrets(text).map(
    (part): Binding =>
      part.secret
        ? {
            from: 'parameter',
            name: parameters.add({ name: key, source: 'secret', example: part.text, presentIn: null }),
          }
        : (bindParts(part.text, origins, parameters) ?? { from: 'constant', value: part.text }),
  );
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : joined(parts);
}

/** One text of many parts: texts inside it are taken apart. */
function joined(parts: readonly Binding[]): Binding {
  return { from: 'text', parts: parts.flatMap((part) => (part.from === 'text' ? part.parts : [part])) };
}

/** A list or an object that was given as one input. Not the arguments as a whole, and not what lost a secret. */
function bindWholeInput(
  value: Json,
  key: string,
  origins: Origins,
  parameters: ParameterList,
): Binding | undefined {
  if (typeof value !== 'object' || value === null || key === '') return undefined;
  if (Object.keys(value).length === 0 || isRedacted(JSON.stringify(value))) return undefined;
  return bindInput(value, key, origins, parameters);
}

function bindInput(
  value: Json,
  key: string,
  origins: Origins,
  parameters: ParameterList,
): Binding | undefined {
  if (typeof value === 'boolean' || value === null) return undefined;
  const alike = Object.entries(origins.inputs).filter(([, given]) => sameValue(given, value));
  const input = alike.find(([name]) => letters(name) === letters(key)) ?? alike[0];
  if (input === undefined) return undefined;
  return {
    from: 'parameter',
    name: parameters.add({ name: input[0], source: 'input', example: value, presentIn: null }),
  };
}

/** `42` given as a number and used as text is still the same value to a person, but not to a tool: types must agree. */
function sameValue(left: Json, right: Json): boolean {
  if (typeof left !== typeof right) return false;
  return typeof left === 'object' ? sameJson(left, right) : left === right;
}

function bindTaskText(
  value: Json,
  key: string,
  origins: Origins,
  parameters: ParameterList,
): Binding | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (text.trim().length < 2 || !containsToken(origins.taskText, text)) return undefined;
  return {
    from: 'parameter',
    name: parameters.add({ name: key, source: 'task', example: value, presentIn: null }),
  };
}

/** As a whole: `42` is in "order 42", not in "order 1423". */
function containsToken(text: string, token: string): boolean {
  return tokenPlaces(text, token).length > 0;
}

function tokenPlaces(text: string, token: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + token.length)) {
    const before = text[at - 1];
    const after = text[at + token.length];
    if (!joins(before, token[0]) && !joins(token.at(-1), after)) places.push(at);
  }
  return places;
}

/** Two letters or digits side by side belong to one token. */
function joins(left: string | undefined, right: string | undefined): boolean {
  const word = /[\p{L}\p{N}]/u;
  return left !== undefined && right !== undefined && word.test(left) && word.test(right);
}

interface Origin {
  readonly step: number;
  readonly path: PathPart[];
  /** The place is named like the argument. */
  readonly named: boolean;
}

function bindResult(
  value: Json,
  key: string,
  origins: Origins,
  parameters: ParameterList,
): Binding | undefined {
  const found = originsOf(value, key, origins.earlier);
  const telling = found.filter((origin) => origin.named || isDistinctive(value));
  const fixed = telling.find(isFixed);
  if (fixed !== undefined) return { from: 'result', ...placeOf(fixed) };
  const [picked] = telling;
  if (picked !== undefined) {
    const collection = picked.path.map((part) => (typeof part === 'number' ? anyItem : part));
    const presentIn = { step: picked.step, path: formatPath(collection) };
    return {
      from: 'parameter',
      name: parameters.add({ name: key, source: 'picked', example: value, presentIn }),
    };
  }
  // Small numbers are in every result; holding a replay up for them would stop nearly all.
  const accident = found.find(isFixed);
  if (accident === undefined || typeof value !== 'string' || value === '') return undefined;
  return { from: 'constant', value, sameAs: placeOf(accident) };
}

const isFixed = ({ path }: Origin): boolean => !path.some((part) => typeof part === 'number');
const placeOf = ({ step, path }: Origin) => ({ step, path: formatPath(path) });

/** Places in earlier results that hold the value: first those of the same name, then the latest. */
function originsOf(value: Json, key: string, earlier: readonly ToolStep[]): Origin[] {
  return earlier
    .flatMap((step, index) =>
      resultLeaves(step)
        .filter((leaf) => sameValue(leaf.value, value))
        .map((leaf) => ({ step: index, path: leaf.path, named: sameName(leaf.path, key) })),
    )
    .sort((left, right) => Number(right.named) - Number(left.named) || right.step - left.step);
}

/** Every argument is looked for in every earlier result, and results can be large: each is taken apart once. */
const knownLeaves = new WeakMap<ToolStep, ReturnType<typeof leavesOf>>();

function resultLeaves(step: ToolStep): ReturnType<typeof leavesOf> {
  const known = knownLeaves.get(step);
  if (known !== undefined) return known;
  // A cut result was kept as a preview: nothing in it will be there again.
  const leaves = step.truncated.includes('result') ? [] : leavesOf(structured(step.result));
  knownLeaves.set(step, leaves);
  return leaves;
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** `order_id` is named like `$.order.id` and `$.orderId`. */
function sameName(path: readonly PathPart[], key: string): boolean {
  const names = path.filter((part) => typeof part === 'string');
  const wanted = letters(key);
  return (
    wanted !== '' && (letters(names.at(-1) ?? '') === wanted || letters(names.slice(-2).join('')) === wanted)
  );
}

/** Words that stand in many results without having come from one. */
const commonWords = new Set(
  'ok yes no on off true false none null all any new old open closed active inactive pending done failed success error default asc desc get put post'.split(
    ' ',
  ),
);

/** A value that two results share by accident says nothing about where it came from. */
function isDistinctive(value: Json): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Math.abs(value) >= 100;
  return (
    typeof value === 'string' && value.trim().length >= 3 && !commonWords.has(value.trim().toLowerCase())
  );
}

/** A text around an input: `/orders/42/refund` follows order 42 to the next order. */
function bindParts(value: Json, origins: Origins, parameters: ParameterList): Binding | undefined {
  if (typeof value !== 'string') return undefined;
  for (const [name, given] of Object.entries(origins.inputs)) {
    if (typeof given !== 'string' && typeof given !== 'number') continue;
    const token = String(given);
    const [at] = token.length < 2 ? [] : tokenPlaces(value, token);
    if (at === undefined) continue;
    const before = value.slice(0, at);
    const after = value.slice(at + token.length);
    const parts: Binding[] = [
      ...(before === ''
        ? []
        : [bindParts(before, origins, parameters) ?? { from: 'constant' as const, value: before }]),
      { from: 'parameter', name: parameters.add({ name, source: 'input', example: given, presentIn: null }) },
      ...(after === ''
        ? []
        : [bindParts(after, origins, parameters) ?? { from: 'constant' as const, value: after }]),
    ];
    return joined(parts);
  }
  return undefined;
}
