import { learningStory } from './learning-story.ts';
import { planStory } from './plan-story.ts';
import { type Known, type Step, step } from './step.ts';
import { templateStory } from './template-story.ts';
import { workflowStory } from './workflow-story.ts';

const at = Date.UTC(2026, 0, 31);
const runOf = (known: Known): string => known['run']?.id ?? '';
const toolCall = (tool: string, more: object) => (known: Known) => ({
  run: runOf(known),
  tool,
  startedAt: at,
  durationMs: 5,
  ...more,
});
const decision = (action: string, outcome: string) => ({
  kind: 'decision',
  content: { context: 'api-auth-timeout', action, outcome },
  tags: ['auth'],
});

const aboutTimeouts = { query: 'api-auth-timeout', tokens: 400, minRelevance: 0.5, preferSuccessful: true };

/** Every operation, in an order that makes sense, with what it refuses. */
export const story: readonly Step[] = [
  step('task.create', {
    id: 'auth-123',
    description: 'Fix the login timeout',
    category: 'auth',
    effort: 2.5,
  }),
  step('task.create', { id: 'auth-123', description: 'Again' }, { refused: 'conflict' }),
  step('task.update', { id: 'auth-123', status: 'running' }),
  step('task.show', { id: 'auth-123' }),
  step('task.list', { status: 'running' }),

  step('run.start', { task: 'auth-123', inputs: { order: 42 }, approach: 'look first' }, { as: 'run' }),
  step('run.step', toolCall('get_order', { arguments: { id: 42 }, result: { id: 42, total: 10 } })),
  step('run.step', toolCall('refund', { error: 'order 42 is locked', errorType: 'Locked' })),
  step('run.step', toolCall('refund', { arguments: { id: 42, amount: 10 }, result: { ok: true } })),
  step('run.step', (known) => ({
    run: runOf(known),
    kind: 'model',
    model: 'small',
    inputTokens: 9,
    startedAt: at,
  })),
  step('run.finish', (known) => ({ id: runOf(known), outcome: 'success', summary: 'Refunded' })),
  step('run.finish', (known) => ({ id: runOf(known), outcome: 'failure' }), { refused: 'conflict' }),
  step('run.show', (known) => ({ id: runOf(known) })),
  step('run.list', { outcome: 'success' }),
  step('learning.recognise', { error: 'order 77 is locked' }),

  step('template.save', (known) => ({ run: runOf(known), name: 'refund' }), { as: 'template' }),
  step('template.list'),
  step('template.show', { id: 'refund' }),
  step('template.run', { id: 'refund', dryRun: true, inputs: { order: 43 } }),
  step('template.run', { id: 'refund' }, { refused: 'not_replayable' }),

  step('session.append', { session: 'chat/1 ü', role: 'user', content: 'Hello' }),
  step('session.append', {
    session: 'chat/1 ü',
    role: 'assistant',
    toolCalls: [{ id: 'c1', name: 'look', arguments: { deep: [1, { a: null }] } }],
  }),
  step('session.show', { id: 'chat/1 ü' }),
  step('session.list'),
  step('import.session', {
    format: 'openai',
    content: [{ role: 'user', content: 'Import me' }],
    name: 'chat',
  }),

  step('memory.record', decision('increase-timeout', 'failure'), { as: 'memory' }),
  step('memory.record', decision('retry', 'success')),
  step('memory.record', { kind: 'dream', text: 'x' }, { refused: 'invalid_input' }),
  step('memory.record', { kind: 'rule', text: 'x', colour: 'red' }, { refused: 'invalid_input' }),
  step('memory.import', {
    items: [{ externalId: 'n1', text: 'The staging API needs a VPN', createdAt: at }, { kind: 'dream' }],
  }),
  step('memory.list', { kind: 'decision', limit: 1 }, { as: 'page' }),
  step('memory.list', (known) => ({ kind: 'decision', limit: 1, cursor: known['page']?.next })),
  step('memory.get', (known) => ({ id: known['memory']?.id })),
  step('memory.get', { id: 'mem_none' }, { refused: 'not_found' }),
  step('memory.search', { query: 'staging vpn', limit: 5 }),
  step('memory.retrieve', { context: 'api-auth-timeout', tag: 'auth' }),
  step('memory.search', { query: 'The staging API needs a VPN', strict: true, kind: 'knowledge' }),
  step('learning.suggest', { context: 'api-auth-timeout' }),

  step('run.start', { description: 'Fix a slow login', category: 'auth', type: 'bug' }, { as: 'informed' }),
  step('memory.context', (known) => ({ ...aboutTimeouts, run: known['informed']?.id })),
  step('memory.context', { query: 'zzyzx' }),
  step('memory.context', { query: 'x', tokens: 0 }, { refused: 'invalid_input' }),
  step('run.finish', (known) => ({ id: known['informed']?.id, outcome: 'success' })),
  step('task.similar', { task: 'auth-123' }),
  step('task.similar', { description: 'Make the login fast', category: 'auth', type: 'bug', limit: 1 }),
  step('task.similar', {}, { refused: 'invalid_input' }),
  step('task.similar', { task: 'task-none' }, { refused: 'not_found' }),
  step('job.run'),
  step('memory.feedback', (known) => ({ id: known['memory']?.id, outcome: 'failure' })),
  step('memory.feedback', (known) => ({ id: known['memory']?.id, outcome: 'sad' }), {
    refused: 'invalid_input',
  }),
  step('memory.feedback', { id: 'mem_none', outcome: 'success' }, { refused: 'not_found' }),
  step('memory.why', (known) => ({ id: known['memory']?.id })),
  step('memory.why', { id: 'mem_none' }, { refused: 'not_found' }),
  step('memory.history', (known) => ({ id: known['memory']?.id })),
  step('memory.history', { id: 'mem_none' }, { refused: 'not_found' }),
  step('memory.list', { standing: 'superseded' }),
  step('memory.consolidate', { dryRun: true }),
  step('memory.prune'),
  // A server prunes it in the background, so what depends on that is not asked.
  step('memory.record', { kind: 'rule', text: 'The build is red', expiresAt: 1 }, { as: 'expired' }),
  ...(['memory.get', 'memory.why', 'memory.history'] as const).map((operation) =>
    step(operation, (known) => ({ id: known['expired']?.id }), { refused: 'not_found' }),
  ),
  step('memory.feedback', (known) => ({ id: known['expired']?.id, outcome: 'success' }), {
    refused: 'not_found',
  }),
  step('memory.grants'),
  step('memory.share', (known) => ({ to: 'bob', memory: known['memory']?.id, until: 4_000_000_000_000 })),
  step('memory.share', { to: 'bob', tags: ['auth'], onward: true, note: 'Bob takes over' }),
  step('memory.share', { to: 'bob' }, { refused: 'invalid_input' }),
  step('memory.share', { to: 'bob', memory: 'mem_none' }, { refused: 'not_found' }),
  step('memory.share', { from: 'bob', to: 'carol', tags: ['auth'] }, { refused: 'forbidden' }),
  step('memory.grants', { all: true }),
  step('memory.revoke', { id: 'alice-to-bob-2' }),
  step('memory.revoke', { id: 'none' }, { refused: 'not_found' }),
  step('knowledge.export', { domain: 'auth' }, { as: 'knowledge' }),
  step('knowledge.export', { fromAgent: 'bob' }, { refused: 'forbidden' }),
  step('knowledge.import', (known) => ({ document: known['knowledge'], dryRun: true })),
  step('knowledge.import', (known) => ({ document: known['knowledge'], onConflict: 'both' })),
  step('knowledge.import', (known) => ({ document: { ...known['knowledge'], version: 2 } }), {
    refused: 'invalid_input',
  }),
  step('knowledge.merge', { fromAgent: 'bob', domain: 'auth', onConflict: 'replace' }),
  step('knowledge.merge', { fromAgent: 'bob', toAgent: 'carol' }, { refused: 'forbidden' }),
  step('memory.delete', (known) => ({ id: known['memory']?.id })),
  step('memory.delete', (known) => ({ id: known['memory']?.id }), { refused: 'not_found' }),

  ...learningStory,
  ...templateStory,
  ...workflowStory,
  ...planStory,
  // Without a token nothing is sent; what GitHub answers is in test/github.
  step('github.learn', { pull: 'acme/shop#12' }, { refused: 'config_invalid' }),
  step('github.learn', {}, { refused: 'invalid_input' }),
  step('github.match', { issue: 'acme/shop#7' }, { refused: 'config_invalid' }),
  step('github.plan', { issue: 'acme/shop#7', create: true }, { refused: 'config_invalid' }),

  step('backend.info'),
  step('memory.backend', { action: 'store', user_id: 'maria', key: 'theme', value: 'dark' }),
  step('memory.backend', { action: 'retrieve', user_id: 'maria', key: 'theme' }),
  step('memory.backend', { action: 'retrieve', user_id: 'bob', key: 'theme' }),
  step('memory.backend', { action: 'query', user_id: 'maria', query_text: 'which colours' }),
  step('memory.backend', { action: 'list', user_id: 'maria' }),
  step('memory.backend', { action: 'delete', user_id: 'maria', key: 'theme' }),
  step('memory.backend', { action: 'store', user_id: 'maria', key: 'theme' }),
  step('backend.evaluate'),

  step('agent.list'),
  step('agent.register', { name: 'alice', specialisations: ['backend', 'database'] }),
  step('agent.register', { name: 'alice' }, { refused: 'conflict' }),
  step('agent.register', { name: 'bob' }, { refused: 'forbidden' }),
  step('agent.update', { name: 'alice', description: 'Owns the billing service' }),
  step('agent.show', { name: 'alice' }),
  step('agent.show', { name: 'nobody' }, { refused: 'not_found' }),
  step('agent.delete', { name: 'alice' }),
  step('agent.delete', { name: 'alice' }, { refused: 'not_found' }),
  step('stats'),
  step('job.run'),
  step('job.list'),
  step('config.show'),
  step('doctor'),
  step('token.create', { name: 'ci', scopes: ['read'] }, { as: 'token' }),
  step('token.list'),
  step('token.revoke', (known) => ({ id: known['token']?.id })),
];
