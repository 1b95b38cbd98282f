import { describe, expect, it } from 'vitest';
import { EngramError } from '../errors.ts';
import { testContext } from '../learn/life/context.fixture.ts';
import { aCheck } from '../learn/prevention/check.fixture.ts';
import { compileChecks, evaluate } from '../learn/prevention/evaluate.ts';
import type { Guard } from '../ports/guard.ts';
import type { Command } from '../ports/store.ts';
import { type CallAhead, callSign, type Finding } from '../records/check.ts';
import type { Check, Trial } from '../records/lesson.ts';
import { openRun } from './capture.ts';

const viewer = { user: 'ada', project: 'shop', agent: 'ali' };
const guardOf = (...checks: Check[]): Guard => {
  const compiled = compileChecks(checks);
  return { before: (call) => evaluate(compiled, call) };
};

/** A guard that says nothing and keeps what it was shown. */
function listeningGuard() {
  const seen: CallAhead[] = [];
  const guard: Guard = {
    before(call) {
      seen.push(structuredClone(call));
      return [];
    },
  };
  return { guard, seen };
}

/** A run with a guard, what was recorded of it, and the tools it called. */
async function guardedRun(guard: Guard | undefined, input = {}) {
  const context = testContext();
  const commands: Command[] = [];
  const store: typeof context.store = {
    ...context.store,
    async commit(some) {
      commands.push(...some);
      return { changed: 0 } as never;
    },
  };
  const heard: Finding[] = [];
  const called: unknown[] = [];
  const run = await openRun(
    { ...context, store },
    viewer,
    { description: 'Build the shop', ...input },
    { kind: 'normal' },
    { guard, onWarning: (warning) => heard.push(warning), provenance: 'wrapped' },
  );
  return {
    run,
    heard,
    called,
    call: (tool = 'npm_install', given: object = {}) => run.call(tool, given, () => called.push(tool)),
    trials: () =>
      commands.flatMap((command) =>
        command.type === 'save-lesson' && command.lesson.kind === 'trial' ? [command.lesson as Trial] : [],
      ),
    steps: () => commands.flatMap((command) => (command.type === 'append-step' ? [command.step] : [])),
  };
}

const question = (action: 'warn' | 'block') =>
  aCheck({ verify: { kind: 'question', text: 'Is the\ncache clean?' }, action });

describe('LRN-4 a check that warns', () => {
  it('is heard before the call is made, and the call is made', async () => {
    const { call, heard, called, steps } = await guardedRun(guardOf(aCheck()));
    await call();
    expect(heard).toMatchObject([
      {
        check: { slug: 'verify-npm-cache-status' },
        because: 'no "npm_cache_verify" succeeded in the last 20 calls',
      },
    ]);
    expect(called).toEqual(['npm_install']);
    expect(steps()).toMatchObject([{ kind: 'tool', tool: 'npm_install', success: true }]);
  });

  it('is recorded as a trial that stands before the step, to be followed up by its run', async () => {
    const { run, call, trials, steps } = await guardedRun(guardOf(aCheck()), { task: 'task-7' });
    await call('ls');
    await call();
    expect(trials()).toMatchObject([
      {
        scope: viewer,
        keys: [run.id, 'les_check', steps()[1]?.id],
        derivedFrom: [
          { kind: 'run', id: run.id },
          { kind: 'lesson', id: 'les_check' },
        ],
        content: {
          lesson: { kind: 'check', id: 'les_check' },
          use: 'warned',
          runId: run.id,
          taskId: 'task-7',
          tool: 'npm_install',
          position: 1,
          result: null,
        },
      },
    ]);
  });

  it('warns once in a run and is tried once, however often it fires', async () => {
    const { run, call, heard, trials } = await guardedRun(guardOf(aCheck()));
    await call();
    await call();
    await run.subTask({ id: 'part', text: 'A part' }).call('npm_install', {}, () => 1);
    expect(heard).toHaveLength(1);
    expect(trials()).toHaveLength(1);
  });

  it('knows what was called before in the run, also by its parts, and whether it worked', async () => {
    const failing = await guardedRun(guardOf(aCheck()));
    const broken = failing.run.call('npm_cache_verify', {}, () => Promise.reject(new RangeError('no')));
    await expect(broken).rejects.toThrow(RangeError);
    await failing.call();
    expect(failing.heard).toHaveLength(1);

    const working = await guardedRun(guardOf(aCheck()));
    await working.run.subTask({ id: 'part', text: 'A part' }).call('npm_cache_verify', {}, () => 1);
    await working.call();
    expect(working.heard).toEqual([]);
  });

  it('keeps as many calls as checks may look back at, and not many more', async () => {
    const { guard, seen } = listeningGuard();
    const { call } = await guardedRun(guard);
    for (let index = 0; index < 450; index += 1) await call();
    const kept = seen.map(({ recent }) => recent.length);
    expect(Math.max(...kept)).toBe(200);
    expect(kept.slice(100).every((length) => length >= 100)).toBe(true);
  });

  it('sees the stage, the category, the description, and the arguments as they are now', async () => {
    const { guard, seen } = listeningGuard();
    const { call } = await guardedRun(guard, { stage: 'production', category: 'build' });
    await call('npm install\u0000', { timeout: 30n });
    expect(seen).toEqual([
      {
        tool: 'npm install',
        arguments: { timeout: '30' },
        stage: 'production',
        category: 'build',
        description: 'Build the shop',
        recent: [],
      },
    ]);
  });
});

describe('LRN-4 a check that blocks', () => {
  const strict = aCheck({ action: 'block' });

  it('keeps the tool from being called, says why and how to go on, and gives the evidence', async () => {
    const { call, called, heard } = await guardedRun(guardOf(strict));
    const error: unknown = await call().catch((thrown) => thrown);
    expect(EngramError.is(error) && error).toMatchObject({
      code: 'blocked',
      message:
        'npm_install was not called. npm_install failed 7 times with: network timeout. Here no "npm_cache_verify" succeeded in the last 20 calls. ' +
        'Do that first, or go on all the same with acknowledge("verify-npm-cache-status").',
      details: {
        check: 'verify-npm-cache-status',
        pattern: 'les_pattern',
        evidence: { record: { fired: 0 } },
        findings: [{ action: 'block' }],
      },
    });
    expect(called).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('is recorded as a note and not as a failed call: what was not called did not fail', async () => {
    const { call, steps, trials } = await guardedRun(guardOf(strict));
    await expect(call()).rejects.toThrow();
    expect(steps()).toMatchObject([
      {
        kind: 'note',
        position: 0,
        success: true,
        text: 'npm_install was not called: blocked by check "verify-npm-cache-status" (no "npm_cache_verify" succeeded in the last 20 calls).',
      },
    ]);
    expect(trials()).toMatchObject([{ content: { use: 'blocked', position: 0 } }]);
  });

  it('lets the call through once it holds', async () => {
    const { call, called } = await guardedRun(guardOf(strict));
    await expect(call()).rejects.toThrow();
    await expect(call()).rejects.toThrow();
    await call('npm_cache_verify');
    await call();
    expect(called).toEqual(['npm_cache_verify', 'npm_install']);
  });

  it.each(['les_check', 'verify-npm-cache-status'])(
    'lets the call through when told to: %s',
    async (name) => {
      const { run, call, called, trials } = await guardedRun(guardOf(strict));
      await expect(call()).rejects.toThrow();
      run.subTask({ id: 'part', text: 'A part' }).acknowledge(name);
      await call();
      await call();
      expect(called).toHaveLength(2);
      expect(trials().map(({ content }) => content.use)).toEqual(['blocked']);
    },
  );

  it('that nobody waited for is a warning, whose end is held for or against it all the same', async () => {
    const { run, call, heard, trials } = await guardedRun(guardOf(strict));
    run.acknowledge('les_check');
    await call();
    expect(heard).toHaveLength(1);
    expect(trials().map(({ content }) => content.use)).toEqual(['warned']);
  });

  it('asks its question once, on one line: then somebody has read it', async () => {
    const { call, called, trials } = await guardedRun(guardOf(question('block')));
    await expect(call('npm_install', { force: true })).rejects.toThrow(
      'To be verified by you: Is the cache clean? Then call again: it is asked once in a run.',
    );
    await call();
    expect(called).toHaveLength(1);
    expect(trials().map(({ keys }) => keys[2])).toEqual([callSign({ force: true })]);
  });

  it('asks all that are called at the same time: none of them has read it yet', async () => {
    const { call, called } = await guardedRun(guardOf(question('block')));
    const both = await Promise.allSettled([call(), call()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await call();
    expect(called).toHaveLength(1);
  });

  it('comes before those that warn, which are heard when the call is made', async () => {
    const strictest = guardOf({ ...question('block'), id: 'les_block' }, { ...aCheck(), id: 'les_warn' });
    const { call, heard, trials } = await guardedRun(strictest);
    await expect(call()).rejects.toThrow();
    expect(heard).toEqual([]);
    await call();
    expect(heard.map(({ check }) => check.id)).toEqual(['les_warn']);
    expect(trials().map(({ content }) => content.lesson.id)).toEqual(['les_block', 'les_warn']);
  });
});

describe('LRN-4 a guard never breaks the agent', () => {
  it('is ignored when it throws', async () => {
    const { call, called } = await guardedRun({
      before: () => {
        throw new RangeError('no');
      },
    });
    await call();
    expect(called).toHaveLength(1);
  });

  it.each([
    ['throws', () => JSON.parse('{')],
    ['rejects', () => Promise.reject(new RangeError('no'))],
  ])('and its listener is ignored when it %s', async (_how, onWarning) => {
    const context = testContext();
    const store = { ...context.store, commit: async () => ({}) as never };
    const run = await openRun({ ...context, store }, viewer, { description: 'Build' }, undefined, {
      guard: guardOf(aCheck()),
      onWarning,
      provenance: 'wrapped',
    });
    await expect(run.call('npm_install', {}, () => 'fine')).resolves.toBe('fine');
  });

  it('without a guard nothing is looked at, and nothing to acknowledge is fine', async () => {
    const { run, call, trials } = await guardedRun(undefined);
    run.acknowledge('les_check');
    await call();
    expect(trials()).toEqual([]);
  });
});
