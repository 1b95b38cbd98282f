import { type Known, type Step, step } from './step.ts';

const at = Date.UTC(2026, 0, 31);
const work = (name: string, order: number, total: number): Step[] => {
  const call = (tool: string, startedAt: number, more: object) =>
    step('run.step', (known) => ({ run: known[name]?.id, tool, startedAt, durationMs: 5, ...more }));
  return [
    step('run.start', { description: `Refund order ${order}`, inputs: { order } }, { as: name }),
    call('get_order', at, { arguments: { id: order }, result: { id: order, total, status: 'open' } }),
    call('refund', at + 10, { arguments: { id: order, amount: total }, result: { refunded: total } }),
    step('run.finish', (known) => ({ id: known[name]?.id, outcome: 'success' })),
  ];
};
const idOf = (known: Known, name: string): string | undefined => known[name]?.id;
const message = (more: object) => step('session.append', { session: 'chat-2', ...more });

/** Work that is saved, judged, made better and forgotten, and sessions that begin with what worked. */
export const templateStory: readonly Step[] = [
  ...work('once', 4200, 310),
  ...work('again', 4300, 570),
  step('template.save', (known) => ({ run: idOf(known, 'once'), name: 'refund-order' }), { as: 'refunding' }),
  step('template.save', (known) => ({ run: idOf(known, 'once'), name: 'refund-order' }), {
    refused: 'conflict',
  }),
  step('template.save', { run: 'run_none' }, { refused: 'not_found' }),
  step('template.show', { id: 'refund-order' }),
  step('template.list', { status: 'draft' }),
  step('template.run', { id: 'refund-order', dryRun: true, inputs: { order: 4400 } }),
  step('template.run', { id: 'refund-order', dryRun: true, task: 'Refund order 4400' }),
  step('template.run', { id: 'refund-order', inputs: { order: 4400 } }, { refused: 'not_replayable' }),
  step('template.approve', { id: 'refund-order', reason: 'Read and tried' }),
  step('template.run', { id: 'refund-order', inputs: { order: 4400 } }, { refused: 'tool_missing' }),
  step(
    'template.run',
    { id: 'refund-order', mode: 'adaptive', inputs: { order: 4400 } },
    { refused: 'unsupported' },
  ),
  step('template.run', { id: 'refund-order', mode: 'guess' }, { refused: 'invalid_input' }),
  step('solve', { task: 'Refund order 4500', inputs: { order: 4500 } }, { refused: 'unsupported' }),
  step('template.learn', (known) => ({ id: 'refund-order', run: idOf(known, 'again') })),
  step('template.edit', {
    id: 'refund-order',
    parameters: [{ name: 'order', source: 'input', example: 4200 }],
  }),
  step('template.learn', (known) => ({ id: 'refund-order', run: idOf(known, 'again') }), {
    refused: 'conflict',
  }),
  step('template.learn', (known) => ({
    id: 'refund-order',
    run: idOf(known, 'again'),
    discardEdits: true,
  })),
  step('template.edit', { id: 'refund-order', name: 'refund-an-order', reexecuteModel: 'small' }),
  step('template.edit', { id: 'refund-an-order', plan: [] }, { refused: 'invalid_input' }),
  step('template.versions', { id: 'refund-an-order' }),
  step('template.diff', { id: 'refund-an-order', from: 1 }),
  step('template.diff', { id: 'refund-an-order', from: 99 }, { refused: 'not_found' }),
  step('template.compare', { id: 'refund-an-order' }),
  step('template.compare', { id: 'template-none' }, { refused: 'not_found' }),
  step('template.memory', { template: 'refund-an-order' }),
  step('template.remember', {
    template: 'refund-an-order',
    agent: 'carol',
    memory: { pitfalls: ['Locked orders cannot be refunded'], confidence: 0.75 },
    meanSteps: 2.5,
    increment: true,
  }),
  step('template.remember', { template: 'refund-an-order', agent: 'carol', memory: {}, increment: false }),
  step('template.memory', { template: 'refund-an-order', agent: 'carol' }),
  step('template.add-examples', {
    template: 'of-somebody-else',
    sourceTaskId: 'task-7',
    examples: [
      { agent: 'carol', tool: 'look', arguments: { deep: [1, { a: null }] }, result: null, at },
      { tool: 'look', arguments: {}, result: 'no', success: false },
    ],
  }),
  step('template.examples', { template: 'of-somebody-else', limit: 2 }),
  step('template.examples', { template: 'refund-an-order', limit: 0 }, { refused: 'invalid_input' }),
  step('template.retire', { id: 'refund-an-order' }),
  step('template.run', { id: 'refund-an-order', inputs: { order: 4400 } }, { refused: 'not_replayable' }),

  message({ role: 'user', content: 'What does it say?' }),
  message({ role: 'assistant', toolCalls: [{ id: 'c1', name: 'read_file', arguments: { path: 'a' } }] }),
  message({ role: 'tool', toolCallId: 'c1', content: 'It says yes.' }),
  step('session-templates.create', { session: 'chat-2', name: 'read-first', tags: ['files'] }),
  step('session-templates.create', { session: 'session-none' }, { refused: 'not_found' }),
  step('session-templates.list', { type: 'file', tags: ['files'] }),
  step('session-templates.show', { name: 'read-first' }),
  step('session-templates.show', { name: 'nothing' }, { refused: 'not_found' }),
  step('session-templates.best', { type: 'file' }),
  step('session-templates.best', { type: 'research' }),
  step('session-templates.inject', {
    name: 'read-first',
    messages: [
      { role: 'system', content: 'You help.' },
      { role: 'user', content: 'Read it.' },
    ],
    session: 'chat/1 ü',
  }),
  step('session-templates.experiment', { name: 'read-first', cold: ['chat-2'], seeded: ['chat/1 ü'] }),
  step(
    'session-templates.experiment',
    { name: 'read-first', cold: ['chat-2'], seeded: ['chat-2'] },
    { refused: 'invalid_input' },
  ),
  step('session-templates.experiments', { name: 'read-first' }),
  step('session-templates.show-experiment', { id: 'read-first-experiment' }),
  step('session-templates.show-experiment', { id: 'experiment-none' }, { refused: 'not_found' }),
  step('session-templates.export', { name: 'read-first' }, { as: 'template-file' }),
  step('session-templates.export', { name: 'nothing' }, { refused: 'not_found' }),
  step('session-templates.import', (known) => ({ templates: known['template-file'] })),
  step('session-templates.import', (known) => ({
    templates: [{ ...known['template-file'], name: 'read-again' }],
    dryRun: true,
  })),
  step('session-templates.import', { templates: [{ name: 'read-first' }] }, { refused: 'invalid_input' }),
  step('session-templates.stats'),
  step('session-templates.delete', { name: 'read-first' }),
  step('session-templates.delete', { name: 'read-first' }, { refused: 'not_found' }),
  step('template.delete', (known) => ({ id: idOf(known, 'refunding') })),
  step('template.delete', (known) => ({ id: idOf(known, 'refunding') }), { refused: 'not_found' }),
];
