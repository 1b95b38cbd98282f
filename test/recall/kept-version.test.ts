import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Command, Store } from '../../src/ports/store.ts';
import { makingWith } from '../../src/recall/index/kept/about.ts';
import { createPlaceIndex } from '../../src/recall/index/place-index.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { aMemory } from '../../src/testing/index.ts';
import { meaning, place } from './index-history.ts';

/** Whatever is done with texts on their way into an index shows in one of these. */
const texts = [
  'Ann: getUserById failed with ECONNREFUSED, did it not?',
  "Ben: We'll deploy Caroline's OAuth2 HTTPServer on 3 May 2025!",
  '東京都の天気 and naïve café',
  'ｆｕｌｌ width, ﬁgures & the stories of hoping',
  // Words that say nothing.
  'a an and are as at be been but by can could did do does doing for from had has have having he her hers him his how i if in into is it its',
  'just me my no nor not of on or our ours out over own she should so some such than that the their theirs them then there these they this',
  'those through to too under until up very was we were what when where which while who whom why will with would you your yours',
];

const memories = texts.map((text, number) =>
  aMemory({
    id: `m${number}`,
    scope: { ...place, agent: null },
    text,
    tags: ['greek'],
    createdAt: Date.UTC(2025, 4, 3 + number),
    provenance: { ...aMemory().provenance, sessionId: 's', position: number },
  }),
);

/** A digest of all bytes that are kept of an index. */
async function keptBytes(): Promise<string> {
  const store = createReferenceStore();
  const kept: Array<Command & { type: 'keep-index' }> = [];
  const noting: Store = {
    ...store,
    commit(commands) {
      for (const command of commands) if (command.type === 'keep-index') kept.push(command);
      return store.commit(commands);
    },
  };
  await store.commit(memories.map((memory) => ({ type: 'record-memory', memory }) as const));
  await createPlaceIndex(noting, place, meaning, {
    keeping: { worthKeeping: 1, mostInSegment: 40 },
  }).follow();
  const digest = createHash('sha256');
  for (const { parts } of kept) {
    for (const { segment, name, bytes } of parts) digest.update(`${segment} ${name}\n`).update(bytes);
  }
  return digest.digest('hex').slice(0, 16);
}

it('REC-1: an index that would be made in another way has another version, so that no process reads a former one', async () => {
  const [version] = makingWith(null).split(' ');
  // When the digest is another: raise `version` in `recall/index/kept/about.ts`, and write both here.
  expect({ version, digest: await keptBytes() }).toEqual({ version: '3', digest: 'b69f2580edcfa96d' });
});
