import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordsFor } from './walk.ts';
import { createWorld, type Identified, type World } from './world.ts';

/** Those who must not see what alice of project shop, user ann, recorded; each with what a naive check would let through. */
const strangers = [
  ['an agent whose name is the beginning of hers', ['--user', 'ann', '--project', 'shop', '--agent', 'ali']],
  ['an agent whose name goes on after hers', ['--user', 'ann', '--project', 'shop', '--agent', 'alice2']],
  ['an agent of the same name in other letters', ['--user', 'ann', '--project', 'shop', '--agent', 'Alice']],
  [
    'an agent with the wildcard of a database in its name',
    ['--user', 'ann', '--project', 'shop', '--agent', 'al%'],
  ],
  [
    'another user with the same project and agent',
    ['--user', 'bob', '--project', 'shop', '--agent', 'alice'],
  ],
  ['the owner of the same project of another user', ['--user', 'bob', '--project', 'shop']],
  ['the same agent in another project', ['--user', 'ann', '--project', 'shop2', '--agent', 'alice']],
  ['the owner of another project', ['--user', 'ann', '--project', 'other']],
] as const;

const alice = ['--user', 'ann', '--project', 'shop', '--agent', 'alice'];

let world: World;
let memory: Identified;
let run: Identified;
let openRun: Identified;
let template: Identified;
let token: Identified;
let tools: string;
let solution: Identified;
let check: Identified;
let experiment: Identified;

beforeAll(async () => {
  world = createWorld();
  tools = world.file('tools.mjs', 'export const look = () => ({ ok: true });');
  memory = await world.json(
    ...['memory', 'record', '--type', 'decision', '--context', 'zebra-context', '--action', 'zebra-action'],
    ...['--outcome', 'success', '--tags', 'zebra', ...alice],
  );
  await world.json('task', 'create', 'zebra-task', '--description', 'zebra', ...alice);
  const session = ['session', 'append', '--session', 'zebra-chat', '--role', 'user'];
  await world.json(...session, '--content', 'zebra', ...alice);
  run = await world.json('run', 'start', '--description', 'zebra', ...alice);
  await world.json('run', 'step', run.id, '--tool', 'look', '--error', 'zebra crossing failed', ...alice);
  const look = ['--tool', 'look', '--arguments', '{"at":"zebra"}', '--result', '{"ok":true}'];
  await world.json('run', 'step', run.id, ...look, ...alice);
  await world.json('run', 'finish', run.id, '--outcome', 'success', ...alice);
  openRun = await world.json('run', 'start', '--description', 'zebra, going on', ...alice);
  token = await world.json('token', 'create', '--name', 'zebra', ...alice);
  const learn = ['learning', 'learn', 'zebra crossing failed', '--name', 'zebra-crossing'];
  const learned = await world.json<{ solution: Identified; checks: [Identified] }>(
    ...[...learn, '--solution', 'zebra lights', '--prevention', 'zebra check', ...alice],
  );
  solution = learned.solution;
  check = learned.checks[0];
  template = await world.json('template', 'save', '--run', run.id, '--name', 'zebra-template', ...alice);
  const create = ['session-templates', 'create', run.id, '--name', 'zebra-session', '--tags', 'zebra'];
  await world.json(...create, ...alice);
  const experimenting = ['session-templates', 'experiment', 'zebra-session'];
  experiment = await world.json(...experimenting, '--cold', run.id, ...alice);
});
afterAll(() => world.close());

/** Every operation that names a record: the words for one that alice has. */
const naming = (): Record<string, { words: string[]; id: string }> => ({
  'memory.get': { words: [memory.id], id: memory.id },
  'memory.delete': { words: [memory.id], id: memory.id },
  'memory.feedback': { words: [memory.id, '--outcome', 'failure'], id: memory.id },
  'memory.why': { words: [memory.id], id: memory.id },
  'memory.history': { words: [memory.id], id: memory.id },
  'run.show': { words: [run.id], id: run.id },
  'run.step': { words: [openRun.id, '--tool', 'intruder'], id: openRun.id },
  'run.finish': { words: [openRun.id, '--outcome', 'failure'], id: openRun.id },
  'run.start': { words: ['--task', 'zebra-task'], id: 'zebra-task' },
  'session.show': { words: ['zebra-chat'], id: 'zebra-chat' },
  'task.show': { words: ['zebra-task'], id: 'zebra-task' },
  'task.update': { words: ['zebra-task', '--status', 'done'], id: 'zebra-task' },
  'task.similar': { words: ['--task', 'zebra-task'], id: 'zebra-task' },
  'token.revoke': { words: [token.id], id: token.id },
  'template.show': { words: [template.id], id: template.id },
  'template.run': { words: ['zebra-template', '--module', tools], id: 'zebra-template' },
  'template.save': { words: ['--run', run.id], id: run.id },
  'template.approve': { words: [template.id, '--yes'], id: template.id },
  'template.retire': { words: ['zebra-template'], id: 'zebra-template' },
  'template.learn': { words: [template.id, '--run', run.id], id: template.id },
  'template.edit': { words: [template.id, '--name', 'stolen'], id: template.id },
  'template.compare': { words: [template.id], id: template.id },
  'template.versions': { words: ['zebra-template'], id: 'zebra-template' },
  'template.diff': { words: [template.id], id: template.id },
  'template.delete': { words: ['zebra-template'], id: 'zebra-template' },
  'session-templates.create': { words: ['zebra-chat'], id: 'zebra-chat' },
  'session-templates.show': { words: ['zebra-session'], id: 'zebra-session' },
  'session-templates.export': { words: ['zebra-session'], id: 'zebra-session' },
  'session-templates.delete': { words: ['zebra-session'], id: 'zebra-session' },
  'session-templates.inject': { words: ['zebra-session', '--messages', '[]'], id: 'zebra-session' },
  'session-templates.experiment': { words: ['zebra-session'], id: 'zebra-session' },
  'session-templates.show-experiment': { words: [experiment.id], id: experiment.id },
  'learning.show': { words: ['zebra-crossing'], id: 'zebra-crossing' },
  'learning.rename': { words: ['zebra-crossing', 'stolen'], id: 'zebra-crossing' },
  'learning.apply-pattern': { words: ['zebra-crossing', '--task', 'zebra-task'], id: 'zebra-task' },
  'learning.solved': { words: [solution.id, '--outcome', 'failure'], id: solution.id },
  'prevention.generate': { words: ['--pattern', 'zebra-crossing'], id: 'zebra-crossing' },
  'prevention.show': { words: [check.id], id: check.id },
  'prevention.switch': { words: ['zebra-check', 'off'], id: 'zebra-check' },
  'prevention.rename': { words: ['zebra-check', 'stolen'], id: 'zebra-check' },
  'prevention.delete': { words: ['zebra-check'], id: 'zebra-check' },
});

/** Every operation that answers without naming a record. */
const asking: Record<string, string[]> = {
  'memory.list': [],
  'memory.retrieve': ['--context', 'zebra-context'],
  'memory.search': ['zebra'],
  'memory.context': ['zebra-context'],
  'memory.prune': ['--dry-run'],
  'memory.consolidate': ['--dry-run'],
  'run.list': [],
  'session.list': [],
  'task.list': [],
  'agent.list': [],
  'knowledge.export': [],
  'knowledge.merge': ['--from-agent', 'zebra'],
  'learning.suggest': ['--context', 'zebra-context'],
  'learning.recognise': ['zebra crossing failed'],
  'learning.patterns': [],
  'memory.patterns': [],
  'learning.failures': [],
  'learning.solutions': ['zebra crossing failed'],
  'learning.recommend': ['--description', 'zebra'],
  'learning.predict': ['--description', 'zebra'],
  'learning.trends': [],
  'learning.factors': [],
  'learning.stats': [],
  report: [],
  'prevention.list': [],
  'prevention.check': ['--tool', 'look'],
  'template.list': [],
  'template.memory': ['zebra-template', '--of-agent', 'alice'],
  'template.examples': ['zebra-template'],
  'session-templates.list': [],
  'session-templates.best': ['--tags', 'zebra'],
  'session-templates.stats': [],
  'session-templates.experiments': [],
  'token.list': [],
  stats: [],
};

/** These write for the one who calls, or read no records at all. */
const _ofOneself = [
  ...[
    'memory.record',
    'memory.import',
    'memory.remember',
    'knowledge.import',
    'session-templates.import',
    'import.session',
    'session.append',
    'task.create',
    'token.create',
  ],
  ...['learning.learn', 'learning.signatures', 'prevention.create'],
  ...['template.remember', 'template.add-examples', 'solve'],
  ...['config.show', 'doctor', 'job.list', 'job.run'],
];

describe.each(strangers)('%s', (_who, viewer) => {
  it('is answered about a record of alice as about one that does not exist', async () => {
    for (const [name, { words, id }] of Object.entries(naming())) {
      const refusal = await world.run([...wordsFor(name), ...words, ...viewer]);
      expect(refusal, name).toMatchObject({ code: 3, out: '' });
      const invented = words.map((word) => (word === id ? 'invented' : word));
      const absence = await world.run([...wordsFor(name), ...invented, ...viewer]);
      expect(refusal.err, name).toBe(absence.err.replace('invented', id));
    }
  });

  it('finds nothing of alice by listing, searching or asking for advice', async () => {
    for (const [name, words] of Object.entries(asking)) {
      const { code, out, err } = await world.run([...wordsFor(name), ...words, ...viewer, '--json']);
      expect({ code, err }, name).toEqual({ code: 0, err: '' });
      const answer = JSON.parse(out) as Record<string, unknown>;
      // What was asked for is repeated in some answers; what was found must be empty.
      if (name === 'learning.suggest') expect(answer).toMatchObject({ actions: [], recommended: null });
      else if (name === 'learning.recognise')
        expect(answer).toMatchObject({ id: null, occurrences: 0, runs: [], solutions: [], checks: [] });
      else if (name === 'learning.recommend') expect(answer).toMatchObject({ matches: 0, approaches: [] });
      else if (name === 'learning.predict') expect(answer).toMatchObject({ probability: 0.5 });
      else if (name === 'learning.stats')
        expect(answer).toMatchObject({ runs: 0, decisions: 0, failurePatterns: 0, solutions: 0, checks: 0 });
      else if (name === 'report')
        expect(answer).toMatchObject({ overall: { runs: 0 }, agents: [], failures: [], prevention: [] });
      else if (name === 'prevention.check') expect(answer).toEqual({ verdict: 'allow', findings: [] });
      else if (name === 'session-templates.best') expect(answer).toEqual({ template: null });
      else if (name === 'session-templates.stats')
        expect(answer).toMatchObject({ total: 0, total_examples: 0, total_usage: 0 });
      else if (name === 'stats')
        expect(answer).toMatchObject({ memories: 0, runs: 0, tasks: 0, sessions: 0 });
      else if (name === 'memory.context')
        expect(answer).toMatchObject({ text: '', memories: [], leftOut: 0 });
      else if (name === 'memory.prune') expect(answer).toMatchObject({ pruned: 0, ids: [] });
      else if (name === 'memory.consolidate') expect(answer).toMatchObject({ examined: 0, merged: [] });
      else if (name === 'learning.factors') expect(answer).toMatchObject({ runs: 0, factors: [] });
      else if (name === 'knowledge.export') expect(answer['memories']).toEqual([]);
      else if (name === 'knowledge.merge') expect(answer).toMatchObject({ added: 0, skipped: [] });
      else expect(answer['items'], name).toEqual([]);
    }
  });
});

describe.each(strangers)('%s', (_who, viewer) => {
  it('may use the same names without touching hers', async () => {
    await world.json('task', 'create', 'zebra-task', '--description', 'mine', ...viewer);
    const append = ['session', 'append', '--session', 'zebra-chat', '--role', 'user', '--content', 'mine'];
    await world.json(...append, ...viewer);
    expect(await world.json('session', 'show', 'zebra-chat', ...viewer)).toMatchObject({
      messages: [{ content: 'mine' }],
    });
    for (const place of ['zebra-template', template.id]) {
      const told = ['--of-agent', 'alice', '--memory', '{"tips":["mine"]}'];
      await world.json('template', 'remember', place, ...told, ...viewer);
      const example = '[{"agent":"alice","tool":"look","arguments":{"at":"mine"},"result":1}]';
      await world.json('template', 'add-examples', place, '--examples', example, ...viewer);
    }
  });
});

describe('alice', () => {
  it('still has everything as she left it', async () => {
    expect(await world.json('memory', 'get', memory.id, ...alice)).toMatchObject({ id: memory.id });
    expect(await world.json('task', 'show', 'zebra-task', ...alice)).toMatchObject({
      description: 'zebra',
      status: 'open',
    });
    expect(await world.json('session', 'show', 'zebra-chat', ...alice)).toMatchObject({
      messages: [{ content: 'zebra' }],
    });
    expect(await world.json('run', 'show', openRun.id, ...alice)).toMatchObject({ outcome: null, steps: [] });
    expect(await world.json('stats', ...alice)).toMatchObject({ memories: 1, runs: 2, templates: 1 });
    expect(await world.json('learning', 'show', 'zebra-crossing', ...alice)).toMatchObject({
      pattern: { solutions: [{ source: 'inferred' }, { attempts: 0 }], checks: ['zebra-check'] },
      applications: { applied: 0 },
    });
    expect(await world.json('template', 'show', 'zebra-template', ...alice)).toMatchObject({
      status: 'draft',
      version: 1,
    });
    const known = [
      await world.json('template', 'memory', 'zebra-template', ...alice),
      await world.json('template', 'examples', 'zebra-template', ...alice),
    ];
    expect(JSON.stringify(known)).toContain('zebra');
    expect(JSON.stringify(known)).not.toContain('mine');
    expect(await world.json('session-templates', 'show', 'zebra-session', ...alice)).toMatchObject({
      template: { usage: 0, version: 1 },
    });
    expect(await world.json('prevention', 'show', 'zebra-check', ...alice)).toMatchObject({
      check: { content: { enabled: true } },
      trials: [],
    });
  });

  it('sees what the owner of the project laid down, and cannot change it', async () => {
    const owner = ['--user', 'ann', '--project', 'shop'];
    const laid = await world.json<Identified>('memory', 'record', 'For all', '--type', 'rule', ...owner);
    await world.json('memory', 'get', laid.id, ...alice);
    expect((await world.run(['memory', 'delete', laid.id, ...alice])).code).toBe(3);
    await world.json('memory', 'delete', laid.id, ...owner);
  });
});
