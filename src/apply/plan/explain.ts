import { isDataWord, wholePlaces } from '../../model/observation/mask.ts';
import type { Binding } from '../../model/plan.ts';
import { calculated } from './calculate.ts';
import { bitsOf, type Candidate, explainsAll, sameValue, simplest, type Wanted } from './candidate.ts';
import { coincidenceOf, coincidenceOfText } from './coincidence.ts';
import { composed } from './compose.ts';
import { derivedFrom } from './derive.ts';
import { edited } from './edit.ts';
import { type CallToBind, open, type Place } from './open.ts';
import { itemBinding, namedByTask, pickedFrom, selected } from './pick.ts';
import { type Evidence, reasonForWords } from './reasons.ts';
import { type Known, likeness } from './sources.ts';
import { valueNamedInTask } from './task-text.ts';

/** A program that gives a value in every run; undefined when none is simple enough. */
export function explain(place: Place, context: CallToBind): Binding | undefined {
  const { value, key } = place;
  const [moment] = context.moments;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (isNamedTwice(place, context)) return open(place, context);
  const known = context.known(moment.parameters);
  const candidates = [
    ...known.equal(value).map(
      ({ binding, bits, key: name }): Candidate => ({
        binding,
        bits: bits - likeness(key, name) + coincidenceOf(place, context.tool, name, binding),
      }),
    ),
    ...selected(place, known),
    ...derivedFrom(value, known, moment.now)
      // A number that follows the last one, and is in a list, was taken from the list.
      .filter(({ binding }) => binding.from !== 'increased' || pickedFrom(value, moment).length === 0)
      .map(({ binding, bits }) => ({
        binding,
        bits: bits + coincidenceOfText(place, context.tool, binding),
      })),
    ...(typeof value === 'number' ? calculated(value, key, known, moment) : []),
  ];
  const repeated = bindRepeated(place, known, candidates, context) ?? bindTold(place, context);
  if (repeated !== undefined) return repeated;
  return (
    simplest(place, candidates) ??
    bindTaskValue(place, context) ??
    (typeof value === 'string' ? bindText({ ...place, value }, known, context) : undefined)
  );
}

/** A number that the task names more than once may be two things; one that goes by another name is known already. */
function isNamedTwice({ value, again, key }: Place, { moments: [moment], parameters }: CallToBind): boolean {
  if (typeof value !== 'number' || again.length > 0) return false;
  const same = parameters.all().filter(({ source, example }) => source === 'task' && example === value);
  if (same.length === 0 || same.some(({ name }) => likeness(key, name) > 0)) return false;
  return wholePlaces(moment.taskText, String(value)).length > same.length;
}

/**
 * What runs with different inputs had alike is constant. Where an earlier answer had it too, in every run, nobody can tell
 * which of both was followed: they must still agree. What the caller gives is followed.
 */
function bindRepeated(
  place: Place,
  known: Known,
  candidates: readonly Candidate[],
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
  // The name of a thing is seldom the same for different inputs, unless both runs happened to be about that thing.
  const isName = typeof value === 'number' || (typeof value === 'string' && isDataWord(value));
  const answered = direct[0] ?? (isName ? simplest(place, candidates) : undefined);
  if (answered === undefined && isName && isAnsweredInAll(place)) return open(place, context);
  return answered === undefined || bitsOf(value) < tellingBits
    ? constant
    : { from: 'agreeing', of: [constant, answered] };
}

/** Whether every run had seen the value somewhere in an answer, if only inside of a text. */
function isAnsweredInAll({ value, moments }: Place): boolean {
  return moments.every(({ earlier }) =>
    earlier.some(({ leaves }) =>
      leaves.some((leaf) => wholePlaces(String(leaf.value), String(value)).length > 0),
    ),
  );
}

/** A value that says less is in many answers by accident. */
const tellingBits = 12;

/**
 * What the task of every run names, each time another: the value, or the item it belongs to. That the item also was the first
 * or the cheapest one each time is an accident then.
 */
function bindTold(place: Place, context: CallToBind): Binding | undefined {
  const { value, again } = place;
  if (again.every((other) => sameValue(other, value))) return undefined;
  const told = bindTaskValue(place, context);
  const named = told === undefined ? namedByTask(place) : undefined;
  if (named === undefined) return told;
  const { picked, path, seen } = named;
  const [example = null] = seen;
  const name = context.parameters.add({
    name: path.split('.').at(-1) ?? place.key,
    source: 'task',
    example,
    seen: [...seen],
  });
  return itemBinding(picked, { where: [{ path, equals: { from: 'parameter', name } }], take: 'only' });
}

/** A value that the task names, and that nothing else explains. */
function bindTaskValue(place: Place, { moments, parameters }: CallToBind): Binding | undefined {
  const { value, again, key } = place;
  const isNamed = [value, ...again].every((one, index) => {
    const moment = moments[index];
    return moment !== undefined && valueNamedInTask(one, moment.taskText, moment.parameters);
  });
  if (!isNamed) return undefined;
  return {
    from: 'parameter',
    name: parameters.add({ name: key, source: 'task', example: value, seen: [value, ...again] }),
  };
}

/** A text that was put together: its words need a reason, or it is open as a whole. */
function bindText(place: Place & Wanted<string>, known: Known, context: CallToBind): Binding | undefined {
  const [moment] = context.moments;
  const candidates = [edited(place.value, known, moment), composed(place.value, known, moment)];
  const fitting = candidates.filter((binding) => binding !== undefined && explainsAll(binding, place));
  for (const binding of fitting) {
    const justified = binding && withReasons(binding, place.value, context.evidence);
    if (justified !== undefined) return justified;
  }
  const [otherwise] = fitting;
  if (otherwise === undefined) return undefined;
  const asked = open(place, context);
  return asked.from === 'parameter' ? { from: 'given', name: asked.name, otherwise } : asked;
}

/** The same with the reasons of its words; undefined when some have none. */
function withReasons(binding: Binding, whole: string, evidence: Evidence): Binding | undefined {
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
  return {
    ...binding,
    parts: binding.parts.map((part) => (part.from === 'constant' ? { ...part, because } : part)),
  };
}
