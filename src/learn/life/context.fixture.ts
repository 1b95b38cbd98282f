import { withRedaction } from '../../capture/redacting-store.ts';
import { type Settings, settingsSchema } from '../../config/settings.ts';
import type { Ids } from '../../ports/clock.ts';
import type { Context } from '../../ports/context.ts';
import type { Memory } from '../../records/memory.ts';
import type { Scope } from '../../records/scope.ts';
import { functionTools } from '../../run/function-tools.ts';
import { createReferenceStore } from '../../store/reference/reference-store.ts';
import { aRun, countingIds, type FixedClock, fixedClock } from '../../testing/index.ts';
import { redactText } from '../../text/redact/redact.ts';

/** The agent that owns what the builders build. */
export const ali: Scope = { user: 'ada', project: 'shop', agent: 'ali' };
export const bob: Scope = { ...ali, agent: 'bob' };
export const owner: Scope = { ...ali, agent: null };

const counted = countingIds();
/** Others than the builders give. */
const ids: Ids = (prefix) => counted(prefix).replace('_', '_made_');

/** What a stage works with, in memory, with time under control. */
export interface TestContext extends Context {
  readonly clock: FixedClock;
  readonly recorded: (...memories: Memory[]) => Promise<void>;
  /** A run of ali that was given a memory and ended so. */
  readonly used: (
    memory: Memory,
    outcome: 'success' | 'failure' | 'partial' | null,
    scope?: Scope,
  ) => Promise<string>;
  readonly now: (id: string) => Promise<Memory | undefined>;
}

export function testContext(memory: Partial<Settings['memory']> = {}): TestContext {
  const store = withRedaction(createReferenceStore());
  const clock = fixedClock(Date.UTC(2025, 6, 1));
  return {
    store,
    holder: 'here/1/job_1',
    leaving: new AbortController().signal,
    finder: { find: async () => [], findRecorded: async () => [], similarity: async () => [] },
    audit: { accessed: async () => {}, note: async () => {} },
    github: () => Promise.reject(new Error('Nobody asks GitHub here.')),
    userModels: () => Promise.reject(new Error('Nobody asks for user models here.')),
    redact: async (text) => redactText(text),
    redactJson: async (value) => value,
    inTurn: (_name, work) => work(),
    beforeClose: (work) => work(),
    clock,
    ids,
    random: () => 0.5,
    model: () => null,
    toolbox: {
      open: async () => ({ tools: functionTools({}) }),
      ask: async () => ({
        annotationsOf: () => undefined,
        schemaOf: () => null,
        hasCheck: () => false,
        configured: [],
        warnings: [],
      }),
      cache: () => ({ hits: 0, misses: 0, hitRate: null, entries: 0, bytes: 0 }),
      close: async () => {},
    },
    workflows: async () => {
      throw new Error('There are no workflows here.');
    },
    synthesisBudget: { reserve: () => null, left: 0 },
    retrievals: { note: () => {}, figures: async () => null, keep: async () => {} },
    secret: () => 'secret',
    emit: () => {},
    settings: settingsSchema.parse({ db: 'memory:', memory }),
    inBackground: (work) => void work(),
    recorded: async (...memories) => {
      await store.commit(memories.map((one) => ({ type: 'record-memory', memory: one })));
    },
    used: async ({ id: memoryId }, outcome, scope = ali) => {
      const run = aRun({ id: ids('run'), scope });
      const at = clock.now();
      const end = { finishedAt: at, summary: null, successFactors: [] };
      await store.commit([
        { type: 'start-run', run },
        { type: 'note-uses', uses: [{ memoryId, runId: run.id, at, settled: false }] },
      ]);
      if (outcome !== null) {
        await store.commit([{ type: 'finish-run', owner: scope, runId: run.id, end: { ...end, outcome } }]);
      }
      return run.id;
    },
    now: (id) => store.getMemory(owner, id),
  };
}
