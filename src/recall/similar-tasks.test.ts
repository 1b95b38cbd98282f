import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settingsSchema } from '../config/settings.ts';
import { anExecution } from '../learn/executions/execution.fixture.ts';
import type { Context } from '../ports/context.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { MemoryFinder } from '../ports/memory-finder.ts';
import { createReferenceStore } from '../store/reference/reference-store.ts';
import { createFinder } from './finder.ts';
import { similarWork } from './similar-tasks.ts';

const viewer = { user: 'ada', project: 'shop', agent: 'ali' };
const words = ['refund', 'order', 'login', 'cart'];
/** A direction for each word, so that texts with other words may still be close. */
const embedder: Embedder = {
  id: 'letters',
  dimensions: 3,
  instant: true,
  embed: async (texts) =>
    texts.map((text) => Float32Array.from(['r', 'o', 'l'], (letter) => text.split(letter).length - 1)),
};
const settings = settingsSchema.parse({ db: 'memory:' });
const finder = createFinder(
  createReferenceStore(),
  settings.recall,
  async (text) => text,
  async () => embedder,
  () => {},
);
/** Compares the meaning of every text. */
const thorough: MemoryFinder = {
  ...finder,
  similarity: (text, others) => finder.similarity(text, others),
};

const description = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
  .map((said) => said.join(' '));
const category = fc.constantFrom('auth', 'shop', null);
const threshold = fc.constantFrom(0.05, 0.25, 0.3, 0.35, 0.5, 0.7);

it('REC-6: work is as similar as when the meaning of every description is compared', async () => {
  const found: number[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ description, category, type: category }), { minLength: 1, maxLength: 12 }),
      fc.record({ description, category: fc.constantFrom('auth', 'shop'), type: category }),
      threshold,
      async (done, { description: about, category: of, type }, least) => {
        const executions = done.map((each, number) => anExecution({ ...each, runId: `run${number}` }));
        const similarTasks = { ...settings.recall.similarTasks, threshold: least };
        const asked = { description: about, category: of, ...(type === null ? {} : { type }) };
        const work = async (by: MemoryFinder) => {
          const context = {
            finder: by,
            store: { listExecutions: async () => executions },
            settings: { ...settings, recall: { ...settings.recall, similarTasks } },
          } as unknown as Context;
          return (await similarWork(context, viewer, asked)).runs;
        };
        const runs = await work(finder);
        expect(runs).toEqual(await work(thorough));
        found.push(runs.length);
      },
    ),
  );
  expect(found.some((count) => count > 0)).toBe(true);
});
