import { describe, expect, it } from 'vitest';
import { EngramError } from '../errors.ts';
import type { Template } from '../records/template.ts';
import type { DryRun, TemplateRun } from '../records/template-run.ts';
import { asRefusal } from '../testing/refusal.ts';
import type { ReplayOptions } from './replay/replay.ts';
import {
  anObservation,
  aPlan,
  aPlanStep,
  aRunHandle,
  aWorld,
  type Behaviour,
  generous,
} from './replay/world.fixture.ts';
import { runTemplate } from './run.ts';
import type { Handover, Rest, TemplateRunning } from './template-running.ts';

const looking = aPlan([aPlanStep('get', {}, { observed: [anObservation({}, {})] })], { slug: 'look' });
const changing = aPlan(
  [
    aPlanStep('get', {}, { observed: [anObservation({}, {})] }),
    aPlanStep('put', {}, { effect: 'write' }),
    aPlanStep('check', {}, { observed: [anObservation({}, {})] }),
  ],
  { slug: 'change' },
);

function aStage(template: Template, behaviours: Record<string, Behaviour> = {}) {
  const world = aWorld({ get: () => ({}), put: () => ({}), check: () => ({}), ...behaviours });
  const { run, recorded, ends } = aRunHandle();
  const begun: unknown[] = [];
  const running: TemplateRunning = {
    showTemplate: async () => template,
    beginRun: async (input, mode) => {
      begun.push({ ...input, mode });
      return { run, learning: { template } };
    },
    adaptive: async () => Promise.reject(new Error('not asked for here')),
  };
  const start = (
    fallback?: (handover: Handover) => Promise<Rest>,
    { dryRun = false, ...options }: Partial<ReplayOptions> & { dryRun?: boolean } = {},
  ) =>
    runTemplate({ ...running, fallback }, { id: 'x', dryRun }, world.tools, {
      ...generous,
      ...options,
    });
  return { ...world, running, recorded, ends, begun, start };
}

describe('TPL-11 who may be run', () => {
  it('a retired template is not, and says why', async () => {
    const stage = aStage({ ...looking, status: 'retired', statusReason: 'the shop moved' });
    expect(await stage.start().catch(asRefusal)).toMatchObject({
      code: 'not_replayable',
      message: 'The template "look" is retired: the shop moved',
    });
    expect([stage.diary, stage.begun]).toEqual([[], []]);
  });

  it('a draft that may change something waits for approval; one that only looks does not', async () => {
    const draft = aStage({ ...changing, status: 'draft' });
    const refused = await draft.start().catch(asRefusal);
    expect(refused).toMatchObject({ code: 'not_replayable' });
    expect(refused).toHaveProperty('message', expect.stringContaining('templates.approve({ id: "change" })'));
    expect(draft.diary).toEqual([]);
    expect(await aStage({ ...looking, status: 'draft' }).start()).toMatchObject({ status: 'completed' });
    // A server's word does not make a look of what is known to write; whoever lends the tool may say so.
    draft.says['put'] = { annotations: { readOnly: true } };
    expect(await draft.start().catch(asRefusal)).toMatchObject({ code: 'not_replayable' });
    draft.says['put'] = { annotations: { readOnly: true }, declared: { readOnly: true } };
    expect(await draft.start()).toMatchObject({ status: 'completed' });
    const lying = aStage({ ...looking, status: 'draft' });
    lying.says['get'] = { annotations: { destructive: true } };
    expect(await lying.start().catch(asRefusal)).toMatchObject({ code: 'not_replayable' });
  });

  it('a template without recorded answers is not, unless a person has written its plan', async () => {
    const before = aPlan([aPlanStep('get')], { slug: 'look', status: 'draft' });
    const refused = await aStage(before).start().catch(asRefusal);
    expect(refused).toMatchObject({ code: 'not_replayable' });
    expect(refused).toHaveProperty('message', expect.stringContaining('save its run again'));
    expect(refused).not.toHaveProperty('message', expect.stringContaining('Approve it'));
    expect(await aStage({ ...before, planEdited: true }).start()).toMatchObject({ status: 'completed' });
  });

  it('a dry run shows also what may not be run, begins no run and calls nothing', async () => {
    const stage = aStage({ ...changing, status: 'draft' });
    const dry = (await stage.start(undefined, { dryRun: true })) as DryRun;
    expect(dry.problems).toHaveLength(1);
    expect([stage.diary, stage.begun]).toEqual([[], []]);
  });

  it('a template that is retired at the last moment is not run, and its run ends', async () => {
    const stage = aStage(looking);
    const retired: Template = { ...looking, status: 'retired' };
    const { beginRun } = stage.running;
    const running: TemplateRunning = {
      ...stage.running,
      beginRun: async (...given) => ({ ...(await beginRun(...given)), learning: { template: retired } }),
    };
    const refused = await runTemplate(running, { id: 'x' }, stage.tools, generous).catch(asRefusal);
    expect(refused).toMatchObject({ code: 'not_replayable' });
    expect(stage.ends).toMatchObject([{ outcome: 'failure' }]);
    expect(stage.diary).toEqual([]);
  });
});

describe('TPL-6 how a template run ends', () => {
  it('in success, as a run in template mode', async () => {
    const stage = aStage(changing);
    expect(await stage.start()).toMatchObject({
      status: 'completed',
      mode: 'replay',
      modelCalls: 0,
      runId: 'run_1',
    });
    expect(stage.begun).toMatchObject([
      { approach: 'replay', mode: { kind: 'template', style: 'replay', templateId: changing.id } },
    ]);
    expect(stage.ends).toEqual([{ outcome: 'success', approach: 'replay' }]);
  });

  it('in failure when it stopped before any change, in part when after one', async () => {
    const before = aStage(changing, { get: () => 'gone' });
    expect(await before.start()).toMatchObject({ status: 'diverged', divergence: { call: 1 } });
    expect(before.ends).toMatchObject([
      { outcome: 'failure', summary: expect.stringContaining('diverged at call 1') },
    ]);
    const after = aStage(changing, { check: () => 'gone' });
    await after.start();
    expect(after.ends).toMatchObject([{ outcome: 'partial' }]);
    const failed = aStage(changing, { put: () => Promise.reject(new Error('no')) });
    await failed.start();
    expect(failed.ends).toMatchObject([{ outcome: 'partial' }]);
    const refused = new EngramError('timeout', 'Not connected.', { details: { mayHaveActed: false } });
    const unreached = aStage(changing, { put: () => Promise.reject(refused) });
    await unreached.start();
    expect(unreached.ends).toMatchObject([{ outcome: 'failure' }]);
    const uncertain = aStage(changing, { put: () => new Promise(() => {}) });
    await uncertain.start(undefined, { timeoutMs: 10 });
    expect(uncertain.ends).toMatchObject([{ outcome: 'partial' }]);
  });
});

describe('TPL-6 the rest is handed to a model', () => {
  const rest: Rest = {
    status: 'completed',
    text: 'Done by hand.',
    modelCalls: 2,
    calls: [{ tool: 'check', arguments: {}, result: 1, matched: false }],
  };

  it('with an account, and with the calls that are not to be made again', async () => {
    const stage = aStage(changing, { check: () => 'gone' });
    const handovers: Handover[] = [];
    const report = (await stage.start(async (handover) => {
      handovers.push(handover);
      return rest;
    })) as TemplateRun;
    expect(handovers).toMatchObject([{ template: { id: changing.id }, run: { id: 'run_1' } }]);
    expect(handovers[0]?.account).toContain('put (may change something)');
    expect(handovers[0]?.done.map(({ tool, effect }) => `${effect} ${tool}`)).toEqual([
      'read get',
      'write put',
      'read check',
    ]);
    expect(report).toMatchObject({
      status: 'completed',
      modelCalls: 2,
      divergence: { call: 3 },
      fallback: { status: 'completed', text: 'Done by hand.' },
    });
    expect(report.toolCalls.map(({ tool }) => tool)).toEqual(['get', 'put', 'check', 'check']);
    expect(report).not.toHaveProperty('done');
    expect(stage.ends).toMatchObject([{ outcome: 'success', approach: 'replay_then_adaptive' }]);
  });

  it('which may fail too: then the run ends as the replay did', async () => {
    const stage = aStage(changing, { check: () => 'gone' });
    expect(await stage.start(async () => ({ ...rest, status: 'failed' }))).toMatchObject({
      status: 'diverged',
      fallback: { status: 'failed' },
    });
    expect(stage.ends).toMatchObject([{ outcome: 'partial', approach: 'replay_then_adaptive' }]);
    const broken = aStage(changing, { get: () => 'gone' });
    expect(await broken.start(() => Promise.reject(new Error('no model')))).toMatchObject({
      status: 'diverged',
      fallback: { status: 'failed', text: 'no model' },
    });
    expect(broken.ends).toMatchObject([{ outcome: 'failure' }]);
  });

  it('and what that model changed makes it a partial success', async () => {
    const stage = aStage(changing, { get: () => 'gone' });
    await stage.start(async () => ({
      ...rest,
      status: 'failed',
      calls: [{ ...rest.calls[0], tool: 'put' } as never],
    }));
    expect(stage.ends).toMatchObject([{ outcome: 'partial' }]);
  });

  it('but not when all went as recorded, nor when the caller ended it', async () => {
    let asked = 0;
    const fallback = async () => {
      asked += 1;
      return rest;
    };
    await aStage(changing).start(fallback);
    const caller = new AbortController();
    caller.abort();
    await aStage(changing).start(fallback, { signal: caller.signal });
    expect(asked).toBe(0);
  });
});
