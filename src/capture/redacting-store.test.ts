import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import type { Command } from '../ports/store.ts';
import type { Condition } from '../records/check.ts';
import { type Lesson, lessonKinds, lessonSchema } from '../records/lesson.ts';
import type { Memory } from '../records/memory.ts';
import type { Guidance } from '../records/pattern.ts';
import type { Binding, Observation, Parameter, PlanStep } from '../records/plan.ts';
import { type Template, templateSchema } from '../records/template.ts';
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
import { aFullTemplate } from '../testing/store-suite/full-template.ts';
import { placeholderStart } from '../text/placeholder.ts';
import { redactText } from '../text/redact/redact.ts';
import { errorSignature } from '../text/signature.ts';
import { redactCommand } from './redact-command.ts';
import { withRedaction } from './redacting-store.ts';

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

const member = (binding: Binding): Binding => ({ from: 'object', members: { note: binding } });
const secretAt = (value: Json): Binding => ({ from: 'constant', value });
const place = { step: 0, path: `$.${token}[0].id` };
const [call] = aTemplate().plan;
const [parameter] = aTemplate().parameters;
const withStep = (step: Partial<PlanStep>): Template =>
  aTemplate({ plan: call === undefined ? [] : [{ ...call, ...step }] });
const anObservation = (overrides: Partial<Observation>): Observation => ({
  ...{ arguments: {}, result: null, error: null, at: 0, isCut: false },
  ...overrides,
});
const withParameter = (changes: Partial<Parameter>): Template =>
  aTemplate({ parameters: parameter === undefined ? [] : [{ ...parameter, ...changes }] });
const bound = (binding: Binding): Template => withStep({ arguments: member(binding) });

/** Every text of a template, and every sort of binding, with a secret in it. */
const leakyTemplates: ReadonlyArray<readonly [string, Template]> = [
  ['the task of a template', aTemplate({ task: { ...aRun().task, description: leak, category: leak } })],
  ['the sub-tasks of a template', aTemplate({ subTasks: [subTask] })],
  ['the reason of a status', aTemplate({ statusReason: leak })],
  ['the value of a parameter', withParameter({ example: { deep: [leak] } })],
  ['the note of a parameter', withParameter({ note: leak })],
  ['the values a parameter had', withParameter({ seen: [1, { deep: [leak] }] })],
  ['what a parameter repeats', withParameter({ repeats: [place] })],
  ['where a parameter is found', withParameter({ presentIn: place })],
  ['the tool of a plan', withStep({ tool: leak })],
  ['what a call was given', withStep({ observed: [anObservation({ arguments: { deep: [leak] } })] })],
  ['what a call answered', withStep({ observed: [anObservation({ result: { deep: [leak] } })] })],
  ['what a call failed with', withStep({ observed: [anObservation({ error: leak })] })],
  ['a place that may hold anything', withStep({ free: [place.path] })],
  ['what must hold', withStep({ holds: [{ path: place.path, oneOf: [1, { deep: leak }] }] })],
  ['the name of an argument', withStep({ arguments: { from: 'object', members: { [token]: secretAt(1) } } })],
  ['a constant', bound(secretAt({ deep: [leak] }))],
  ['explanations that must agree', bound({ from: 'agreeing', of: [secretAt(1), secretAt(leak)] })],
  ['what is put together again', bound({ from: 'given', name: 'note', otherwise: secretAt(leak) })],
  ['the path of a list', bound({ from: 'all', ...place })],
  ['a member of a value', bound({ from: 'member', of: secretAt(leak), path: '$.id' })],
  ['the path of a member', bound({ from: 'member', of: secretAt(1), path: place.path })],
  ['a line of a text', bound({ from: 'line', of: secretAt(leak), prefix: 'a', isRest: true })],
  ['what a line begins with', bound({ from: 'line', of: secretAt(1), prefix: leak, isRest: true })],
  ['a part of a sentence', bound({ from: 'between', of: secretAt(leak), before: '', after: '.' })],
  ['the words before it', bound({ from: 'between', of: secretAt(1), before: leak, after: '' })],
  ['the words after it', bound({ from: 'between', of: secretAt(1), before: '', after: leak })],
  ['a text that is edited', bound({ from: 'edited', of: secretAt(leak), line: null, to: secretAt(1) })],
  [
    'a line that is replaced',
    bound({ from: 'edited', of: secretAt(1), line: secretAt(leak), to: secretAt(1) }),
  ],
  ['a line that is added', bound({ from: 'edited', of: secretAt(1), line: null, to: secretAt(leak) })],
  ['a number that is increased', bound({ from: 'increased', of: secretAt(leak), by: 1 })],
  ['the path of a result', bound({ from: 'result', ...place })],
  ['the path of a sum', bound({ from: 'sum', ...place, decimals: 2 })],
  [
    'an item that is chosen',
    bound({
      ...{ from: 'item', step: 0, path: place.path, value: place.path },
      selectors: [{ where: [{ path: place.path, equals: secretAt(leak) }], take: 'least', by: place.path }],
    }),
  ],
  ['a part of a text', bound({ from: 'text', parts: [secretAt(leak)] })],
  ['a piece of a text', bound({ from: 'piece', of: secretAt(leak), separator: ' ', index: 1 })],
  ['a text in capitals', bound({ from: 'case', of: secretAt(leak), to: 'upper' })],
  ['a number', bound({ from: 'number', of: secretAt(leak) })],
  [
    'two numbers',
    bound({
      ...{ from: 'arithmetic', operation: 'add', decimals: 0 },
      left: secretAt(leak),
      right: secretAt(leak),
    }),
  ],
  ['a list', bound({ from: 'list', items: [secretAt(leak)] })],
  ['a call that is left out', aTemplate({ dropped: [{ tool: leak, recordedStep: 's', reason: 'failed' }] })],
  [
    'an example of a template',
    aTemplate({
      examples: [{ agent: null, subTask: null, tool: leak, arguments: { header: leak }, result: leak }],
    }),
  ],
  ['a tool that was asked', aTemplate({ toolEffects: [{ tool: leak, effect: 'read' }] })],
  ['the model of a template', aTemplate({ reexecuteModel: leak })],
];

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
  [
    'what an agent knows',
    saving(
      aLesson('agent-memory', {
        content: {
          strategies: [leak],
          toolSequence: [{ step: 1, tool: leak, rationale: leak }],
          pitfalls: [leak],
          tips: [leak],
          insights: [leak],
        },
      }),
    ),
  ],
  [
    'an example from outside',
    saving(aLesson('example', { content: { tool: leak, arguments: { header: leak }, result: [leak] } })),
  ],
  [
    'a session template',
    saving(
      aLesson('session-template', {
        content: {
          tags: [leak],
          description: leak,
          retiredBecause: leak,
          examples: [{ callId: 'c', tool: leak, arguments: { header: leak }, result: leak }],
        },
      }),
    ),
  ],
  ['what an experiment comes to', saving(aLesson('experiment', { content: { summary: leak } }))],
  ...leakyTemplates.map(([what, template]) => [what, { type: 'save-template', template }] as const),
  ['a revised template', { type: 'revise-template', owner, template: aTemplate({ statusReason: leak }) }],
  [
    'an older version of a template',
    { type: 'keep-template-version', template: aTemplate({ statusReason: leak }) },
  ],
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
  { type: 'save-template', template: aFullTemplate() },
  { type: 'revise-template', owner, template: aFullTemplate() },
  { type: 'keep-template-version', template: aFullTemplate() },
  { type: 'delete-template', owner, id: 'tpl_000001' },
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

  // By chance they begin like the keys of a vendor, as one in twenty thousand does.
  const brave = 'BSA6Nnn6lxEqNBEz7OmB13sT-0EMFOY5HNEcq2DgMBQ';
  it.each<Command>([
    { type: 'keep-audit-key', user: 'ada', key: brave },
    {
      type: 'append-audit',
      record: { position: 1, at: 1, action: 'delete', subject: brave, sealed: brave, hash: brave },
    },
  ])('SHR-3: accepts keys and sealed bytes that Engram made itself: $type', (command) => {
    expect(redactText(brave)).not.toBe(brave);
    expect(redactCommand({ ...command })).toEqual(command);
  });

  it('SHR-3: a secret in the name of the user is still refused', () => {
    const command: Command = { type: 'keep-audit-key', user: token, key: 'made by Engram' };
    expect(() => redactCommand(command)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });

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

  it('TPL-6: a template without its secrets can still be read', () => {
    for (const [, template] of leakyTemplates) {
      const stored = redactCommand({ type: 'save-template', template }).template;
      expect(templateSchema.parse(stored)).toEqual(stored);
    }
  });

  it('TPL-6: a parameter whose recorded value was a secret must be given from then on', () => {
    const stored = (name: string) => {
      const template = withParameter({ name, example: 'hunter2', required: false });
      return redactCommand({ type: 'save-template', template }).template.parameters;
    };
    expect(stored('db_password')).toMatchObject([
      { source: 'secret', example: '[REDACTED:password]', required: true },
    ]);
    expect(stored('nickname')).toMatchObject([{ source: 'input', example: 'hunter2', required: false }]);
  });

  it('TPL-6: a value of a plan is judged by the name of its argument, its flag or its path', () => {
    const planOf = (template: Template) =>
      JSON.stringify(redactCommand({ type: 'save-template', template }).template.plan);
    const under = (name: string) =>
      withStep({ arguments: { from: 'object', members: { [name]: secretAt('hunter2') } } });
    const behind = (flag: string) => bound({ from: 'list', items: [secretAt(flag), secretAt('hunter2')] });
    const at = (path: string) => withStep({ holds: [{ path, oneOf: ['hunter2'] }] });
    for (const template of [under('password'), behind('--password'), at('$.db.password')]) {
      expect(planOf(template)).not.toContain('hunter2');
    }
    for (const template of [under('nickname'), behind('--name'), at('$.db.nickname')]) {
      expect(planOf(template)).toContain('hunter2');
    }
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
