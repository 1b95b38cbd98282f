import { expect } from 'vitest';
import type { Command, MemoryEntry, Store } from '../../ports/store.ts';
import type { Lesson } from '../../records/lesson.ts';
import { type Memory, standings } from '../../records/memory.ts';
import type { Scope } from '../../records/scope.ts';
import { aMemory } from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import { asEntry, follow } from './follower.ts';
import {
  ali,
  alice,
  bob,
  changed,
  improved,
  keepVectors,
  longAgo,
  prune,
  remove,
  revise,
  type StoreCase,
  save,
  shop,
  shop2,
  unlearn,
  vectorOf,
  wholeList,
} from './store-case.ts';

const historyLength = 200;

/** Whole numbers below a bound, always the same ones for a seed. */
export function numbersFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    // A linear congruential generator: the low bits repeat soon, so the high ones are taken.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** A history that nobody planned: what it does next follows from the seed, and from what is there. */
function createHistory(seed: number): { next(): Command; readonly lessons: readonly Lesson[] } {
  const below = numbersFrom(seed);
  const memories: Memory[] = [];
  const lessons: Lesson[] = [];
  let made = 0;

  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  /** Often the last one: that is where numbers are given out again. */
  const pick = (): number => (below(2) === 0 ? memories.length - 1 : below(memories.length));

  function recordOne(): Command {
    made += 1;
    const memory = aMemory({
      // Now and then an id that was used before.
      id: `m${below(6) === 0 ? below(made) : made + historyLength}`,
      scope: oneOf<Scope>([ali, ali, alice, shop, shop2, bob]),
      expiresAt: below(3) === 0 ? 1 : null,
      standing: oneOf(standings),
    });
    if (!memories.some(({ id }) => id === memory.id)) memories.push(memory);
    return { type: 'record-memory', memory, ifAbsent: true };
  }

  function reviseOne(): Command {
    const place = pick();
    const memory = memories[place] as Memory;
    const now = changed(memory, { text: `text ${below(1_000)}`, standing: oneOf(standings) });
    memories[place] = now;
    return revise(now);
  }

  function deleteOne(): Command {
    const [memory] = memories.splice(pick(), 1);
    const left = lessons.filter(
      ({ scope, derivedFrom }) =>
        scope.user !== memory?.scope.user || derivedFrom.every(({ id }) => id !== memory.id),
    );
    lessons.splice(0, lessons.length, ...left);
    return remove(memory as Memory);
  }

  /** A new lesson from a memory, or another revision of one; now and then it is forgotten. */
  function learnOne(): Command {
    const chance = below(4);
    const place = below(lessons.length);
    const lesson = lessons[place];
    if (lesson === undefined || chance < 2) {
      const id = memories[pick()]?.id ?? 'unknown';
      const scope = oneOf<Scope>([ali, alice, shop, bob]);
      const fresh = aLesson('failure', { scope, keys: ['all'], derivedFrom: [{ kind: 'memory', id }] });
      lessons.push(fresh);
      return save(fresh);
    }
    if (chance < 3) {
      const next = improved(lesson, { keys: ['all', `key ${below(9)}`] });
      lessons[place] = next;
      return save(next);
    }
    lessons.splice(place, 1);
    return unlearn(lesson);
  }

  function pruneSome(): Command {
    const some = [pick(), pick()].map((place) => memories[place] as Memory);
    for (const { id, expiresAt } of some) {
      const place = memories.findIndex((memory) => memory.id === id);
      if (expiresAt !== null && place >= 0) memories.splice(place, 1);
    }
    return prune(1, ...some);
  }

  return {
    lessons,
    next() {
      const chance = below(12);
      if (memories.length < 3 || chance < 4) return recordOne();
      if (chance < 6) return reviseOne();
      if (chance < 8) return deleteOne();
      if (chance < 9) return pruneSome();
      if (chance < 11) return learnOne();
      return keepVectors('e', vectorOf(memories[pick()] as Memory, below(256)));
    },
  };
}

/** All memories of a project, as its lists tell. */
async function listedIn(store: Store, owner: Scope): Promise<MemoryEntry[]> {
  const pages = await Promise.all(
    standings.map((standing) => store.listMemories(owner, { now: longAgo, standing }, wholeList)),
  );
  const entries = pages.flatMap(({ items }) => items).map(asEntry);
  return entries.sort((left, right) => (left.id < right.id ? -1 : 1));
}

/** Any seed makes a history; `npm run campaigns` tries many. */
export const randomHistoryCase = (seed: number): StoreCase => ({
  title: `REC-1: whoever follows a history of ${historyLength} commands (${seed}), at whatever pace, ends with what the lists say`,
  async check(store) {
    const history = createHistory(seed);
    const below = numbersFrom(seed + 1);
    const owners = [shop, shop, shop, shop2];
    const followers = owners.map((owner, index) => follow(store, owner, [1, 2, 50, 3][index]));
    for (let done = 0; done < historyLength; ) {
      const commands = Array.from({ length: 1 + below(4) }, () => history.next());
      await store.commit(commands);
      done += commands.length;
      if (below(9) === 0) await store.tidy(below(20));
      for (const [index, follower] of followers.entries()) {
        if (below(index + 1) === 0) await follower.step();
        if (below(12) === 0) {
          expect(await follower.catchUp()).toStrictEqual(await listedIn(store, owners[index] ?? shop));
        }
      }
    }
    const listed = await listedIn(store, shop);
    expect(listed.length).toBeGreaterThan(3);
    for (const follower of followers.slice(0, 3)) expect(await follower.catchUp()).toStrictEqual(listed);
    expect(await followers[3]?.catchUp()).toStrictEqual(await listedIn(store, shop2));
    expect(await follow(store, shop, 7).catchUp()).toStrictEqual(listed);
    const learned = history.lessons.filter(({ scope }) => scope.user === shop.user);
    expect(await store.findLessons(shop, 'failure', ['all'])).toStrictEqual(learned);
  },
});

export const randomHistoryCases: readonly StoreCase[] = [1, 20, 300].map(randomHistoryCase);
