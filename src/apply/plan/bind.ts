import { isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { formatPath } from '../../model/path.ts';
import { isRedacted } from '../../model/placeholder.ts';
import type { Binding } from '../../model/plan.ts';
import { explainsAll, sameValue, type Wanted } from './candidate.ts';
import { explain } from './explain.ts';
import { type CallToBind, open, type Place } from './open.ts';
import { pickedFrom } from './pick.ts';
import { reasonFor, schemaAt } from './reasons.ts';
import { splitAtSecrets } from './secrets.ts';

/**
 * Says where the arguments of a call come from. Each value is explained by a program over what the run knew, or constant for
 * a reason, or open: then it is repeated with the recorded inputs only, and must be given with others.
 */
export function bindArguments(call: CallToBind): Binding {
  const [first, ...others] = call.arguments;
  return bindValue(
    { key: '', value: first, again: others, moments: call.moments, schema: call.schema },
    call,
  );
}

function bindValue(place: Place, context: CallToBind): Binding {
  const { value } = place;
  if (Array.isArray(value)) return bindList({ ...place, value }, context);
  if (isJsonObject(value)) return bindObject({ ...place, value }, context);
  if (typeof value === 'string' && isRedacted(value)) return bindSecret({ ...place, value }, context);
  return explain(place, context) ?? constantOrOpen(place, context);
}

function bindList(place: Place & Wanted<Json[]>, context: CallToBind): Binding {
  const { value, again, key } = place;
  const whole = bindWhole(place, context) ?? everyItem(place, context);
  if (whole !== undefined) return whole;
  if (value.length === 0 && again.every((other) => sameValue(other, value)))
    return { from: 'constant', value, because: 'empty' };
  if (!again.every((other) => Array.isArray(other) && other.length === value.length))
    return open(place, context);
  const items = value.map((item, index) =>
    bindValue(
      { ...place, key, value: item, again: partsOf(again, index), schema: schemaAt(place.schema, index) },
      context,
    ),
  );
  return { from: 'list', items };
}

function bindObject(place: Place & Wanted<JsonObject>, context: CallToBind): Binding {
  const { value, again, key } = place;
  const names = Object.keys(value);
  const whole = key === '' ? undefined : bindWhole(place, context);
  if (whole !== undefined) return whole;
  const isAlike = again.every(
    (other) => isJsonObject(other) && Object.keys(other).sort().join('\n') === names.toSorted().join('\n'),
  );
  // Schemas drop a member of this name, so such an object is kept whole or not at all.
  if (names.includes('__proto__') || !isAlike) return open(place, context);
  if (names.length === 0 && key !== '') return { from: 'constant', value, because: 'empty' };
  const members = names.map((name): [string, Binding] => [
    name,
    bindValue(
      {
        ...place,
        key: name,
        value: value[name] ?? null,
        again: partsOf(again, name),
        schema: schemaAt(place.schema, name),
      },
      context,
    ),
  ]);
  return { from: 'object', members: Object.fromEntries(members) };
}

function partsOf(again: readonly Json[], part: string | number): Json[] {
  return again.map((other) => (other as JsonObject)[part] ?? null);
}

/** A list or an object that was given as one input. */
function bindWhole(place: Place, { moments: [moment] }: CallToBind): Binding | undefined {
  if (isRedacted(JSON.stringify(place.value)) || Object.keys(place.value as object).length === 0)
    return undefined;
  return Object.keys(moment.parameters)
    .map((name): Binding => ({ from: 'parameter', name }))
    .find((binding) => explainsAll(binding, place));
}

/** A list of what every item of an earlier list has, in its order. */
function everyItem(place: Place & Wanted<Json[]>, { moments: [moment] }: CallToBind): Binding | undefined {
  const [item] = place.value;
  if (item === undefined || place.value.length < 2) return undefined;
  return pickedFrom(item, moment)
    .map(({ step, leaf }): Binding => ({ from: 'all', step, path: formatPath(leaf.general) }))
    .find((binding) => explainsAll(binding, place));
}

function bindSecret(place: Place & Wanted<string>, context: CallToBind): Binding {
  const { value, again, key } = place;
  const pieces = splitAtSecrets(value);
  const others = again.map((other) => (typeof other === 'string' ? splitAtSecrets(other) : []));
  const nameOf = (secret: string): string =>
    context.parameters.add({ name: key, source: 'secret', example: secret });
  const isAlike = others.every(
    (other) =>
      other.length === pieces.length && other.every(({ secret }, at) => secret === pieces[at]?.secret),
  );
  // Nobody can tell what belongs around the secret, so it is asked for with all that stood there.
  if (!isAlike) return { from: 'parameter', name: nameOf(value) };
  // The secret takes the name of the argument before the words around it, which may be open, do.
  for (const { text, secret } of pieces) if (secret) nameOf(text);
  const parts = pieces.map(
    ({ text, secret }, at): Binding =>
      secret
        ? { from: 'parameter', name: nameOf(text) }
        : bindValue(
            { ...place, value: text, again: others.map((other) => other[at]?.text ?? null) },
            context,
          ),
  );
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return { from: 'text', parts: parts.flatMap((part) => (part.from === 'text' ? part.parts : [part])) };
}

function constantOrOpen(place: Place, context: CallToBind): Binding {
  const { value, again, schema } = place;
  const isSame = again.every((other) => sameValue(other, value));
  const because = isSame ? reasonFor(value, schema, context.evidence) : undefined;
  return because === undefined ? open(place, context) : { from: 'constant', value, because };
}
