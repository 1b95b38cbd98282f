import type { Json } from '../../src/index.ts';
import type { Domain } from './domain.ts';
import type { InputName } from './errand.ts';
import type { AgentCall, LookName } from './tools.ts';
import type { Entity } from './world.ts';

/** The work of an agent: it makes calls and is told what their answers mean; nothing when a call failed or found nothing. */
export type Thinking<Result> = Generator<AgentCall, Result, Json | undefined>;

/** An agent that cannot go on ends its run. */
export class GaveUp extends Error {}

/** What an agent knows. It looks when it needs to, and only once at the same thing. */
export interface Mind {
  input(name: InputName): Json;
  /** The number in the text of the task. */
  readonly fixedNumber: number;
  /** The id to ask for the subject by; undefined when there is only one. */
  subjectId(): Thinking<Json | undefined>;
  subject(): Thinking<Entity>;
  partner(): Thinking<Entity>;
  items(): Thinking<readonly Entity[]>;
  countOfItems(): Thinking<number>;
  report(): Thinking<Entity>;
  /** The entry of a code; undefined when there is none. */
  entry(code: Json): Thinking<Entity | undefined>;
  /** Forgets the subject, so that it is looked at anew. */
  forgetSubject(): void;
}

export function createMind(domain: Domain, input: (name: InputName) => Json, fixedNumber: number): Mind {
  const known = new Map<string, Json | undefined>();

  function* look(tool: LookName, values: Record<string, Json>): Thinking<Json | undefined> {
    const key = JSON.stringify([tool, values]);
    if (!known.has(key)) known.set(key, yield { tool, values });
    return known.get(key);
  }

  function* lookOrGiveUp(tool: LookName, values: Record<string, Json>): Thinking<Json> {
    const meaning = yield* look(tool, values);
    if (meaning === undefined) throw new GaveUp(`${tool} found nothing`);
    return meaning;
  }

  function* subjectId(): Thinking<Json | undefined> {
    if (domain.subjectBy === 'nothing') return undefined;
    if (domain.subjectBy === 'id') return input('subject');
    const found = (yield* lookOrGiveUp('findSubjects', { name: input('subject') })) as unknown as Entity[];
    const [first] = found;
    if (first === undefined || found.length > 1) throw new GaveUp('not exactly one of that name');
    return first['id'];
  }

  function* aboutSubject(tool: LookName): Thinking<Json> {
    const id = yield* subjectId();
    return yield* lookOrGiveUp(tool, id === undefined ? {} : { id });
  }

  function* aboutItems(tool: LookName): Thinking<Json> {
    const id = domain.itemsBy === 'nothing' ? undefined : yield* subjectId();
    return yield* lookOrGiveUp(tool, id === undefined ? {} : { id });
  }

  function* subject(): Thinking<Entity> {
    return (yield* aboutSubject('readSubject')) as unknown as Entity;
  }

  return {
    input,
    fixedNumber,
    subjectId,
    subject,
    *partner() {
      const { partner } = yield* subject();
      return (yield* lookOrGiveUp('readPartner', { id: partner ?? null })) as unknown as Entity;
    },
    *items() {
      const listed = (yield* aboutItems('listItems')) as unknown as Entity[];
      if (domain.listsInFull) return listed;
      const items: Entity[] = [];
      for (const { id } of listed)
        items.push((yield* lookOrGiveUp('readItem', { id: id ?? null })) as unknown as Entity);
      return items;
    },
    *countOfItems() {
      return (yield* aboutItems('countItems')) as number;
    },
    *report() {
      return (yield* aboutSubject('readReport')) as unknown as Entity;
    },
    *entry(code) {
      return (yield* look('readEntry', { code })) as unknown as Entity | undefined;
    },
    forgetSubject() {
      for (const key of known.keys()) if (key.startsWith('["readSubject"')) known.delete(key);
    },
  };
}
