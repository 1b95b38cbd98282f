import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { formatPath } from '../../json/path.ts';
import type { Binding } from '../../records/plan.ts';
import { isRedacted } from '../../text/placeholder.ts';
import { isDataWord } from '../observation/mask.ts';
import { isAnsweredInAll, repeatedAnswers } from './answered.ts';
import { parametersOf } from './binding-sources.ts';
import { calculated } from './calculate.ts';
import {
  bitsOf,
  explainsAll,
  type Moment,
  type PlanCandidate,
  sameValue,
  simplest,
  type WantedValue,
} from './candidate.ts';
import { doubtOf } from './coincidence.ts';
import { composed, joinedText, withSigns } from './compose.ts';
import { derivedFrom } from './derive.ts';
import { edited } from './edit.ts';
import type { ParameterList } from './parameters.ts';
import { pickedFrom, selected } from './pick.ts';
import { type ConstantEvidence, reasonFor, reasonForWords, schemaAt } from './reasons.ts';
import { splitAtSecrets } from './secrets.ts';
import { likeness, type ValuesKnown } from './sources.ts';
import { bindTaskValue, bindTold, isNamedTwice } from './told.ts';

/** One call of the plan: the same call in each run. */
export interface CallToBind {
  readonly tool: string;
  readonly arguments: readonly [JsonObject, ...JsonObject[]];
  readonly moments: readonly [Moment, ...Moment[]];
  /** The schema of the tool's arguments, where it is known. */
  readonly schema: JsonObject | null;
  readonly evidence: ConstantEvidence;
  readonly parameters: ParameterList;
  /** What the first run knew when it made the call. */
  readonly known: (parameters: JsonObject) => ValuesKnown;
}

/** An argument, or a part of one, with what is known about its place. */
interface ArgumentPlace extends WantedValue {
  readonly schema: JsonObject | null;
}

/**
 * Says where the arguments of a call come from. Each value is explained by a program over what the run knew, or constant for
 * a reason, or open: then it is repeated with the recorded inputs only, and must be given with others.
 */
export function bindArguments(call: CallToBind): Binding {
  const [value, ...again] = call.arguments;
  return bindValue({ key: '', value, again, moments: call.moments, schema: call.schema }, call);
}

function bindValue(place: ArgumentPlace, context: CallToBind): Binding {
  const { value } = place;
  if (Array.isArray(value)) return bindList({ ...place, value }, context);
  if (isJsonObject(value)) return bindObject({ ...place, value }, context);
  if (typeof value === 'string' && isRedacted(value)) return bindSecret({ ...place, value }, context);
  return explain(place, context) ?? constantOrOpen(place, context);
}

function bindList(place: ArgumentPlace & WantedValue<Json[]>, context: CallToBind): Binding {
  const { value, again } = place;
  const whole = bindWhole(place, context) ?? everyItem(place, context);
  if (whole !== undefined) return whole;
  if (value.length === 0 && again.every((other) => sameValue(other, value)))
    return { from: 'constant', value, because: 'empty' };
  if (!again.every((other) => Array.isArray(other) && other.length === value.length))
    return open(place, context);
  return { from: 'list', items: value.map((item, index) => bindPart(place, index, item, context)) };
}

/** Binds an item of a list, which goes by the name of the list, or a member of an object. */
function bindPart(place: ArgumentPlace, part: string | number, value: Json, context: CallToBind): Binding {
  const key = typeof part === 'string' ? part : place.key;
  const again = place.again.map((other) => (other as JsonObject)[part] ?? null);
  return bindValue({ ...place, key, value, again, schema: schemaAt(place.schema, part) }, context);
}

function bindObject(place: ArgumentPlace & WantedValue<JsonObject>, context: CallToBind): Binding {
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
  const members = names.map((name) => [name, bindPart(place, name, value[name] ?? null, context)]);
  return { from: 'object', members: Object.fromEntries(members) };
}

/** A list or an object that was given as one input. */
function bindWhole(place: ArgumentPlace, { moments: [moment] }: CallToBind): Binding | undefined {
  if (isRedacted(JSON.stringify(place.value)) || Object.keys(place.value as object).length === 0)
    return undefined;
  return Object.keys(moment.parameters)
    .map((name): Binding => ({ from: 'parameter', name }))
    .find((binding) => explainsAll(binding, place));
}

/** A list of what every item of an earlier list has, in its order. */
function everyItem(
  place: ArgumentPlace & WantedValue<Json[]>,
  { moments: [moment] }: CallToBind,
): Binding | undefined {
  const [item] = place.value;
  if (item === undefined || place.value.length < 2) return undefined;
  return pickedFrom(item, moment)
    .map(({ step, leaf }): Binding => ({ from: 'all', step, path: formatPath(leaf.general) }))
    .find((binding) => explainsAll(binding, place));
}

function explain(place: ArgumentPlace, context: CallToBind): Binding | undefined {
  const { value, key } = place;
  const [moment] = context.moments;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (isNamedTwice(place, context.parameters)) return open(place, context);
  const known = context.known(moment.parameters);
  const candidates = [
    ...known
      .equal(value)
      .map(({ binding, bits, key: name }): PlanCandidate => ({ binding, bits: bits - likeness(key, name) })),
    ...selected(place, known),
    // A number that follows the last one, and is in a list, was taken from the list.
    ...derivedFrom(value, known, moment.now).filter(
      ({ binding }) => binding.from !== 'increased' || pickedFrom(value, moment).length === 0,
    ),
    ...(typeof value === 'number' ? calculated(value, key, known, moment) : []),
  ].map((candidate) => ({ ...candidate, doubt: doubtOf(place, context.tool, candidate.binding) }));
  const repeated = bindRepeated(place, known, candidates, context) ?? bindTold(place, context.parameters);
  if (repeated !== undefined) return repeated;
  return (
    simplest(place, candidates) ??
    bindTaskValue(place, context.parameters) ??
    (typeof value === 'string' ? bindText({ ...place, value }, known, context) : undefined)
  );
}

/**
 * What runs with different inputs had alike is constant. Where an earlier answer had it too, in every run, nobody can tell
 * which of both was followed: they must still agree. What the caller gives is followed.
 */
function bindRepeated(
  place: ArgumentPlace,
  known: ValuesKnown,
  candidates: readonly PlanCandidate[],
  context: CallToBind,
): Binding | undefined {
  const { evidence } = context;
  const { value, again } = place;
  if (!evidence.isFromSeveralRuns || !again.every((other) => sameValue(other, value))) return undefined;
  const constant: Binding = { from: 'constant', value, because: 'runs' };
  const direct = known
    .equal(value)
    .map(({ binding }) => binding)
    .filter((binding) => explainsAll(binding, place));
  const given = direct.find(({ from }) => from === 'parameter' || from === 'member');
  if (given !== undefined) return given;
  // The caller gave the input for something: what is calculated from it may be the same twice by accident. So may every number
  // of a change that can be calculated.
  const isOfUnused = ({ binding }: PlanCandidate): boolean =>
    [...parametersOf(binding)].some((name) => evidence.unusedInputs?.has(name) === true);
  const isDoubtful = (one: PlanCandidate): boolean =>
    isOfUnused(one) || (!evidence.isLook && one.binding.from === 'arithmetic');
  if (candidates.some((one) => isDoubtful(one) && explainsAll(one.binding, place)))
    return open(place, context);
  // The name of a thing is seldom the same for different inputs, unless both runs happened to be about that thing.
  const isName = typeof value === 'number' || (typeof value === 'string' && isDataWord(value));
  const answered = direct[0] ?? (isName ? simplest(place, candidates) : undefined);
  if (answered === undefined && isName && isAnsweredInAll(place)) return open(place, context);
  return answered === undefined || bitsOf(value) < tellingBits
    ? constant
    : { from: 'agreeing', of: [constant, answered] };
}

/** A value that says less is in many answers by accident. */
const tellingBits = 12;

/** A text that was put together: its words need a reason, or it is open as a whole. */
function bindText(
  place: ArgumentPlace & WantedValue<string>,
  known: ValuesKnown,
  context: CallToBind,
): Binding | undefined {
  const [moment] = context.moments;
  const fitting = [edited(place.value, known, moment), composed(place.value, known, moment)].flatMap(
    (binding) =>
      binding !== undefined && explainsAll(binding, place) ? [withSigns(binding, place.moments)] : [],
  );
  for (const binding of fitting) {
    const justified = withReasons(binding, place.value, context.evidence);
    if (justified !== undefined) return justified;
  }
  const [otherwise] = fitting;
  if (otherwise === undefined) return undefined;
  const asked = open(place, context);
  return asked.from === 'parameter' ? { from: 'given', name: asked.name, otherwise } : asked;
}

/** The same with the reasons of its words; undefined when some have none. */
function withReasons(binding: Binding, whole: string, evidence: ConstantEvidence): Binding | undefined {
  if (binding.from === 'edited') {
    const line = binding.line === null ? null : withReasons(binding.line, whole, evidence);
    const to = withReasons(binding.to, whole, evidence);
    return line === undefined || to === undefined ? undefined : { ...binding, line, to };
  }
  if (binding.from === 'constant') {
    const because = reasonForWords(whole, String(binding.value), evidence);
    return because === undefined ? undefined : { ...binding, because };
  }
  if (binding.from !== 'text') return binding;
  // Quotation marks around a value belong to the words on both of its sides.
  const words = binding.parts.map((part) => (part.from === 'constant' ? String(part.value) : '⁞')).join('');
  const because = reasonForWords(whole, words.replaceAll("'⁞'", ' '), evidence);
  if (because === undefined) return undefined;
  const parts = binding.parts.map((part) => (part.from === 'constant' ? { ...part, because } : part));
  return { ...binding, parts };
}

function bindSecret(place: ArgumentPlace & WantedValue<string>, context: CallToBind): Binding {
  const { value, again, key } = place;
  const pieces = splitAtSecrets(value);
  const others = again.map((other) => (typeof other === 'string' ? splitAtSecrets(other) : []));
  const nameOf = (secret: string): string =>
    context.parameters.add({ name: key, source: 'secret', example: secret });
  const hasSamePlaces = (other: typeof pieces): boolean =>
    other.length === pieces.length && other.every(({ secret }, at) => secret === pieces[at]?.secret);
  // The text around the secret differs between runs, so the whole value is asked for.
  if (!others.every(hasSamePlaces)) return { from: 'parameter', name: nameOf(value) };
  // The secret takes the name of the argument before the words around it, which may be open, do.
  for (const { text, secret } of pieces) if (secret) nameOf(text);
  const parts = pieces.map(({ text, secret }, at): Binding => {
    if (secret) return { from: 'parameter', name: nameOf(text) };
    return bindValue(
      { ...place, value: text, again: others.map((other) => other[at]?.text ?? null) },
      context,
    );
  });
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const joined = parts.map((binding, at) => ({ binding, isSecret: pieces[at]?.secret === true }));
  return joinedText(joined, place.moments);
}

function constantOrOpen(place: ArgumentPlace, context: CallToBind): Binding {
  const { value, again, schema } = place;
  const isSame = again.every((other) => sameValue(other, value));
  const because = isSame ? reasonFor(value, schema, context.evidence) : undefined;
  return because === undefined ? open(place, context) : { from: 'constant', value, because };
}

/**
 * What nothing explains. The recorded value is taken only with the other values of its run. One that was picked from a list
 * must be there.
 */
function open({ value, again, key }: ArgumentPlace, { moments: [moment], parameters }: CallToBind): Binding {
  const picked = typeof value === 'object' || again.length > 0 ? undefined : pickedFrom(value, moment).at(-1);
  const isPicked = picked !== undefined && (typeof value === 'string' || Math.abs(Number(value)) > 1);
  return {
    from: 'parameter',
    name: parameters.add({
      name: key,
      source: isPicked ? 'picked' : 'unexplained',
      example: value,
      seen: [value, ...again],
      unseen: true,
      repeats: repeatedAnswers(value, moment),
      ...(isPicked && { presentIn: { step: picked.step, path: formatPath(picked.leaf.general) } }),
    }),
  };
}
