import { expect } from 'vitest';
import { termsOf } from '../../model/terms.ts';
import type { MemoryFilter, Store } from '../../ports/store.ts';
import { aMemory } from '../builders.ts';
import { ali, idsOf, longAgo, record, type StoreCase } from './store-case.ts';

async function found(
  store: Store,
  terms: readonly string[],
  filter: Partial<MemoryFilter> = {},
  limit = 100,
): Promise<string[]> {
  const candidates = await store.findByTerms(ali, terms, { now: longAgo, ...filter }, limit);
  return idsOf(candidates.map(({ memory }) => memory)).toSorted();
}

const remember = (store: Store, texts: Readonly<Record<string, string>>) =>
  store.commit(Object.entries(texts).map(([id, text]) => record(aMemory({ id, text }))));

/** What a search engine below might take for an instruction. Each is one term, and none of them is stored. */
const notStored = [
  'or',
  'not',
  'and',
  'alpha*',
  '^alpha',
  '"alpha"',
  '"',
  "'",
  'alpha beta',
  'alpha"beta',
  'terms:alpha',
  '(alpha)',
  'alpha OR beta',
  '-alpha',
  '+',
  '%',
  'alph',
  '',
];

export const textSearchCases: readonly StoreCase[] = [
  {
    title: 'REC-1: finds memories with at least one of the terms, each once, and no others',
    async check(store) {
      await remember(store, { a: 'alpha', b: 'beta', both: 'alpha beta', none: 'gamma' });
      expect(await found(store, ['alpha', 'beta'])).toStrictEqual(['a', 'b', 'both']);
      expect(await found(store, ['alpha', 'alpha'])).toStrictEqual(['a', 'both']);
      expect(await found(store, ['delta'])).toStrictEqual([]);
      expect(await found(store, [])).toStrictEqual([]);
    },
  },
  {
    title: 'REC-1: tells how often each term occurs and how many terms the memory has',
    async check(store) {
      const memory = aMemory({ text: 'alpha beta alpha, the gamma and alpha' });
      await store.commit([record(memory)]);
      expect(await store.findByTerms(ali, ['alpha', 'gamma', 'delta'], { now: longAgo }, 10)).toStrictEqual([
        {
          memory,
          termCounts: new Map([
            ['alpha', 3],
            ['gamma', 1],
          ]),
          length: 5,
        },
      ]);
    },
  },
  {
    title: 'REC-1: finds words of the fields of a kind as well as of the text',
    async check(store) {
      const content = { name: 'orders', properties: { owner: { team: 'payments' } } };
      await store.commit([record(aMemory({ id: 'a', kind: 'entity', text: 'alpha', content }))]);
      for (const word of ['alpha', 'orders', 'owner', 'payments']) {
        expect(await found(store, termsOf(word))).toStrictEqual(['a']);
      }
    },
  },
  {
    title: 'REC-1: the limit keeps the memories that share most with the question',
    async check(store) {
      await remember(store, {
        a: 'alpha delta epsilon zeta',
        b: 'beta delta epsilon zeta',
        best: 'alpha beta gamma zeta',
        c: 'gamma delta epsilon zeta',
        d: 'eta theta iota kappa',
      });
      expect(await found(store, ['alpha', 'beta', 'gamma'], {}, 1)).toStrictEqual(['best']);
      expect(await found(store, ['alpha', 'beta', 'gamma'], {}, 3)).toHaveLength(3);
      expect(await found(store, ['alpha', 'beta', 'gamma'], {}, 3)).toContain('best');
    },
  },
  {
    title: 'REC-1: expired memories are left out and do not use up the limit',
    async check(store) {
      await store.commit([
        record(aMemory({ id: 'expired', text: 'alpha beta', expiresAt: 10 })),
        record(aMemory({ id: 'valid', text: 'alpha gamma', expiresAt: 11 })),
      ]);
      expect(await found(store, ['alpha', 'beta'], { now: 10 }, 1)).toStrictEqual(['valid']);
    },
  },
  {
    title: 'REC-1: filters by kind, tag and topic before the limit',
    async check(store) {
      const content = { context: 'alpha' };
      await store.commit([
        record(aMemory({ id: 'a', kind: 'decision', content, tags: ['x'] })),
        record(aMemory({ id: 'b', kind: 'success', content, tags: ['y'] })),
        record(aMemory({ id: 'c', kind: 'rule', text: 'alpha', tags: ['x'] })),
      ]);
      expect(await found(store, ['alpha'], { kind: 'success' }, 1)).toStrictEqual(['b']);
      expect(await found(store, ['alpha'], { tag: 'x' })).toStrictEqual(['a', 'c']);
      expect(await found(store, ['alpha'], { topic: 'alpha' })).toStrictEqual(['a', 'b']);
      expect(await found(store, ['alpha'], { topic: 'alpha', tag: 'x' }, 1)).toStrictEqual(['a']);
    },
  },
  {
    title: 'REC-1: words that search engines use as operators are words',
    async check(store) {
      await remember(store, { a: 'near alpha', b: 'alpha match' });
      expect(await found(store, ['near'])).toStrictEqual(['a']);
      expect(await found(store, ['match', 'near'])).toStrictEqual(['a', 'b']);
    },
  },
  ...notStored.map(
    (term): StoreCase => ({
      title: `REC-1: the term <${term}> is one plain word: it finds nothing here and disturbs no other term`,
      async check(store) {
        await remember(store, { a: 'alpha beta', b: 'beta gamma' });
        expect(await found(store, [term])).toStrictEqual([]);
        expect(await found(store, [term, 'gamma'])).toStrictEqual(['b']);
        expect(await found(store, ['gamma', term])).toStrictEqual(['b']);
      },
    }),
  ),
  {
    title: 'REC-1: finds words of every script',
    async check(store) {
      const texts = { de: 'Größe Übung', ja: '日本語', ar: 'مرحبا', hi: 'हिन्दी', digits: 'ticket 4711' };
      await remember(store, texts);
      for (const [id, text] of Object.entries(texts)) {
        for (const term of termsOf(text)) expect(await found(store, [term])).toStrictEqual([id]);
      }
    },
  },
  {
    title: 'REC-1: a word without its accent is another word, and does not use up the limit',
    async check(store) {
      await remember(store, { plain: 'ubung ubung', accented: 'übung gamma delta' });
      expect(await found(store, termsOf('Übung'), {}, 1)).toStrictEqual(['accented']);
      expect(await found(store, ['ubung'], {}, 1)).toStrictEqual(['plain']);
    },
  },
  {
    title: 'REC-1: a question of a thousand terms is answered',
    async check(store) {
      await remember(store, { a: 'alpha', b: 'beta' });
      const many = Array.from({ length: 1_000 }, (_, index) => `word${index}`);
      expect(await found(store, [...many, 'alpha'])).toStrictEqual(['a']);
    },
  },
];
