import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf, flagsOfCommand } from '../../src/interfaces/cli/command.ts';

import { globalFlags } from '../../src/interfaces/cli/global-flags.ts';
import { operations } from '../../src/operations/operations.ts';
import { memoryContents, memoryKinds } from '../../src/records/memory-kinds.ts';
import { memoryExamples } from './memory-examples.ts';
import { createWalk, wordsFor } from './walk.ts';
import { createWorld, type Identified, type Listed, type World } from './world.ts';

const commands = commandsOf(operations);

let world: World;
const { call, look } = createWalk(() => world);

beforeAll(() => {
  world = createWorld();
});
afterAll(() => world.close());

describe('every operation of the table', () => {
  it.each(operations.map(({ name }) => name))('%s explains itself with --help', async (name) => {
    const words = wordsFor(name);
    const { code, out, err } = await world.run([...words, '--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`Usage\n  engram ${words.join(' ')}`);
    expect(out).toContain('Examples\n  engram ');
    expect(await world.run(['help', ...words])).toEqual({ code, out, err });
  });

  it.each(commands.map((command) => [command.words.join(' '), command] as const))(
    '%s has flags that neither collide with each other nor with those of every command',
    (_name, command) => {
      const names = [...flagsOfCommand(command), ...globalFlags].map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    },
  );
});

describe('a walk through all that the command line can do (API-4, --json everywhere)', () => {
  it('keeps tasks', async () => {
    await call('task.create', 'auth-123', '--description', 'Fix the login timeout', '--category', 'auth');
    await call(
      ...(['task.create', 'auth-124', '--description', 'Test it', '--dependencies', 'auth-123'] as const),
      ...['--effort', '2.5', '--type', 'bug', '--stage', 'testing', '--status', 'running'],
    );
    expect(await call('task.show', 'auth-124')).toMatchObject({ effort: 2.5, dependencies: ['auth-123'] });
    await call('task.update', 'auth-123', '--status', 'done', '--assign-to', 'alice');
    expect(await call('task.list', '--status', 'done')).toMatchObject({
      items: [{ id: 'auth-123', scope: { agent: 'alice' } }],
    });
    expect(await call('task.similar', '--task', 'auth-123')).toEqual({ items: [] });
    expect(await look('task.similar', '--task', 'auth-123')).toContain('No successful run');
    expect(await look('task.list')).toMatch(/^ID +STATUS +STAGE +AGENT +AGE +DESCRIPTION\n/);
    expect(await look('task.show', 'auth-124')).toMatch(/^after +auth-123$/m);
  });

  it('records a run step by step (CAP-1)', async () => {
    const run = await call<Identified>(
      ...(['run.start', '--agent', 'alice', '--description', 'Refund order 4200'] as const),
      ...['--input', 'id=4200', '--approach', 'look, then refund', '--task', 'refund-4200'],
    );
    const step = (...words: string[]) => call<Identified>('run.step', run.id, '--agent', 'alice', ...words);
    await step('--kind', 'model', '--model', 'small', '--input-tokens', '900', '--output-tokens', '40');
    await step('--tool', 'refund', '--error', 'connect ETIMEDOUT 10.0.0.7:443', '--error-type', 'ETIMEDOUT');
    await step('--tool', 'get_order', '--arguments', '{"id":4200}', '--result', '{"id":4200,"total":42000}');
    await step(
      ...['--tool', 'refund', '--arguments', '{"id":4200,"amount":42000}', '--duration-ms', '12'],
      ...[
        '--result',
        '{"id":4200,"refunded":42000}',
        '--sub-task',
        '{"id":"pay","index":0,"text":"Pay back"}',
      ],
    );
    await step('--kind', 'note', '--text', 'The customer was told');
    const finish = ['--outcome', 'success', '--summary', 'Refunded', '--success-factors', 'looked first'];
    await call('run.finish', run.id, '--agent', 'alice', ...finish);

    expect(await call('run.show', run.id)).toMatchObject({
      inputs: { id: 4200 },
      totals: { steps: 5, toolCalls: 3, modelCalls: 1, failedSteps: 1, inputTokens: 900, outputTokens: 40 },
    });
    expect(await call('run.list', '--outcome', 'success', '--task', 'refund-4200')).toMatchObject({
      items: [{ id: run.id }],
    });
    expect(await look('run.show', run.id)).toContain('→ ETIMEDOUT: connect ETIMEDOUT 10.0.0.7:443');
    expect(await look('run.list')).toContain('Refund order 4200');
    const similar = ['--description', 'Translate the handbook', '--category', 'none', '--limit', '3'];
    expect(await call('task.similar', ...similar)).toEqual({ items: [] });
    const bug = ['--category', 'auth', '--type', 'bug'];
    const fix = await call<Identified>('run.start', '--description', 'Fix the timeout', ...bug);
    await call('run.finish', fix.id, '--outcome', 'success');
    expect(await call('task.similar', '--description', 'Fix it', ...bug)).toMatchObject({
      items: [{ run: { id: fix.id }, parts: { category: 1, type: 1, complexity: 1 } }],
    });
    expect(await look('task.similar', '--description', 'Fix it', ...bug)).toMatch(
      /^SCORE +RUN +AGENT +AGE +TASK\n +0\.9\d +run_.* Fix the timeout\n +same category, type, complexity · description \d+% alike\n$/,
    );
  });

  it('keeps sessions from their first message on (CAP-4)', async () => {
    const append = (...words: string[]) => call('session.append', '--session', 'chat-1', ...words);
    expect(await call('session.list')).toEqual({ items: [], next: null });
    await append('--role', 'user', '--content', 'Where is my order?');
    await append(
      '--role',
      'assistant',
      '--tool-calls',
      '[{"id":"c1","name":"get_order","arguments":{"id":7}}]',
    );
    await append(
      '--role',
      'tool',
      '--tool-call-id',
      'c1',
      '--tool-name',
      'get_order',
      '--content',
      'shipped',
    );
    expect(await call('session.list')).toMatchObject({ items: [{ id: 'chat-1', messages: 3 }] });
    expect(await call('session.show', 'chat-1')).toMatchObject({
      messages: [{ role: 'user' }, { toolCalls: [{ name: 'get_order' }] }, { toolCallId: 'c1' }],
    });
    expect(await look('session.list')).toMatch(/chat-1 +\(project\) +3/);
    expect(await look('session.show', 'chat-1')).toContain('user  Where is my order?');
  });

  it.each(memoryKinds)(
    'records a memory of kind %s with every field of that kind as a flag (MEM-1)',
    async (kind) => {
      const { flags, content } = memoryExamples[kind];
      expect(Object.keys(content).sort()).toEqual(Object.keys(memoryContents[kind].shape).sort());
      const memory = await call<Identified>('memory.record', '--type', kind, ...flags);
      expect(await call('memory.get', memory.id)).toMatchObject({ kind, content });
      expect(await call('memory.list', '--type', kind)).toMatchObject({ items: [{ id: memory.id }] });
      expect(await look('memory.get', memory.id)).toMatch(new RegExp(`^kind +${kind}$`, 'm'));
      expect(await look('memory.record', '--type', kind, '--text', 'Text alone is enough')).toContain(kind);
    },
  );

  it('keeps what every memory has, and forgets a deleted one (MEM-2, MEM-7)', async () => {
    const common = [
      '--tags',
      'api, staging',
      '--confidence',
      '0.9',
      '--relevance',
      '0.8',
      '--success-rate',
      '1',
    ];
    const memory = await call<Identified>(
      ...(['memory.record', 'The staging API needs a VPN', '--type', 'knowledge', ...common] as const),
      ...['--visibility', 'shareable', '--expires-at', '4102444800000'],
      ...['--provenance', '{"importedFrom":"wiki"}', '--derived-from', '[{"kind":"run","id":"run_1"}]'],
    );
    expect(await call('memory.get', memory.id)).toMatchObject({
      ...{ tags: ['api', 'staging'], confidence: 0.9, relevance: 0.8, successRate: 1 },
      ...{ visibility: 'shareable', expiresAt: 4_102_444_800_000, provenance: { importedFrom: 'wiki' } },
      derivedFrom: [{ kind: 'run', id: 'run_1' }],
    });
    const found = async () =>
      (await call<Listed<{ memory: Identified }>>('memory.search', 'staging VPN', '--tag', 'api')).items;
    expect((await found()).map((item) => item.memory.id)).toEqual([memory.id]);
    expect(await call('memory.retrieve', '--context', 'staging API', '--limit', '1')).toMatchObject({
      items: [{ memory: { id: memory.id } }],
    });
    expect(await look('memory.search', 'staging VPN')).toContain(memory.id);
    expect(await look('memory.search', 'staging VPN', '--explain')).toMatch(
      / {7}relevance 1\.00 · recency 1\.00 · confidence 0\.90 · success 1\.00\n {7}topic 0\.00 · words \d\.\d\d · meaning /,
    );
    expect(await look('memory.retrieve', '--context', 'staging VPN', '--explain')).toContain('speaker 0.00');
    const strict = ['The staging API needs a VPN', '--strict', '--tag', 'api'];
    expect(await call('memory.search', ...strict)).toMatchObject({ items: [{ memory: { id: memory.id } }] });
    expect(await call('memory.delete', memory.id)).toEqual({ deleted: memory.id });
    expect(await found()).toEqual([]);
  });

  it('writes what is known as a text that can be piped into a prompt (REC-4)', async () => {
    const context = await call<{ text: string; tokens: number }>(
      ...(['memory.context', 'api-auth-timeout', '--tokens', '300', '--limit', '2'] as const),
    );
    expect(context.text).toContain('- **Done:** retry');
    expect(context.tokens).toBeLessThanOrEqual(300);
    expect(await look('memory.context', 'api-auth-timeout', '--tokens', '300', '--limit', '2')).toBe(
      context.text,
    );
  });

  it('turns a switch off that is on unless configured', async () => {
    const decide = (outcome: string) =>
      call<Identified>(
        ...([
          'memory.record',
          '--agent',
          'dora',
          '--type',
          'decision',
          '--action',
          `cache, ${outcome}`,
        ] as const),
        ...[
          '--context',
          outcome === 'success' ? 'slow build of the docs' : 'slow build',
          '--outcome',
          outcome,
        ],
      );
    const ids = [await decide('success'), await decide('failure')].map(({ id }) => id);
    const told = async (...words: string[]) =>
      (await call<{ memories: string[] }>('memory.context', 'slow build', '--agent', 'dora', ...words))
        .memories;
    expect(await told()).toEqual(ids);
    expect(await told('--no-prefer-successful')).toEqual(ids.toReversed());
  });

  it('says beside the output, which stays empty, that nothing is known or fits (REC-4)', async () => {
    const answer = (...words: string[]) => world.run(['memory', 'context', ...words]);
    expect(await answer('zzyzx')).toEqual({ code: 0, out: '', err: 'Nothing relevant is known.\n' });
    expect(await answer('api-auth-timeout', '--tokens', '5')).toEqual({
      code: 0,
      out: '',
      err: 'No memory fits. Give it more room with --tokens.\n',
    });
    expect(await call('memory.context', 'zzyzx')).toEqual({
      text: '',
      memories: [],
      recorded: [],
      tokens: 0,
      leftOut: 0,
    });
  });

  it('lets a memory earn its confidence, and tells why it is believed (REC-5, MEM-4)', async () => {
    const alice = ['--agent', 'alice'];
    const text = 'Refunds need the id of the payment';
    const { id } = await call<Identified>('memory.record', text, '--type', 'knowledge', ...alice);
    const run = await call<Identified>('run.start', '--description', 'Refund', ...alice);
    expect(
      await call('memory.search', 'payment id', '--run', run.id, '--limit', '1', ...alice),
    ).toMatchObject({
      items: [{ memory: { id } }],
    });
    expect(await look('memory.why', id, ...alice)).toMatch(/^used by +run_.* still running$/m);
    await call('run.finish', run.id, '--outcome', 'success', ...alice);
    await call('job.run');
    expect(await call('memory.feedback', id, '--outcome', 'failure', ...alice)).toMatchObject({
      evidence: { failures: 1 },
    });
    expect(await look('memory.feedback', id, '--outcome', 'partial', ...alice)).toBe(
      `Noted for ${id}: confidence 50%, 1.5 for, 1.5 against\n`,
    );
    expect(await call('memory.why', id, ...alice)).toMatchObject({
      confidence: { stated: 0.5 },
      uses: [{ runId: run.id, outcome: 'success', settled: true }],
    });
    expect(await look('memory.why', id)).toMatch(/^kind +knowledge of alice, long-term$/m);
    expect(await look('memory.why', id)).toMatch(/^evidence +1\.5 for, 1\.5 against$/m);
    expect(await call('memory.history', id)).toMatchObject({
      items: [{ what: 'recorded' }, { what: 'used' }, { reason: 'confirmed' }, {}, {}],
    });
    const told = await look('memory.history', id);
    expect(told).toMatch(/ recorded\n.* used by run_.*: success\n.* confirmed: It helped once\.\n/);
    expect(told).toContain('  confidence 50% → 67%\n');
  });

  it('forgets what has expired, and puts the rest in order (MEM-3, MEM-5)', async () => {
    const record = (text: string, ...words: string[]) =>
      call<Identified>('memory.record', text, '--type', 'knowledge', '--agent', 'carol', ...words);
    const carol = ['--agent', 'carol'];
    expect(await look('memory.prune', ...carol)).toBe('Nothing has expired.\n');
    const { id } = await record('The build is red today', '--expires-at', '1000');
    expect(await look('memory.prune', '--dry-run', ...carol)).toBe(
      `Would remove 1 memory that expired\n  ${id}\n`,
    );
    expect(await call('memory.prune', ...carol)).toMatchObject({ pruned: 1, ids: [id], dryRun: false });
    await record('The sprint review is on Monday', '--lifetime', 'short-term');
    expect(await look('memory.consolidate', ...carol)).toBe('Looked at 1 memory: everything is in order.\n');
    await record('Never deploy on a Friday');
    await record("Don't deploy on Fridays!");
    expect(await call('memory.consolidate', '--dry-run', ...carol)).toMatchObject({
      merged: [{}],
      dryRun: true,
    });
    expect(await look('memory.consolidate', '--dry-run', ...carol)).toMatch(
      /^Looked at 3 memories\. Without --dry-run this would happen:\nmerged {2}mem_\w+ → mem_\w+\n$/,
    );
    expect(await look('memory.consolidate', ...carol)).toMatch(
      /^Looked at 3 memories and put them in order:\n/,
    );
    expect(await call('memory.list', '--standing', 'merged', ...carol)).toMatchObject({ items: [{}] });
  });

  it('learns, counts and examines itself', async () => {
    expect(await call('learning.suggest', '--context', 'api-auth-timeout')).toMatchObject({
      recommended: { action: 'retry' },
    });
    expect(await call('learning.recognise', 'connect ETIMEDOUT 10.1.2.3:8443')).toMatchObject({
      occurrences: 1,
      tools: ['refund'],
    });
    expect(await look('learning.recognise', 'connect ETIMEDOUT 10.1.2.3:8443')).toContain('met once');
    expect(await call('agent.list')).toMatchObject({
      items: [{ agent: 'alice' }, { agent: 'carol' }, { agent: 'dora' }],
    });
    expect(await look('memory.grants')).toContain('engram memory share --from alice --to bob --tag auth');
    expect(await look('memory.share', '--from', 'carol', '--to', 'dora', '--tag', 'auth')).toBe(
      'Shared as carol-to-dora: dora may read memories tagged auth of carol\nTake it back with: engram memory revoke carol-to-dora\n',
    );
    expect(await call('memory.grants')).toMatchObject({ items: [{ name: 'carol-to-dora', state: 'open' }] });
    await call(
      'memory.record',
      '--type',
      'knowledge',
      '--text',
      'Tokens expire',
      '--tags',
      'auth',
      '--agent',
      'carol',
    );
    // What others share is named as theirs.
    expect(await look('memory.search', 'tokens expire', '--agent', 'dora')).toMatch(/AGENT[\s\S]* carol /);
    expect(await look('memory.list', '--agent', 'carol')).not.toContain('AGENT');
    const file = `${world.folder}/auth-knowledge.json`;
    expect(await look('knowledge.export', '--agent', 'carol', '--domain', 'auth', '--file', file)).toBe(
      `Wrote 1 memory to ${file}\n`,
    );
    expect(await call('knowledge.export', '--agent', 'carol')).toMatchObject({ format: 'engram-knowledge' });
    expect(await look('knowledge.import', '--agent', 'erin', '--file', file)).toBe('Imported 1 new memory\n');
    expect(await look('knowledge.import', '--agent', 'erin', '--file', file)).toBe(
      'Imported 0 new memories, 1 known already; nothing changed\n',
    );
    expect(await look('knowledge.merge', '--agent', 'dora', '--from-agent', 'carol', '--dry-run')).toBe(
      'Would be merged: 1 new memory\n',
    );
    expect(
      await call('knowledge.merge', '--from-agent', 'carol', '--to-agent', 'dora', '--domain', 'auth'),
    ).toMatchObject({
      added: 1,
    });
    expect(await look('memory.grants')).toMatch(/^GRANT +FROM +TO +WHAT +STATE +UNTIL +ONWARD/);
    expect(await look('memory.revoke', 'carol-to-dora')).toContain(
      'Revoked carol-to-dora: dora no longer reads',
    );
    expect(await look('agent.list')).toMatch(/^AGENT +RUNS +SUCCESS +MEMORIES +LAST SEEN +GOOD AT\n/);
    await call('agent.register', 'ada', '--specialisation', 'backend,database');
    expect(await look('agent.show', 'ada')).toMatch(/^registered +.+\ngood at +backend, database$/m);
    expect(await look('agent.show', 'carol')).toContain('engram agent register carol');
    expect(await look('agent.update', 'ada', '--description', 'Owns billing')).toContain('Owns billing');
    expect(await call('agent.update', 'ada', '--description', '')).toMatchObject({ description: null });
    expect(await look('agent.delete', 'ada')).toBe('Deleted ada from the register; its records stay\n');
    expect(await call('stats')).toMatchObject({ tasks: 2, templates: 0, sessions: 1, backend: 'sqlite' });
    expect(await look('stats')).toContain('finished runs');
    await call('config.show');
    expect(await look('config.show')).toMatch(/^db +file:/m);
    expect(await call('doctor')).toMatchObject({ healthy: true });
    expect(await look('doctor')).toContain('All is well.');
  });

  it('finds patterns, names them, and applies them to a task (LRN-1, LRN-5)', async () => {
    expect(await call('learning.patterns', '--success-rate', '>80%')).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ slug: 'api-auth-timeout' })]),
    });
    expect(await look('learning.patterns')).toMatch(/^PATTERN +TYPE +SUCCESS +SEEN +WHAT\n/);
    expect(await call('memory.patterns', '--type', 'failure')).toMatchObject({ items: expect.any(Array) });
    expect(await look('memory.patterns', '--type', 'failure')).toMatch(/^PATTERN +MET BY +TIMES +LAST SEEN/);
    expect(await call('learning.rename', 'api-auth-timeout', 'auth-timeout')).toEqual({
      renamed: 'api-auth-timeout',
      name: 'auth-timeout',
    });
    expect(await look('learning.rename', 'auth-timeout', 'api-timeout')).toBe(
      'Renamed auth-timeout to api-timeout\n',
    );
    expect(await call('learning.apply-pattern', 'api-timeout', '--task', 'auth-124')).toMatchObject({
      guidance: { pattern: 'api-timeout', kind: 'decision' },
    });
    expect(await look('learning.apply-pattern', 'api-timeout', '--task', 'auth-124')).toContain(
      'Applied api-timeout to task auth-124\n',
    );
    expect(await look('task.show', 'auth-124')).toMatch(/^advised by +api-timeout$/m);
    expect(await call('learning.show', 'api-timeout')).toMatchObject({ applications: { applied: 1 } });
    expect(await look('learning.show', 'api-timeout')).toMatch(/^applied +(?:once|1 time)$/m);
  });

  it('learns from failures, and says what helps (LRN-2, LRN-3, LRN-6)', async () => {
    const timeout = 'npm ERR! network timeout at https://npm.example/a';
    const learned = await call<{ solution: Identified }>(
      ...(['learning.learn', timeout, '--name', 'npm-timeout', '--solution', 'use the mirror'] as const),
      ...['--steps', 'set it in .npmrc', '--prevention', 'ping the mirror', '--category', 'build'],
    );
    expect(await look('learning.learn', timeout, '--root-cause', 'a slow proxy')).toMatch(
      /^Learned npm-timeout\nmessage +npm ERR! network timeout at /,
    );
    const again = timeout.replace('/a', '/b');
    expect(await call('learning.solutions', again, '--limit', '1')).toMatchObject({
      items: [{ id: learned.solution.id, approach: 'use the mirror' }],
    });
    expect(await look('learning.solutions', again)).toContain('• use the mirror (not tried yet; ');
    expect(await call('learning.solved', learned.solution.id, '--outcome', 'success')).toMatchObject({
      successRate: 1,
    });
    expect(await look('learning.solved', learned.solution.id, '--outcome', 'failure')).toBe(
      'Noted: "use the mirror", 50% of 2 worked\n',
    );
    expect(await call('learning.failures', '--recent', '7d')).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ slug: 'connect-etimedout', occurrences: 1 })]),
    });
    expect(await look('learning.failures')).toMatch(/^PATTERN +MET BY +TIMES +LAST SEEN +TOOLS /);
  });

  it('stands before a call with checks (LRN-4)', async () => {
    const generate = ['prevention.generate', '--pattern', 'npm-timeout'] as const;
    expect(await call(...generate)).toMatchObject({ created: [{ slug: expect.any(String) }] });
    expect(await look(...generate)).toMatch(/^Already there: /);
    const check = [
      'Was it tried in staging?',
      '--tool',
      'deploy*',
      '--stage',
      'release',
      '--action',
      'block',
    ];
    expect(await call('prevention.create', ...check, '--name', 'tried')).toMatchObject({
      slug: 'tried',
      content: { when: { tool: 'deploy*', stage: 'release' }, action: 'block' },
    });
    const lookTwice = ['Look twice', '--tool', 'deploy', '--when', '{"category":"web"}'];
    expect(await look('prevention.create', ...lookTwice)).toMatch(
      /^Created prevention check: look-twice\n {2}Warns before deploy, in tasks of category web, stage development: Look twice\n {2}Asks: /,
    );
    expect(await call('prevention.check', '--tool', 'unheard-of', '--stage', 'release')).toEqual({
      verdict: 'allow',
      findings: [],
    });
    expect(await look('prevention.check', '--tool', 'unheard-of', '--stage', 'release')).toMatch(/^Go ahead/);
    expect(await call('prevention.list', '--stage', 'release')).toMatchObject({ items: [{ slug: 'tried' }] });
    expect(await look('prevention.list')).toMatch(/^CHECK +AGENT +ACTION +STAGE +TOOL +FIRED/);
    expect(await call('prevention.show', 'tried')).toMatchObject({ check: { slug: 'tried' }, trials: [] });
    expect(await look('prevention.show', 'tried')).toMatch(/^does +Blocks before deploy\*, stage release$/m);
    expect(await call('prevention.switch', 'tried', 'off')).toMatchObject({ content: { enabled: false } });
    expect(await look('prevention.switch', 'tried', 'on')).toMatch(/^Switched on tried;/);
    expect(await look('prevention.rename', 'tried', 'tested')).toBe('Renamed tried to tested\n');
    expect(await call('prevention.rename', 'tested', 'tried')).toEqual({ renamed: 'tested', name: 'tried' });
    expect(await look('prevention.delete', 'look-twice')).toMatch(/^Deleted les_/);
    expect(await call('prevention.delete', 'tried')).toMatchObject({ deleted: expect.any(String) });
  });

  it('recommends, predicts, and tells how work goes (LRN-8…11, ADP-3)', async () => {
    const bug = ['--description', 'Fix it', '--category', 'auth', '--type', 'bug'];
    expect(await call('learning.recommend', ...bug)).toMatchObject({ matches: 1 });
    expect(await look('learning.recommend', ...bug)).toMatch(/^confidence +\d+%, from 1 similar success$/m);
    expect(await look('learning.recommend', '--description', 'x', '--category', 'none')).toContain(
      'engram run start',
    );
    expect(await call('learning.predict', ...bug, '--approach', 'slowly')).toMatchObject({
      probability: expect.any(Number),
    });
    expect(await look('learning.predict', ...bug)).toMatch(/^\d+% likely to succeed\nRUNS LIKE IT +COUNT AS/);
    expect(await call('learning.trends', '--category', 'auth')).toMatchObject({
      items: [{ category: 'auth' }],
    });
    expect(await call('learning.factors')).toMatchObject({ factors: [], sentence: expect.any(String) });
    expect(await look('learning.factors')).toMatch(/^Nothing found: /);
    expect(await look('learning.trends')).toMatch(/^CATEGORY +TREND +RUNS +SUCCESS +BEFORE +LATELY/);
    expect(await call('learning.stats')).toMatchObject({ agent: null });
    expect(await look('learning.stats', '--agent', 'alice')).toMatch(/^of +alice\n/);
    expect(await call('learning.signatures', '--message', 'job 1 failed', '--message', 'a, b')).toMatchObject(
      {
        items: [
          { line: 1, signature: 'job <number> failed' },
          { line: 2, pattern: 'a, b' },
        ],
      },
    );
    expect(await look('learning.signatures', '--message', 'a, b')).toContain('1 line in 1 group\n');
    expect(await call('report', '--days', '7')).toMatchObject({ agent: null, overall: { failed: 0 } });
    expect(await look('report')).toMatch(/^Report: default \(/);
  });

  it('brings memories in from a file, each external id once', async () => {
    const lines = ['{"externalId":"n1","text":"Deploys happen on Tuesdays"}', '{"text":""}', 'oops'];
    const file = world.file('notes.jsonl', lines.join('\n'));
    expect(await call('memory.import', '--file', file)).toMatchObject({ imported: 1, already: 0 });
    expect(await call('memory.import', '--file', file)).toMatchObject({ imported: 0, already: 1 });
    expect(await look('memory.import', '--file', file)).toMatch(/Skipped 2:\n {2}line \d: /);
  });

  it('keeps what is worth keeping of a conversation in a file, as JSON or JSON Lines (MEM-1)', async () => {
    const messages = [
      { role: 'assistant', content: 'Shall I run npm test?' },
      { role: 'user', content: 'Always use pnpm for tests.' },
    ];
    const file = world.file('talk.json', JSON.stringify({ messages }));
    const lines = world.file('talk.jsonl', messages.map((message) => JSON.stringify(message)).join('\n'));
    expect(await look('memory.remember', '--file', file, '--dry-run')).toMatch(
      /^Would keep 1 memory of 2 messages, chosen by rules:\nMESSAGE +WHY +MEMORY\n +1 +rule +Always use pnpm for tests\.\nMessages that gave nothing:\n +1 {2}said by no person\nNothing was kept/,
    );
    expect(await call('memory.remember', '--file', file)).toMatchObject({ kept: [{ why: 'rule' }] });
    expect(await look('memory.remember', '--file', lines)).toMatch(
      /^Kept 0 memories of 2 messages[\s\S]*known already/,
    );
    const broken = world.file('broken.jsonl', '{"role":"user"}\noops');
    await expect(look('memory.remember', '--file', broken)).rejects.toThrow();
  });

  it('brings sessions in from a file (CAP-6)', async () => {
    const file = world.file('chat.json', JSON.stringify([{ role: 'user', content: 'Hello' }]));
    expect(await call('import.session', '--file', file)).toMatchObject({ runs: [{ messages: 1 }] });
    expect(await look('import.session', '--file', file)).toMatch(/^RUN +STEPS +FAILED +MESSAGES/);
  });

  it('makes, lists and revokes tokens', async () => {
    const token = await call<Identified & { secret: string }>(
      ...(['token.create', '--name', 'ci', '--scopes', 'read,write'] as const),
    );
    expect(await call('token.list')).toMatchObject({ items: [{ id: token.id, name: 'ci' }] });
    expect(JSON.stringify(await call('token.list'))).not.toContain(token.secret);
    expect(await look('token.list')).toMatch(/^ID +NAME +PROJECT +AGENT +SCOPES +CREATED +EXPIRES\n/);
    expect(await call('token.revoke', token.id)).toEqual({ revoked: token.id });
    expect(await look('token.list')).toContain('No tokens yet');
    expect(await look('token.create')).toMatch(/^ {2}engram_[\w-]{43}$/m);
  });

  it('does what waits in the background, and tells how far it got', async () => {
    expect(await call('job.run')).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ name: 'index-memories', left: 0 })]),
    });
    for (const job of (await call<Listed<object>>('job.list')).items) {
      expect(job).toMatchObject({ holder: null, error: null });
    }
    expect(await look('job.list')).toMatch(/^JOB +STATE +DONE +LEFT +LAST +PROBLEM\n/);
    expect(await look('job.run')).toContain('index-memories');
  });
});
