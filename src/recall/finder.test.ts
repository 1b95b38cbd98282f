import { beforeEach, describe, expect, it } from 'vitest';
import { type Settings, settingsSchema } from '../config/settings.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Store } from '../ports/store.ts';
import type { Memory } from '../records/memory.ts';
import { createReferenceStore } from '../store/reference/reference-store.ts';
import { aMemory, type MemoryOverrides, resetBuilders } from '../testing/index.ts';
import { createFinder, type IndexedFinder } from './finder.ts';

const settings = settingsSchema.parse({ db: 'memory:' }).recall;
const ali = { user: 'ada', project: 'shop', agent: 'ali' };
const now = Date.UTC(2026, 0, 1);

/** Knows two things: fruit and vehicles. Counts the texts it was given. */
function anEmbedder(id: string, overrides: Partial<Embedder> = {}) {
  const seen: string[] = [];
  const vectorOf = (text: string): Float32Array =>
    Float32Array.of(/apple|pear|fruit/.test(text) ? 1 : 0, /car|bus|vehicle/.test(text) ? 1 : 0);
  const embedder: Embedder = {
    id,
    dimensions: 2,
    async embed(texts) {
      seen.push(...texts);
      return texts.map(vectorOf);
    },
    ...overrides,
  };
  return { embedder, seen };
}

const troubles: unknown[] = [];
let store: Store;
beforeEach(() => {
  resetBuilders();
  troubles.length = 0;
  store = createReferenceStore();
});

function aFinder(embedder: Embedder | null, changes: Partial<Settings['recall']> = {}): IndexedFinder {
  return createFinder(
    store,
    { ...settings, ...changes },
    async (text) => text.replaceAll('hunter2', '…'),
    async () => embedder,
    (error) => troubles.push(error),
    () => troubles.push('unbuilt'),
  );
}

async function remember(...overrides: readonly MemoryOverrides[]): Promise<Memory[]> {
  const memories = overrides.map((each) => aMemory({ scope: ali, ...each }));
  await store.commit(memories.map((memory) => ({ type: 'record-memory', memory }) as const));
  return memories;
}

const found = async (finder: IndexedFinder, query: string, more: object = {}, viewer: object = {}) =>
  (await finder.find({ ...ali, ...viewer }, { query, now, limit: 10, ...more }))
    .flatMap(({ id, duplicates }) => [id, ...duplicates])
    .toSorted();

describe('REC-1 the finder follows the store', () => {
  it('it knows what was recorded, revised and deleted before it was asked, whoever did it', async () => {
    const finder = aFinder(null);
    expect(await found(finder, 'alpha')).toEqual([]);
    const [first] = await remember({ id: 'a', text: 'alpha' }, { id: 'b', text: 'alpha beta' });
    expect(await found(finder, 'alpha')).toEqual(['a', 'b']);
    const memory = { ...(first as Memory), text: 'gamma', revision: 1 };
    const change = { at: now, reason: 'confirmed', note: '' } as const;
    await store.commit([{ type: 'revise-memory', owner: ali, memory, change }]);
    expect(await found(finder, 'alpha')).toEqual(['b']);
    expect(await found(finder, 'gamma')).toEqual(['a']);
    await store.commit([{ type: 'delete-memory', owner: ali, id: 'a' }]);
    expect(await found(finder, 'gamma')).toEqual([]);
  });

  it('many who ask at once all know what was committed before they asked', async () => {
    const finder = aFinder(null);
    const answers: Promise<string[]>[] = [];
    for (let index = 0; index < 30; index += 1) {
      await remember({ id: `m${String(index).padStart(2, '0')}`, text: 'alpha' });
      answers.push(found(finder, 'alpha', { limit: 100 }));
    }
    (await Promise.all(answers)).forEach((ids, index) => {
      expect(ids.length).toBeGreaterThan(index);
    });
  });

  it('those who ask while it is built anew, because most of it is gone, miss nothing', async () => {
    // It takes its time, so that others come while one is between following and searching.
    const { embedder } = anEmbedder('slow');
    const finder = aFinder({
      ...embedder,
      async embed(texts) {
        await new Promise((resume) => setTimeout(resume, 2));
        return embedder.embed(texts);
      },
    });
    const ids = Array.from({ length: 3_200 }, (_, index) => `m${index}`);
    await remember(...ids.map((id) => ({ id, text: `alpha ${id}` })));
    await found(finder, 'alpha');
    const gone = ids.slice(0, 2_000);
    await store.commit(gone.map((id) => ({ type: 'delete-memory', owner: ali, id }) as const));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => found(finder, 'alpha', { limit: 5_000 })),
    );
    expect(answers.map((answer) => answer.length)).toEqual(Array.from({ length: 8 }, () => 1_200));
  });

  it('reads a project of thousands piece by piece, and another project not at all', async () => {
    const finder = aFinder(null);
    await remember(
      ...Array.from({ length: 1_200 }, (_, index) => ({ id: `m${index}`, text: `alpha ${index}` })),
    );
    await remember({ id: 'elsewhere', text: 'alpha', scope: { ...ali, project: 'other' } });
    expect(await found(finder, 'alpha', { limit: 5_000 })).toHaveLength(1_200);
  });
});

describe('REC-2 it searches only', () => {
  it("the asker's own memories and the project's; the owner searches all", async () => {
    await remember(
      { id: 'own', text: 'alpha' },
      { id: 'project', text: 'alpha', scope: { ...ali, agent: null } },
      { id: 'bobs', text: 'alpha', scope: { ...ali, agent: 'bob' } },
      { id: 'other-user', text: 'alpha', scope: { ...ali, user: 'eve' } },
    );
    const finder = aFinder(null);
    expect(await found(finder, 'alpha')).toEqual(['own', 'project']);
    expect(await found(finder, 'alpha', {}, { agent: null })).toEqual(['bobs', 'own', 'project']);
    expect(await found(finder, 'alpha', {}, { agent: 'al' })).toEqual(['project']);
  });

  it('what has not expired, still stands, and is of the kind and tag asked for', async () => {
    await remember(
      { id: 'plain', text: 'alpha' },
      { id: 'expired', text: 'alpha', expiresAt: now },
      { id: 'expiring', text: 'alpha', expiresAt: now + 1 },
      { id: 'demoted', text: 'alpha', standing: 'demoted' },
      { id: 'past', text: 'alpha', validUntil: now },
      { id: 'rule', text: 'alpha', kind: 'rule', tags: ['x', 'y'] },
    );
    const finder = aFinder(null);
    expect(await found(finder, 'alpha')).toEqual(['expiring', 'plain', 'rule']);
    expect(await found(finder, 'alpha', { kind: 'rule' })).toEqual(['rule']);
    expect(await found(finder, 'alpha', { tag: 'y' })).toEqual(['rule']);
    expect(await found(finder, 'alpha', { tag: 'z' })).toEqual([]);
  });

  it('with a minimum of similarity, what means about the same', async () => {
    await remember({ id: 'same', text: 'pear' }, { id: 'word', text: 'a car for fruit' });
    const finder = aFinder(anEmbedder('e', { instant: true }).embedder);
    expect(await found(finder, 'fruit', { minSimilarity: 0.8 })).toEqual(['same']);
    expect(await found(finder, 'fruit')).toEqual(['same', 'word']);
  });

  it('with a minimum of words, what says so many of the query itself, also when the query has more than are looked up', async () => {
    await remember(
      { id: 'three', text: 'refund the late order', tags: ['x'] },
      { id: 'two', text: 'a refund of an order, a refund' },
      { id: 'one', text: 'refund refund refund' },
      { id: 'end', text: 'w62 w63 w64 w65' },
    );
    const finder = aFinder(null);
    const query = 'late refund for an order';
    expect(await found(finder, query)).toEqual(['one', 'three', 'two']);
    expect(await found(finder, query, { minWords: 2 })).toEqual(['three', 'two']);
    expect(await found(finder, query, { minWords: 2, tag: 'x' })).toEqual(['three']);
    expect(await found(finder, query, { minWords: 3 })).toEqual(['three']);
    expect(await found(finder, query, { minWords: 4 })).toEqual([]);
    const long = Array.from({ length: 66 }, (_, number) => `w${number}`).join(' ');
    expect(await found(finder, long, { minWords: 4 })).toEqual(['end']);
  });

  it('what only means the same is left out where only words count', async () => {
    const finder = aFinder(anEmbedder('two').embedder);
    await remember({ id: 'same', text: 'fruit bowl' }, { id: 'close', text: 'apple pear' });
    expect(await found(finder, 'fruit')).toEqual(['close', 'same']);
    expect(await found(finder, 'fruit', { wordsOnly: true })).toEqual(['same']);
    expect(await found(finder, 'apricot', { wordsOnly: true })).toEqual([]);
  });
});

describe('REC-1 vectors', () => {
  it('of an instant embedder are made as needed and not kept', async () => {
    await remember({ id: 'a', text: 'pear' }, { id: 'b', text: 'bus' });
    const finder = aFinder(anEmbedder('e', { instant: true }).embedder);
    expect(await found(finder, 'fruit')).toEqual(['a']);
    expect(await store.vectorsOf('e', ['a', 'b'])).toEqual([]);
    expect(await finder.waiting()).toBe(0);
  });

  it('of any other are kept, and made once', async () => {
    await remember({ id: 'a', text: 'pear' });
    const { embedder, seen } = anEmbedder('e');
    expect(await found(aFinder(embedder), 'fruit')).toEqual(['a']);
    expect(await store.vectorsOf('e', ['a'])).toHaveLength(1);
    expect(await found(aFinder(embedder), 'fruit')).toEqual(['a']);
    expect(seen.filter((text) => text === 'pear')).toHaveLength(1);
  });

  it('of another embedder count nothing: they are made anew in the background, and words find meanwhile', async () => {
    await remember(
      ...Array.from({ length: 200 }, (_, index) => ({ id: `m${index}`, text: `pear ${index}` })),
    );
    const old = aFinder(anEmbedder('old').embedder);
    await old.embedSome(1_000);
    const { embedder } = anEmbedder('new');
    const finder = aFinder(embedder);
    expect(await finder.waiting()).toBeNull();
    expect(await found(finder, 'pear 7', { limit: 500 })).toContain('m7');
    const progress: Array<number | null> = [];
    for (let left: number | null = null; left !== 0; ) {
      ({ left } = await finder.embedSome(50));
      progress.push(left);
    }
    expect(progress.at(-1)).toBe(0);
    expect(progress.length).toBeGreaterThan(1);
    expect(await finder.waiting()).toBe(0);
    expect(await store.vectorsOf('new', ['m0', 'm199'])).toHaveLength(2);
    expect(await store.vectorsOf('old', ['m0', 'm199'])).toEqual([]);
  });

  it('of what a memory said before are not taken for what it says now, when it changes while they are made', async () => {
    const [memory] = await remember({ id: 'a', text: 'pear' });
    const { embedder } = anEmbedder('e');
    const change = { at: now, reason: 'confirmed', note: '' } as const;
    let revised = false;
    const finder = aFinder({
      ...embedder,
      async embed(texts) {
        if (texts.includes('pear') && !revised) {
          revised = true;
          const next = { ...(memory as Memory), text: 'bus', revision: 1 };
          await store.commit([{ type: 'revise-memory', owner: ali, memory: next, change }]);
          await found(finder, 'anything');
        }
        return embedder.embed(texts);
      },
    });
    await found(finder, 'fruit');
    expect(await found(finder, 'fruit')).toEqual([]);
    expect(await found(finder, 'vehicle')).toEqual(['a']);
  });

  it('are made for a memory that was changed, not taken from what it was', async () => {
    const [memory] = await remember({ id: 'a', text: 'pear' });
    const { embedder } = anEmbedder('e');
    const finder = aFinder(embedder);
    expect(await found(finder, 'fruit')).toEqual(['a']);
    const revised = { ...(memory as Memory), text: 'bus', revision: 1 };
    const change = { at: now, reason: 'confirmed', note: '' } as const;
    await store.commit([{ type: 'revise-memory', owner: ali, memory: revised, change }]);
    for (const each of [finder, aFinder(embedder)]) {
      expect(await found(each, 'fruit')).toEqual([]);
      expect(await found(each, 'vehicle')).toEqual(['a']);
    }
  });
});

describe('REC-1 a search is never an error because of an embedder', () => {
  it('that cannot be opened: words find, and it is said once', async () => {
    await remember({ id: 'a', text: 'pear' });
    const finder = createFinder(
      store,
      settings,
      async (text) => text,
      async () => Promise.reject(new Error('no such service')),
      (error) => troubles.push(error),
    );
    expect(await found(finder, 'pear')).toEqual(['a']);
    expect(await found(finder, 'pear')).toEqual(['a']);
    expect(troubles).toEqual([new Error('no such service')]);
  });

  it('but the job that makes vectors says what is wrong', async () => {
    const finder = createFinder(
      store,
      settings,
      async (text) => text,
      async () => Promise.reject(new Error('no such service')),
      () => {},
    );
    expect(await finder.waiting()).toBeNull();
    await expect(finder.embedSome(10)).rejects.toThrow('no such service');
  });

  it('that fails later', async () => {
    await remember({ id: 'a', text: 'pear' });
    const embed = async () => Promise.reject(new Error('gone'));
    const finder = aFinder(anEmbedder('e', { embed }).embedder);
    expect(await found(finder, 'pear')).toEqual(['a']);
    expect(troubles).toEqual([new Error('gone')]);
  });

  it('and it is never shown what a query must not tell', async () => {
    const { embedder, seen } = anEmbedder('e');
    await found(aFinder(embedder), 'the password is hunter2');
    expect(seen).toEqual(['the password is …']);
  });
});

it('projects that were not asked about for long make room for others, and are read again when asked', async () => {
  const finder = aFinder(null, { memoryMb: 1 });
  const projects = Array.from({ length: 6 }, (_, index) => `p${index}`);
  for (const project of projects) await remember({ id: project, text: 'alpha', scope: { ...ali, project } });
  for (const project of [...projects, ...projects]) {
    expect(await found(finder, 'alpha', {}, { project })).toEqual([project]);
  }
});

it('projects without a memory make room, too: whoever makes up names of projects does not fill the memory', async () => {
  const begun: string[] = [];
  const { memoryChanges } = store;
  store = {
    ...store,
    memoryChanges(place, mark, limit) {
      if (mark === null) begun.push(place.project);
      return memoryChanges(place, mark, limit);
    },
  };
  const finder = aFinder(null);
  for (let index = 0; index <= 500; index += 1) await found(finder, 'alpha', {}, { project: `p${index}` });
  begun.length = 0;
  for (const project of ['p500', 'p0']) await found(finder, 'alpha', {}, { project });
  expect(begun).toEqual(['p0']);
});

it('how much texts have in common is told in words and meaning', async () => {
  const finder = aFinder(anEmbedder('e', { instant: true }).embedder);
  const [same, meaning, nothing] = await finder.similarity('a pear', ['a pear', 'an apple', 'a bus']);
  expect([same, meaning, nothing]).toEqual([1, 0.5, 0]);
  const words = await aFinder(null).similarity('a pear', ['a pear', 'an apple']);
  expect(words).toEqual([1, 0]);
});

it('the meaning of texts that do not matter is not looked at', async () => {
  const { embedder, seen } = anEmbedder('e', { instant: true });
  const most: number[] = [];
  const matters = (_: number, upTo: number): boolean => {
    most.push(upTo);
    return upTo > 0.9;
  };
  const [same, meaning] = await aFinder(embedder).similarity('a pear', ['a pear', 'an apple'], matters);
  expect(most).toEqual([expect.closeTo(1, 2), expect.closeTo(0.5, 2)]);
  expect([same, meaning]).toEqual([1, 0]);
  expect(seen).toEqual(['a pear', 'a pear']);
});

it('REC-1: an index without vectors, made while the embedder fails, does not replace the one that is kept', async () => {
  await store.commit(
    Array.from({ length: 200 }, (_, number) => ({
      type: 'record-memory' as const,
      memory: aMemory({ id: `m${number}`, scope: ali, text: `an apple ${number}` }),
    })),
  );
  const wanted = { query: 'apple', now, limit: 3 };
  await aFinder(anEmbedder('fruit', { instant: true }).embedder).find(ali, wanted);
  const kept = await store.keptIndex(ali);
  expect(kept?.generation).toBe(1);
  const failing = createFinder(
    store,
    settings,
    async (text) => text,
    async () => {
      throw new Error('no network');
    },
    () => {},
  );
  expect(await failing.find(ali, wanted)).toHaveLength(3);
  expect(await store.keptIndex(ali)).toStrictEqual(kept);
});

describe('REC-1 an index that no process has built', () => {
  const place = { user: ali.user, project: ali.project, corpus: 'memories' } as const;
  const many = Array.from({ length: 150 }, (_, number) => ({ id: `m${number}`, text: `pear ${number}` }));
  const instant = (id: string): Embedder => anEmbedder(id, { instant: true }).embedder;

  it('is built in the background, before the first search, and once for all processes', async () => {
    await remember(...many);
    const finder = aFinder(instant('a'));
    expect(await finder.missing.waiting()).toBe(1);
    await finder.missing.buildOn();
    expect(await store.keptIndex(place)).toBeDefined();
    expect(await aFinder(instant('a')).missing.waiting()).toBe(0);
  });

  it('is missing again for another embedder', async () => {
    await remember(...many);
    const finder = aFinder(instant('a'));
    await finder.missing.waiting();
    await finder.missing.buildOn();
    expect(await aFinder(instant('b')).missing.waiting()).toBe(1);
    expect(await aFinder(null).missing.waiting()).toBe(1);
  });

  it('is left to the job that makes vectors where a service makes them', async () => {
    await remember(...many);
    expect(await aFinder(anEmbedder('service').embedder).missing.waiting()).toBe(0);
  });
});

describe('REC-1 while an index is being built', () => {
  /** More than a search reads itself. */
  const many = Array.from({ length: 17_000 }, (_, number) => ({ id: `m${number}`, text: `pear ${number}` }));
  const beside = [
    { id: 'old', text: 'stories of hoping', createdAt: 1 },
    { id: 'bobs', text: 'a story of hope', scope: { ...ali, agent: 'bob' } },
  ];

  it('words find what is there, in every form of theirs, and only what the asker may see', async () => {
    await remember(...many, ...beside);
    const finder = aFinder(anEmbedder('e', { instant: true }).embedder);
    expect(await found(finder, 'story, hope')).toEqual(['old']);
    expect(await found(finder, 'story, hope', {}, { agent: null })).toEqual(['bobs', 'old']);
    expect(await found(finder, 'pear 16999', { limit: 1 })).toEqual(['m16999']);
    expect(await found(finder, 'xylophone')).toEqual([]);
    expect(await found(finder, '')).toEqual([]);
    expect(troubles).toEqual(['unbuilt']);
    await finder.close();
  });

  it('it is finished in the background, and then meaning finds as well', async () => {
    await remember(...many, { id: 'bus', text: 'a bus' });
    const finder = aFinder(anEmbedder('e', { instant: true }).embedder);
    expect(await found(finder, 'vehicle')).toEqual([]);
    // There is no pause between them, and the background still gets its share.
    let answer: string[] = [];
    for (let search = 1; search <= 100 && answer.length === 0; search += 1)
      answer = await found(finder, 'vehicle');
    expect(answer).toEqual(['bus']);
    await finder.close();
  });

  it('those who must not miss anything wait for it', async () => {
    await remember(...many, { id: 'bus', text: 'a bus' });
    const finder = aFinder(anEmbedder('e', { instant: true }).embedder);
    expect(await found(finder, 'vehicle', { waitForIndex: true })).toEqual(['bus']);
    expect(troubles).toEqual([]);
  });

  it('a process that ends leaves what it has built to the next, which need not begin anew', async () => {
    await remember(...many, { id: 'bus', text: 'a bus' });
    const answers: string[][] = [];
    for (let process = 1; process <= 2; process += 1) {
      const finder = aFinder(anEmbedder('e', { instant: true }).embedder);
      answers.push(await found(finder, 'vehicle'));
      await finder.close();
    }
    expect(answers).toEqual([[], ['bus']]);
  });
});
