import type { Json, JsonObject } from '../../src/index.ts';
import type { Domain } from './domain.ts';
import type { SeededRandom } from './random.ts';
import { createNamer, nonsense, randomDate } from './words.ts';
import { type Entity, newCode, type World } from './world.ts';

/** What an agent may be told besides the subject. */
export const inputNames = ['subject', 'limit', 'before', 'wanted', 'count', 'taken'] as const;
export type InputName = (typeof inputNames)[number];

/** What is to be done this time: for which subject, with which values. */
export interface Errand {
  /** The id of the subject, whatever the agent is told it by. */
  subject: Json;
  readonly values: Record<InputName, Json>;
  /** An input that no call uses. With another value than the usual one, the agent does nothing at all. */
  hold?: Json;
}

/** How errands are put to an agent. */
export interface ErrandWording {
  /** The inputs that the agent is told, in order. */
  readonly told: readonly InputName[];
  /** Inputs are given by name; otherwise they stand in the text of the task only. */
  readonly isNamed: boolean;
  readonly isInText: boolean;
  readonly labels: Readonly<Record<InputName, string>>;
  /** The input that no call uses, and its value in all recorded runs; undefined when the agent is told none. */
  readonly hold: { readonly label: string; readonly usual: Json } | undefined;
  /** A number in the text of every task, which is no input. */
  readonly fixedNumber: number;
  readonly mentionsFixedNumber: boolean;
  readonly verb: string;
}

export function randomErrand(
  domain: Domain,
  world: World,
  random: SeededRandom,
  without: readonly Json[] = [],
): Errand {
  const free = world.subjects.filter(({ id }) => !without.includes(id ?? null));
  const subject = random.oneOf(free.length > 0 ? free : world.subjects);
  return {
    subject: subject['id'] ?? null,
    values: {
      subject: (domain.subjectBy === 'name' ? subject['name'] : subject['id']) ?? null,
      limit: random.between(100, 800),
      before: randomDate(random),
      wanted: random.chance(0.5) ? newCode(random) : random.oneOf(domain.tags),
      count: random.between(1, 3),
      taken: random.between(2, 9),
    },
  };
}

/** What an input that no call uses may say: nothing, as a rule. */
export const holds: readonly Json[] = [
  0,
  5,
  99_999,
  true,
  false,
  '',
  'do not write yet',
  '2026-03-14',
  '2027-01-01',
  [],
  ['wait'],
];

export function randomWording(
  random: SeededRandom,
  told: readonly InputName[],
  mentionsFixedNumber: boolean,
  noun: string,
): ErrandWording {
  const newLabel = createNamer(random);
  const isNamed = random.chance(0.65);
  const hold = random.chance(0.4) ? { label: newLabel(), usual: random.oneOf(holds) } : undefined;
  return {
    told,
    isNamed,
    isInText: !isNamed || random.chance(0.3),
    hold: isNamed ? hold : undefined,
    labels: Object.fromEntries(inputNames.map((name) => [name, newLabel()])) as Record<InputName, string>,
    fixedNumber: random.between(100, 800),
    mentionsFixedNumber,
    verb: `${random.oneOf(['Please', 'Kindly', 'Now'])} ${nonsense(random, 2)} the ${noun}`,
  };
}

/** The text of the task. */
export function taskOf(wording: ErrandWording, { values }: Errand): string {
  const parts = wording.isInText
    ? wording.told.map((name) => ` ${wording.labels[name]} ${String(values[name])}`)
    : [];
  const number = wording.mentionsFixedNumber ? `, at ${wording.fixedNumber}` : '';
  return `${wording.verb}${parts.join(' and')}${number}.`;
}

/** The inputs by name; none when they stand in the text only. */
export function inputsOf(wording: ErrandWording, { values, hold }: Errand): JsonObject {
  if (!wording.isNamed) return {};
  const named = wording.told.map((name) => [wording.labels[name], values[name]] as const);
  const { hold: unused } = wording;
  const held = unused === undefined ? [] : [[unused.label, hold ?? unused.usual] as const];
  return Object.fromEntries([...named, ...held]);
}

export function subjectOf(world: World, errand: Errand): Entity {
  const subject = world.subjects.find(({ id }) => id === errand.subject);
  if (subject === undefined) throw new Error('The subject of the errand is not in the world.');
  return subject;
}
