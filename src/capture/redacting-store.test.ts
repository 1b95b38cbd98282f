import { describe, expect, it } from 'vitest';
import type { Condition } from '../model/check.ts';
import { type Lesson, lessonKinds, lessonSchema } from '../model/lesson.ts';
import type { Memory } from '../model/memory.ts';
import type { Guidance } from '../model/pattern.ts';
import { placeholderStart } from '../model/placeholder.ts';
import { errorSignature } from '../model/signature.ts';
import type { Command } from '../ports/store.ts';
import { createNullStore } from '../store/null-store.ts';
import { aRevision, aUse } from '../testing/builders.ts';
import {
  aLesson,
  aMemory,
  aMessage,
  aModelStep,
  aNoteStep,
  aRun,
  aSession,
  aStep,
  aTask,
  aTemplate,
} from '../testing/index.ts';
import { redactText } from './redact/redact.ts';
import { redactCommand, withRedaction } from './redacting-store.ts';

// Put together here, so that nobody's scanner takes this file for a leak.
const token = ['ghp', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('_');
const leak = `use ${token} now`;
const owner = { user: 'ada', project: 'shop', agent: 'ali' };
const error = { type: 'Error', message: leak, signature: leak };
const subTask = { id: 'part', index: 0, text: leak };

const revising = (memory: Memory, note = 'It helped.'): Command => ({
  type: 'revise-memory',
  owner,
  memory,
  change: { at: 1, reason: 'confirmed', note },
});

const guidance: Guidance = {
  pattern: 'p',
  kind: 'success',
  context: leak,
  steps: [leak],
  checks: [],
  appliedAt: 1,
  outcome: null,
};
const saving = (lesson: Lesson): Command => ({ type: 'save-lesson', lesson });
const argument: Condition = { of: 'argument', path: `$.${token}[0]`, is: 'equals', value: { deep: [leak] } };
const recent = { of: 'recent', tool: leak, within: 3, is: 'failed' } as const;
const command = { kind: 'command', command: leak } as const;
const question = { kind: 'question', text: leak } as const;

/** Every command with a secret in one of its texts. */
const leaks: ReadonlyArray<readonly [string, Command]> = [
  ['the description of a task', { type: 'create-task', task: aTask({ description: leak }) }],
  ['the category and type of a task', { type: 'create-task', task: aTask({ category: leak, type: leak }) }],
  ['a changed task', { type: 'update-task', owner, task: aTask({ description: leak }) }],
  ['the task of a run', { type: 'start-run', run: aRun({ task: { ...aRun().task, description: leak } }) }],
  ['the inputs of a run', { type: 'start-run', run: aRun({ inputs: { deep: [{ note: leak }] } }) }],
  ['the approach of a run', { type: 'start-run', run: aRun({ approach: leak }) }],
  ['the summary of a run', { type: 'start-run', run: aRun({ summary: leak, successFactors: [leak] }) }],
  ['the arguments of a call', { type: 'append-step', step: aStep({ arguments: { header: leak } }) }],
  ['the key of an argument', { type: 'append-step', step: aStep({ arguments: { [token]: 1 } }) }],
  ['the result of a call', { type: 'append-step', step: aStep({ result: [leak] }) }],
  ['the result of a call, as text', { type: 'append-step', step: aStep({ result: leak }) }],
  ['the name of a tool', { type: 'append-step', step: aStep({ tool: leak }) }],
  ['the error of a call', { type: 'append-step', step: aStep({ success: false, error }) }],
  ['the sub-task of a call', { type: 'append-step', step: aStep({ subTask }) }],
  ['the error of a model call', { type: 'append-step', step: aModelStep({ success: false, error }) }],
  ['the sub-task of a model call', { type: 'append-step', step: aModelStep({ subTask }) }],
  ['a note', { type: 'append-step', step: aNoteStep({ text: leak }) }],
  ['the sub-task of a note', { type: 'append-step', step: aNoteStep({ subTask, error }) }],
  [
    'the end of a run',
    {
      type: 'finish-run',
      owner,
      runId: 'run_000001',
      end: { outcome: 'success', finishedAt: 1, summary: leak, successFactors: [leak], approach: leak },
    },
  ],
  ['a message', { type: 'append-message', session: aSession(), message: aMessage({ content: leak }) }],
  [
    'a call in a message',
    {
      type: 'append-message',
      session: aSession(),
      message: aMessage({ toolCalls: [{ id: 'c', name: 'get', arguments: { url: leak } }] }),
    },
  ],
  ['the text of a memory', { type: 'record-memory', memory: aMemory({ text: leak }) }],
  ['the tags of a memory', { type: 'record-memory', memory: aMemory({ tags: [leak] }) }],
  [
    'the fields of a memory',
    {
      type: 'record-memory',
      memory: aMemory({ kind: 'decision', content: { context: leak, action: leak, alternatives: [leak] } }),
    },
  ],
  [
    'the value of a preference',
    {
      type: 'record-memory',
      memory: aMemory({ kind: 'preference', content: { key: 'theme', value: { a: leak } } }),
    },
  ],
  ['a revised memory', revising(aMemory({ text: leak, tags: [leak], revision: 1 }))],
  ['the reason of a revision', revising(aMemory({ revision: 1 }), leak)],
  [
    'what a memory was',
    { type: 'keep-revision', revision: aRevision({ before: aMemory({ text: leak, tags: [leak] }) }) },
  ],
  ['the guidance of a task', { type: 'create-task', task: aTask({ guidance: [guidance] }) }],
  ['a failure pattern', saving(aLesson('failure', { content: { template: leak, rootCause: leak } }))],
  [
    'a solution',
    saving(
      aLesson('solution', {
        content: { errorType: leak, approach: leak, steps: ['first', leak], categories: [leak] },
      }),
    ),
  ],
  [
    'when a check is to fire',
    saving(
      aLesson('check', {
        content: {
          message: leak,
          when: {
            tool: leak,
            mentions: [leak],
            conditions: [argument, recent],
            category: leak,
            context: leak,
            stage: leak,
          },
          verify: { kind: 'predicate', all: [argument, recent] },
          offReason: leak,
        },
      }),
    ),
  ],
  ['the command of a check', saving(aLesson('check', { content: { verify: command } }))],
  ['the question of a check', saving(aLesson('check', { content: { verify: question } }))],
  ['what came of a lesson', saving(aLesson('trial', { content: { tool: leak, note: leak } }))],
  ['the reason of a revision that is kept', { type: 'keep-revision', revision: aRevision({ note: leak }) }],
];

const clean: readonly Command[] = [
  { type: 'create-task', task: aTask() },
  { type: 'update-task', owner, task: aTask() },
  { type: 'start-run', run: aRun({ inputs: { order: 42 }, approach: 'direct' }) },
  { type: 'append-step', step: aStep() },
  { type: 'append-step', step: aModelStep() },
  { type: 'append-step', step: aNoteStep() },
  {
    type: 'finish-run',
    owner,
    runId: 'run_000001',
    end: { outcome: 'success', finishedAt: 1, summary: null, successFactors: [] },
  },
  { type: 'append-message', session: aSession(), message: aMessage() },
  { type: 'record-memory', memory: aMemory() },
  {
    type: 'record-memory',
    memory: aMemory({ kind: 'preference', content: { key: 'theme', value: 'dark' } }),
  },
  revising(aMemory({ revision: 1 })),
  { type: 'keep-revision', revision: aRevision() },
  { type: 'note-uses', uses: [aUse()] },
  {
    type: 'keep-vectors',
    embedder: 'e',
    vectors: [{ id: 'mem_000001', revision: 0, vector: new Uint8Array([1, 255]) }],
  },
  { type: 'prune-memories', ids: ['mem_000001'], now: 1 },
  { type: 'delete-memory', owner, id: 'mem_000001' },
  { type: 'count-access', ids: ['mem_000001'], at: 1 },
  ...lessonKinds.map((kind) => saving(aLesson(kind, { slug: 'a-slug', keys: ['order <number> is locked'] }))),
  { type: 'delete-lesson', owner, id: 'les_000001' },
  { type: 'save-template', template: aTemplate() },
];

describe('CAP-5 before a command is stored', () => {
  it.each(leaks)('a secret is taken out of %s', (_, command) => {
    expect(JSON.stringify(command)).toContain(token);
    const stored = JSON.stringify(redactCommand(command));
    expect(stored).not.toContain(token);
    expect(stored).toContain(placeholderStart);
  });

  it.each(clean.map((command) => [command.type, command] as const))(
    'a clean %s stays as it is',
    (_, command) => {
      expect(redactCommand(command)).toEqual(command);
    },
  );

  it('a clean call is not even copied', () => {
    const command: Command = { type: 'append-step', step: aStep() };
    expect(redactCommand(command)).toBe(command);
  });

  it('the signature of an error is made again from the text that is kept', () => {
    const { step } = redactCommand({ type: 'append-step', step: aStep({ success: false, error }) });
    expect(step.error?.signature).toBe(errorSignature(step.error?.message ?? ''));
    expect(step.error?.signature).toContain('<secret>');
  });

  it('the signatures and the keys of lessons are made again like those of steps', () => {
    const signature = errorSignature(redactText(leak));
    const failure = aLesson('failure', { keys: [leak, 'run_1'], content: { signature: leak } });
    const { lesson } = redactCommand({ type: 'save-lesson', lesson: failure });
    expect(lesson.keys).toEqual([signature, 'run_1']);
    expect(lesson.content).toMatchObject({ signature });
    const solution = aLesson('solution', { content: { signature: leak } });
    const saved = redactCommand({ type: 'save-lesson', lesson: solution });
    expect(saved.lesson.content).toMatchObject({ signature });
  });

  it('the value of a condition is judged by the name it is looked for under', () => {
    const valueAt = (path: string) => {
      const all = [{ of: 'argument', path, is: 'equals', value: 'hunter2' } as const];
      const lesson = aLesson('check', { content: { verify: { kind: 'predicate', all } } });
      const { content } = redactCommand({ type: 'save-lesson', lesson }).lesson;
      return JSON.stringify(content);
    };
    expect(valueAt('$.db.password')).not.toContain('hunter2');
    expect(valueAt('$.db.passwords[0]')).toContain('"path":"$.db.passwords[0]"');
    expect(valueAt('$.db.nickname')).toContain('hunter2');
  });

  it('a lesson without its secrets can still be read', () => {
    const lessons = leaks.flatMap(([, each]) =>
      each.type === 'save-lesson' ? [redactCommand(each).lesson] : [],
    );
    expect(lessons.length).toBeGreaterThan(4);
    for (const lesson of lessons) expect(lessonSchema.parse(lesson)).toEqual(lesson);
  });

  it('a preference is judged by its key', () => {
    const preference = (key: string) =>
      redactCommand({
        type: 'record-memory',
        memory: aMemory({ kind: 'preference', content: { key, value: 'hunter2' } }),
      }).memory.content;
    expect(preference('db_password')).toEqual({ key: 'db_password', value: '[REDACTED:password]' });
    expect(preference('nickname')).toEqual({ key: 'nickname', value: 'hunter2' });
  });

  it.each(leaks)('redacting twice changes nothing more: %s', (_, command) => {
    const once = redactCommand(command);
    expect(redactCommand({ ...once })).toEqual(once);
  });

  it('whoever writes through the store cannot forget it', async () => {
    const written: Command[] = [];
    const store = withRedaction({
      ...createNullStore(),
      async commit(commands) {
        written.push(...commands);
        return { ignored: [] };
      },
    });
    await store.commit(leaks.map(([, command]) => command));
    expect(written).toHaveLength(leaks.length);
    expect(JSON.stringify(written)).not.toContain(token);
  });
});
