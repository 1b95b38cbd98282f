import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type Identified, type World } from './world.ts';

let world: World;
beforeAll(() => {
  world = createWorld();
});
afterAll(() => world.close());

/** Runs a command line as people type it, expects success, and answers the lines. */
async function lines(...words: readonly string[]): Promise<string[]> {
  const { code, out, err } = await world.run(words);
  expect({ code, err }, words.join(' ')).toEqual({ code: 0, err: '' });
  return out.trimEnd().split('\n');
}

describe('the story of api-auth-timeout (API-4, LRN-1)', () => {
  const decide = (action: string, outcome: string) =>
    lines(
      ...['memory', 'record', '--agent', 'alice', '--type', 'decision', '--context', 'api-auth-timeout'],
      ...['--action', action, '--outcome', outcome],
    );
  const suggest = ['learning', 'suggest', '--context', 'api-auth-timeout'];

  it('says plainly that nothing is known, and how to change that', async () => {
    const [first, second] = await lines(...suggest);
    expect(first).toMatch(/^Nothing is known about "api-auth-timeout" yet\./);
    expect(second).toMatch(/^ {2}engram memory record --type decision --context "api-auth-timeout" /);
  });

  it('suggests after one failure and some successes: a line an action, best first, how sure, why, on what', async () => {
    await decide('increase-timeout', 'failure');
    for (let times = 0; times < 3; times += 1) await decide('retry-with-exponential-backoff', 'success');
    const [best, other, recommended, sure, why, evidence, ...rest] = await lines(...suggest);
    expect([best, other, recommended]).toEqual([
      '• retry-with-exponential-backoff (100% success rate, 3 attempts)',
      '• increase-timeout (0% success rate, 1 attempt)',
      'Recommended: retry-with-exponential-backoff',
    ]);
    expect(sure).toMatch(/^(Unsure|Fairly sure|Sure): at least \d+% success, with 90% certainty$/);
    expect(why).toMatch(/^3 of 3 attempts worked, the last today\./);
    expect(evidence).toMatch(/^Evidence: mem_\w+, mem_\w+, mem_\w+$/);
    expect(rest).toEqual([]);
  });

  it('prints the recommendation plain where everything else has colours', async () => {
    const { out } = await world.run(suggest, { colours: true });
    expect(out).toContain('\nRecommended: retry-with-exponential-backoff\n');
    expect(out).toContain('\u001b[2m');
  });

  it('recommends nothing that never worked', async () => {
    await lines(
      ...['memory', 'record', '--type', 'decision', '--context', 'dead-end', '--action', 'pray'],
      ...['--outcome', 'failure'],
    );
    expect(await lines('learning', 'suggest', '--context', 'dead-end')).toEqual([
      '• pray (0% success rate, 1 attempt)',
      'Recommended: none; nothing tried here has worked yet',
      'Nothing that was tried has worked: 1 attempt, all failed.',
    ]);
  });

  it('explores only when asked to, and says so', async () => {
    for (const action of ['heads', 'tails']) {
      await lines(
        ...['memory', 'record', '--type', 'decision', '--context', 'coin', '--action', action],
        ...['--outcome', 'success'],
      );
    }
    const coin = ['learning', 'suggest', '--context', 'coin'];
    const recommended = async (...words: string[]): Promise<[string, boolean]> => {
      const out = (await lines(...coin, ...words)).join('\n');
      return [/^Recommended: (.+)$/m.exec(out)?.[1] ?? '', out.includes('Drawn to find out more')];
    };
    const [steady, isDrawn] = await recommended();
    expect(isDrawn).toBe(false);
    const drawn = new Set<string>();
    // Either is as likely as the other: that one never comes in so many draws will not happen.
    for (let times = 0; times < 100 && drawn.size < 2; times += 1) {
      const [action, wasDrawn] = await recommended('--explore');
      expect(wasDrawn).toBe(action !== steady);
      drawn.add(action);
    }
    expect([...drawn].sort()).toEqual(['heads', 'tails']);
  });

  it('suggests for a task by runs of similar ones (LRN-1)', async () => {
    await lines('task', 'create', 'auth-123', '--description', 'Fix the login timeout', '--category', 'auth');
    for (const [approach, outcome] of [
      ['incremental', 'success'],
      ['all-at-once', 'failure'],
    ] as const) {
      const run = await world.json<Identified>(
        ...['run', 'start', '--description', 'Fix the login', '--category', 'auth', '--approach', approach],
      );
      await lines('run', 'finish', run.id, '--outcome', outcome);
    }
    const said = await lines('learning', 'suggest', '--task', 'auth-123');
    expect(said).toContain('Recommended: incremental');
    expect(said.at(-1)).toBe('From: auth');
  });

  it('shows the rules of a decision that depends on the case (LRN-1)', async () => {
    for (let size = 1; size <= 8; size += 1) {
      for (const [outcome, features] of [
        ['success', { size: size + 100 }],
        ['failure', { size }],
      ] as const) {
        await lines(
          ...['memory', 'record', '--type', 'decision', '--context', 'deploy', '--action', 'canary'],
          ...['--outcome', outcome, '--features', JSON.stringify(features)],
        );
      }
    }
    const shown = (await lines('learning', 'patterns', '--type', 'decision')).join('\n');
    expect(shown).toMatch(
      /\nRules of deploy\n {2}if size > [\d.]+: use canary \(8 of 8\)\n {2}otherwise: nothing /,
    );
    // Eight of eight; of all sixteen together half worked.
    const inCase = await lines('learning', 'suggest', '--context', 'deploy', '--features', '{"size":200}');
    const sure = inCase.find((line) => line.endsWith('with 90% certainty'));
    expect(sure).toMatch(/^In such cases: at least [78]\d% success, with 90% certainty$/);
    const good = await lines('learning', 'patterns', '--success-rate', '>80%');
    expect(good.filter((line) => /^(api-|dep)[\w-]+ +decision/.test(line))).toEqual([
      expect.stringMatching(/^api-auth-timeout +decision +100% +4 +/),
    ]);
  });

  it('applies a pattern to a task, and notes how the task ends (API-4)', async () => {
    await lines(
      ...['memory', 'record', '--type', 'success', '--context', 'database', '--key-factors', 'backup first'],
      ...['--approach', 'migration-rollback-strategy'],
      ...['--replication-steps', 'copy the table', '--replication-steps', 'switch over'],
    );
    await lines('task', 'create', 'db-migration-456', '--description', 'Split the orders table');
    const apply = ['learning', 'apply-pattern', 'migration-rollback-strategy', '--task', 'db-migration-456'];
    const applied = (await lines(...apply)).join('\n');
    expect(applied).toMatch(/^Applied [\w-]*migration-rollback-strategy to task db-migration-456\n/);
    expect(applied).toMatch(/^steps +1\. copy the table\n +2\. switch over\n/m);
    await lines('task', 'update', 'db-migration-456', '--status', 'done');
    expect((await lines('task', 'show', 'db-migration-456')).join('\n')).toMatch(
      /^advised by +[\w-]*migration-rollback-strategy \(ended in success\)\n +1\. copy the table$/m,
    );
    expect((await lines('learning', 'show', 'migration-rollback-strategy')).join('\n')).toMatch(
      /^applied +once: 1 worked, 0 failed$/m,
    );
  });
});

describe('the story of npm-install-timeout (LRN-2, LRN-3, LRN-4, API-4)', () => {
  const generate = ['prevention', 'generate', '--pattern', 'npm-install-timeout'];

  it('lists a failure that was recorded twice as recurring', async () => {
    for (let times = 0; times < 2; times += 1) {
      await lines(
        ...['memory', 'record', '--type', 'failure', '--error-signature', 'npm-install-timeout'],
        ...['--solution', 'clear the npm cache', '--prevention', 'verify npm cache status'],
      );
    }
    const [head, ...rows] = await lines('learning', 'patterns', '--type', 'failure', '--recurring');
    expect(head).toMatch(/^PATTERN +MET BY +TIMES +LAST SEEN +TOOLS +SOLUTIONS +CHECKS +MESSAGE$/);
    expect(rows[0]).toMatch(/^npm-install-timeout +\(project\) +2 /);
    expect((await lines('memory', 'patterns', '--type', 'failure'))[1]).toBe(rows[0]);
    expect((await lines('learning', 'failures', '--recent', '7d'))[1]).toMatch(/^npm-install-timeout /);
  });

  it('creates a check from it, once', async () => {
    const [first, what, asks, see] = await lines(...generate);
    expect(first).toBe('Created prevention check: verify-npm-cache-status');
    expect(what).toMatch(
      /^ {2}Warns before every call, stage development: .*npm-install-timeout.*clear the npm cache/,
    );
    expect(asks).toBe('  Asks: Before this call: verify npm cache status. Is that done?');
    expect(see).toBe('  See what comes of it:  engram prevention show verify-npm-cache-status');
    expect((await lines(...generate))[0]).toBe('Already there: verify-npm-cache-status');
    expect(await world.json('prevention', 'list')).toMatchObject({
      items: [{ slug: 'verify-npm-cache-status' }],
    });
  });

  it('warns before the call, and lets it go on', async () => {
    const check = ['prevention', 'check', '--tool', 'npm_install', '--arguments', '{"timeout":30}'];
    const said = (await lines(...check)).join('\n');
    expect(said).toMatch(
      /^Warning: verify-npm-cache-status\nwhy +This failed 2 times with: npm-install-timeout\./,
    );
    expect(said).toMatch(/^verify +Before this call: verify npm cache status\. Is that done\?$/m);
    expect(await lines(...check, '--stage', 'release')).toEqual([expect.stringMatching(/^Go ahead/)]);
  });

  it('follows up what came of the warning when the run has ended', async () => {
    const run = await world.json<Identified>('run', 'start', '--description', 'Install the packages');
    await lines('prevention', 'check', '--tool', 'npm_install', '--run', run.id);
    expect((await lines('prevention', 'show', 'verify-npm-cache-status')).at(-2)).toMatch(/: still open$/);
    await lines('run', 'step', run.id, '--tool', 'npm_install', '--error', 'npm-install-timeout');
    await lines('run', 'finish', run.id, '--outcome', 'failure');
    const shown = (await lines('prevention', 'show', 'verify-npm-cache-status')).join('\n');
    expect(shown).toMatch(/^so far +fired once: 0 prevented, 1 happened all the same, 0 wrong$/m);
    expect(shown).toMatch(/^right +100%, judged once /m);
    expect(shown).toContain(`warned before npm_install in ${run.id}: it happened all the same\n`);
    expect((await lines('prevention', 'list'))[1]).toMatch(/^verify-npm-cache-status .* 1 +0 +100% /);
  });

  it('tells whoever meets it again that it is known, what helps, and what stands before it', async () => {
    const known = (await lines('learning', 'recognise', 'npm-install-timeout')).join('\n');
    expect(known).toMatch(/^Known failure, met 3 times: npm-install-timeout\n/);
    expect(known).toMatch(/^helps +clear the npm cache /m);
    expect(known).toMatch(/^checks +verify-npm-cache-status$/m);
  });

  it('stops a script with exit code 6 where a check blocks, and answers the verdict all the same', async () => {
    const predicate = {
      kind: 'predicate',
      all: [{ of: 'argument', path: '$.timeout', is: 'at-least', value: 60 }],
    };
    await lines(
      ...['prevention', 'create', 'Give npm a minute', '--tool', 'npm_install', '--action', 'block'],
      ...['--verify', JSON.stringify(predicate)],
    );
    const check = (timeout: number) => [
      ...['prevention', 'check', '--tool', 'npm_install', '--arguments', JSON.stringify({ timeout })],
    ];
    const blocked = await world.run(check(30));
    expect(blocked).toMatchObject({ code: 6, err: '' });
    expect(blocked.out).toMatch(
      /^Blocked: give-npm-a-minute\nwhy +Give npm a minute\n +\$\.timeout is 30 and not at least 60\.\n/,
    );
    const answer = await world.run([...check(30), '--json']);
    expect({ code: answer.code, ...JSON.parse(answer.out) }).toMatchObject({ code: 6, verdict: 'block' });
    expect((await world.run(check(90))).code).toBe(0);
    await lines('prevention', 'switch', 'give-npm-a-minute', 'off');
    expect((await world.run(check(30))).code).toBe(0);
  });

  it('puts it all into the report (ADP-3)', async () => {
    const report = (await lines('report')).join('\n');
    expect(report).toMatch(/^npm-install-timeout +3 +1 +clear the npm cache$/m);
    expect(report).toMatch(/^verify-npm-cache-status +warn +1 +100% +0%$/m);
  });
});
