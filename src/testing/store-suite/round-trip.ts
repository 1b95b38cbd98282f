import { expect } from 'vitest';
import type { Store } from '../../ports/store.ts';
import type { Job } from '../../records/job.ts';
import { type Lesson, lessonKinds } from '../../records/lesson.ts';
import { memoryKinds } from '../../records/memory.ts';
import { latestMoment } from '../../records/record.ts';
import type { Run } from '../../records/run.ts';
import type { Scope } from '../../records/scope.ts';
import type { Message } from '../../records/session.ts';
import type { Step } from '../../records/step.ts';
import {
  aJob,
  aMemory,
  aMessage,
  aModelStep,
  aNoteStep,
  aRun,
  aSession,
  aStep,
  aTask,
  aTemplate,
  aToken,
} from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import { aFullLesson } from './full-lessons.ts';
import {
  aFullJob,
  aFullMemory,
  aFullMessage,
  aFullRun,
  aFullStep,
  aFullTask,
  aFullToken,
} from './full-records.ts';
import { aFullTemplate } from './full-template.ts';
import { ali, create, hold, longAgo, record, type StoreCase, say, wholeList } from './store-case.ts';

async function expectTaskKept(store: Store, task: ReturnType<typeof aTask>): Promise<void> {
  await store.commit([{ type: 'create-task', task }]);
  expect(await store.findTasks(ali, task.id)).toStrictEqual([task]);
  expect((await store.listTasks(ali, {}, wholeList)).items).toStrictEqual([task]);
}

async function expectRunKept(store: Store, run: Run): Promise<void> {
  await store.commit([{ type: 'start-run', run }]);
  const { totals, ...read } = (await store.getRun(ali, run.id)) ?? { totals: undefined };
  expect(read).toStrictEqual(run);
  expect((await store.listRuns(ali, {}, wholeList)).items).toStrictEqual([{ ...run, totals }]);
}

async function expectStepKept(store: Store, step: Step): Promise<void> {
  await store.commit([
    { type: 'start-run', run: aRun({ id: step.runId }) },
    { type: 'append-step', step },
  ]);
  expect(await store.listSteps(ali, step.runId)).toStrictEqual([step]);
}

async function expectMessageKept(store: Store, message: Message): Promise<void> {
  const session = aSession({ id: message.sessionId });
  await store.commit([say(session, message)]);
  expect(await store.listMessages(ali, session)).toStrictEqual([message]);
  const summary = { ...session, messages: 1, lastMessageAt: message.createdAt };
  expect(await store.findSessions(ali, session.id)).toStrictEqual([summary]);
  expect((await store.listSessions(ali, wholeList)).items).toStrictEqual([summary]);
}

async function expectMemoryKept(store: Store, memory: ReturnType<typeof aMemory>): Promise<void> {
  await store.commit([record(memory)]);
  expect(await store.getMemory(ali, memory.id)).toStrictEqual(memory);
  const filter = { now: longAgo, standing: memory.standing };
  expect((await store.listMemories(ali, filter, wholeList)).items).toStrictEqual([memory]);
}

async function expectTemplateKept(store: Store, template: ReturnType<typeof aTemplate>): Promise<void> {
  await store.commit([{ type: 'save-template', template }]);
  expect(await store.findTemplates(ali, template.id)).toStrictEqual([template]);
  expect((await store.listTemplates(ali, wholeList)).items).toStrictEqual([template]);
}

async function expectTokenKept(store: Store, token: ReturnType<typeof aToken>): Promise<void> {
  await store.commit([create(token)]);
  expect(await store.listTokens(ali)).toStrictEqual([token]);
  expect(await store.findToken(token.hash)).toStrictEqual(token);
}

async function expectJobKept(store: Store, job: Job): Promise<void> {
  await store.commit([hold(job)]);
  expect(await store.listJobs()).toStrictEqual([job]);
}

async function expectLessonKept(store: Store, lesson: Lesson): Promise<void> {
  await store.commit([{ type: 'save-lesson', lesson, ifAbsent: true }]);
  expect(await store.findLessons(ali, lesson.kind, [lesson.id])).toStrictEqual([lesson]);
  expect((await store.listLessons(ali, lesson.kind, wholeList)).items).toStrictEqual([lesson]);
}

const lessonKindCases = lessonKinds.flatMap((kind): StoreCase[] => [
  {
    title: `LRN-4: a lesson of kind ${kind} with every field set is read as it was written`,
    check: (store) => expectLessonKept(store, aFullLesson(kind)),
  },
  {
    title: `LRN-4: a lesson of kind ${kind} of defaults is read as it was written`,
    check: (store) => expectLessonKept(store, aLesson(kind)),
  },
]);

const memoryKindCases = memoryKinds.flatMap((kind): StoreCase[] => [
  {
    title: `MEM-2: a ${kind} memory with every field set is read as it was written`,
    check: (store) => expectMemoryKept(store, aFullMemory(kind)),
  },
  {
    title: `MEM-2: a ${kind} memory of text alone is read as it was written`,
    check: (store) => expectMemoryKept(store, aMemory({ kind, text: 'Only text.', content: {} })),
  },
]);

/** Texts that backends are known to change: by encoding, trimming, quoting, folding or cutting. */
const difficultTexts: Readonly<Record<string, string>> = {
  'emoji and joined emoji': '🧠 👩‍👩‍👧‍👦 🏳️‍🌈',
  'several scripts': 'Größe, 日本語, العربية, हिन्दी, ไทย',
  'both normal forms of one letter': 'é e\u0301',
  'signs of SQL, JSON and globs': `'; DROP TABLE memories; -- "%_\\ {"a":[]} $1 ? :x`,
  'white space around it': '  \t text \r\n\n ',
  'half a megabyte': 'long text with ümläuts. '.repeat(20_000),
};

const textCases = Object.entries(difficultTexts).map(
  ([what, text]): StoreCase => ({
    title: `MEM-2: text with ${what} is read as it was written`,
    async check(store) {
      await expectMemoryKept(store, aMemory({ text }));
      await expectMessageKept(store, aMessage({ content: text }));
    },
  }),
);

const difficultNames: Scope = { user: 'O’Brien "x"', project: '50% _off', agent: '日本🧠' };

export const roundTripCases: readonly StoreCase[] = [
  {
    title: 'STO-2: a task with every field set is read as it was written',
    check: (store) => expectTaskKept(store, aFullTask()),
  },
  {
    title: 'STO-2: a task of defaults is read as it was written',
    check: (store) => expectTaskKept(store, aTask()),
  },
  {
    title: 'CAP-3: a run with every field set is read as it was written',
    check: (store) => expectRunKept(store, aFullRun()),
  },
  {
    title: 'CAP-3: a run of defaults is read as it was written',
    check: (store) => expectRunKept(store, aRun()),
  },
  {
    title: 'CAP-1: a tool step with every field set is read as it was written',
    check: (store) => expectStepKept(store, aFullStep('run_1')),
  },
  {
    title: 'CAP-1: a tool step of defaults is read as it was written',
    check: (store) => expectStepKept(store, aStep()),
  },
  {
    title: 'CAP-2: a model step is read as it was written',
    check: (store) => expectStepKept(store, aModelStep({ inputTokens: 1_234_567, outputTokens: 0 })),
  },
  {
    title: 'CAP-1: a note is read as it was written',
    check: (store) => expectStepKept(store, aNoteStep({ text: '' })),
  },
  {
    title: 'CAP-1: a message written down during a run is read as it was written',
    check: (store) => expectStepKept(store, aNoteStep({ kind: 'message' })),
  },
  {
    title: 'CAP-1: control characters and signs beyond the basic plane survive in arguments and results',
    check: (store) =>
      expectStepKept(store, aStep({ arguments: { bell: 'a\u0007b', '🥐': '\u2028' }, result: '\u001b[31m' })),
  },
  {
    title: 'CAP-1: a result may be any JSON value, null and large numbers included',
    async check(store) {
      const results = [null, false, 0, '', [], {}, Number.MAX_SAFE_INTEGER, -1.5e-300, [[[[[]]]]]];
      const steps = results.map((result, position) => aStep({ result, position }));
      await store.commit([
        { type: 'start-run', run: aRun() },
        ...steps.map((step) => ({ type: 'append-step', step }) as const),
      ]);
      expect(await store.listSteps(ali, 'run_000001')).toStrictEqual(steps);
    },
  },
  {
    title: 'CAP-4: a message with every field set, and its session, are read as they were written',
    check: (store) => expectMessageKept(store, aFullMessage('ses_1')),
  },
  {
    title: 'CAP-4: a message of defaults, and its session, are read as they were written',
    check: (store) => expectMessageKept(store, aMessage({ content: '' })),
  },
  ...memoryKindCases,
  ...lessonKindCases,
  ...textCases,
  {
    title: 'MEM-2: times at both ends of the range are read as they were written',
    check: (store) =>
      expectMemoryKept(store, aMemory({ createdAt: 0, expiresAt: latestMoment, lastAccessedAt: 0 })),
  },
  {
    title: 'MEM-2: tags keep their order and their repetitions',
    check: (store) => expectMemoryKept(store, aMemory({ tags: ['b', 'a', 'b'] })),
  },
  {
    title: 'TPL-1: a template with every field set is read as it was written',
    check: (store) => expectTemplateKept(store, aFullTemplate()),
  },
  {
    title: 'TPL-1: a template of defaults is read as it was written',
    check: (store) => expectTemplateKept(store, aTemplate()),
  },
  {
    title: 'API-2: a token with every field set, expired even, is read as it was written',
    check: (store) => expectTokenKept(store, aFullToken()),
  },
  {
    title: 'API-2: a token of defaults is read as it was written',
    check: (store) => expectTokenKept(store, aToken()),
  },
  {
    title: 'STO-2: a job with every field set is read as it was written',
    check: (store) => expectJobKept(store, aFullJob()),
  },
  {
    title: 'STO-2: a job of defaults is read as it was written',
    check: (store) => expectJobKept(store, aJob()),
  },
  {
    title: 'STO-2: names of owners may have any letters and signs',
    async check(store) {
      const memory = aMemory({ scope: difficultNames });
      await store.commit([record(memory)]);
      expect(await store.getMemory(difficultNames, memory.id)).toStrictEqual(memory);
    },
  },
  {
    title: 'STO-2: changing a record after it was committed changes nothing in the store',
    async check(store) {
      const memory = aMemory({ tags: ['kept'] });
      const written = structuredClone(memory);
      await store.commit([record(memory)]);
      memory.tags.push('added later');
      expect(await store.getMemory(ali, memory.id)).toStrictEqual(written);
    },
  },
  {
    title: 'STO-2: changing a record that was read changes nothing in the store',
    async check(store) {
      const memory = aMemory({ tags: ['kept'] });
      await store.commit([record(memory)]);
      (await store.getMemory(ali, memory.id))?.tags.push('added later');
      const page = await store.listMemories(ali, { now: longAgo }, wholeList);
      page.items[0]?.tags.push('added later');
      expect(await store.getMemory(ali, memory.id)).toStrictEqual(memory);
    },
  },
];
