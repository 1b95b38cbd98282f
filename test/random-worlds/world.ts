import type { Json } from '../../src/index.ts';
import type { Domain } from './domain.ts';
import type { OutOfOrderForm } from './failures.ts';
import type { SeededRandom } from './random.ts';
import { randomDate, randomNote } from './words.ts';

/** A thing, by the parts it has. */
export interface Entity {
  [role: string]: Json;
}

/** Everything there is, as JSON: a copy is another world. */
export interface World {
  readonly subjects: Entity[];
  /** Items name the subject they belong to as `of`, which no tool shows. */
  readonly items: Entity[];
  readonly partners: Entity[];
  readonly entries: Entity[];
  readonly created: Entity[];
  readonly messages: Entity[];
  isSwitchedOn: boolean;
  /** The number that the next thing gets its id from. */
  nextNumber: number;
  nextName: number;
  /** A fault of the world: whoever asks for the one is told about the other. */
  mistaken: { readonly asked: Json; readonly answered: Json } | null;
  /** A tool that does not work at the moment, and what it says instead of an answer. */
  outOfOrder: { readonly tool: string; readonly form: OutOfOrderForm } | null;
}

/** Another world in the same state. By hand, because `structuredClone` takes several times as long. */
export const copyOf = (world: World): World => copied(world as unknown as Json) as unknown as World;

function copied(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copied);
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) copy[key] = copied(value[key] ?? null);
  return copy;
}

export function createWorld(domain: Domain, random: SeededRandom): World {
  const world: World = {
    subjects: [],
    items: [],
    partners: [],
    entries: [],
    created: [],
    messages: [],
    isSwitchedOn: random.chance(0.5),
    nextNumber: 1,
    nextName: 0,
    mistaken: null,
    outOfOrder: null,
  };
  for (let count = 0; count < 3; count += 1) world.partners.push(newPartner(world, domain, random));
  const subjects = domain.subjectBy === 'nothing' ? 1 : 5;
  for (let count = 0; count < subjects; count += 1) {
    const subject = newSubject(world, domain, random);
    world.subjects.push(subject);
    addItems(world, domain, random, subject, random.between(1, 4));
  }
  for (let count = 0; count < 3; count += 1)
    world.entries.push(newEntry(world, domain, random, newCode(random)));
  return world;
}

/** An id that nothing else of its kind has. Gaps between ids are usual. */
export function newId(world: World, domain: Domain, random: SeededRandom, kind: keyof Domain['kinds']): Json {
  world.nextNumber += random.between(1, 3);
  return domain.kinds[kind].idStyle(world.nextNumber);
}

export function newName(world: World, domain: Domain): string {
  world.nextName += 1;
  return domain.nameStyle(world.nextName);
}

/** An amount with two digits after the point. */
export const randomAmount = (random: SeededRandom): number => random.between(1_000, 90_000) / 100;

export const newCode = (random: SeededRandom): string =>
  `${random.between(100, 999)}-${random.between(10, 99)}`;

/** What is usual here, most of the time. */
function usually<Value>({ calmness }: Domain, random: SeededRandom, usual: Value, drawn: Value): Value {
  return random.chance(calmness) ? usual : drawn;
}

function wordOf(domain: Domain, random: SeededRandom, words: readonly string[]): string {
  return usually(domain, random, words[0] ?? '', random.oneOf(words));
}

function newSubject(world: World, domain: Domain, random: SeededRandom): Entity {
  const hasExtra = usually(domain, random, false, random.chance(0.5));
  const subject: Entity = {
    id: newId(world, domain, random, 'subject'),
    name: newName(world, domain),
    state: wordOf(domain, random, domain.words.state),
    otherState: wordOf(domain, random, domain.words.otherState),
    flag: usually(domain, random, true, random.chance(0.5)),
    cleared: usually<Json>(domain, random, null, randomDate(random)),
    amount: randomAmount(random),
    reserve: randomAmount(random),
    quantity: random.between(10, 400),
    date: randomDate(random),
    tags: usually(domain, random, domain.tags.slice(0, 2), random.some(domain.tags, random.between(1, 3))),
    category: wordOf(domain, random, domain.tags),
    partner: random.oneOf(world.partners)['id'] ?? null,
    place: { street: `${random.between(1, 99)} ${newName(world, domain)} Lane`, code: newCode(random) },
    note: randomNote(random),
    signal: wordOf(domain, random, domain.words.signal),
    level: random.between(10, 99),
  };
  if (hasExtra) subject['extra'] = newCode(random);
  return subject;
}

function newPartner(world: World, domain: Domain, random: SeededRandom): Entity {
  return {
    id: newId(world, domain, random, 'partner'),
    name: newName(world, domain),
    state: wordOf(domain, random, domain.words.otherState),
    accepts: random.some(domain.tags, random.between(2, 4)),
  };
}

export function newEntry(world: World, domain: Domain, random: SeededRandom, code: string): Entity {
  return { id: newId(world, domain, random, 'entry'), code, date: randomDate(random) };
}

export function newItem(world: World, domain: Domain, random: SeededRandom, of: Json): Entity {
  return {
    id: newId(world, domain, random, 'item'),
    of,
    name: newName(world, domain),
    state: wordOf(domain, random, domain.words.itemState),
    flag: usually(domain, random, true, random.chance(0.5)),
    amount: randomAmount(random),
    quantity: random.between(2, 60),
    date: randomDate(random),
  };
}

export function addItems(
  world: World,
  domain: Domain,
  random: SeededRandom,
  subject: Entity,
  count: number,
): void {
  for (let added = 0; added < count; added += 1)
    world.items.push(newItem(world, domain, random, subject['id'] ?? null));
}
