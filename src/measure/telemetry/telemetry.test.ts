import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '../../ports/store.ts';
import type { RunWithTotals } from '../../records/run.ts';
import { aModelStep, aRun, aStep, fixedClock, resetBuilders } from '../../testing/index.ts';
import { accept, answer, hangUp, openCollector, plain } from './collector.fixture.ts';
import { createTelemetry, type TelemetrySettings } from './telemetry.ts';

const settings = { headers: '', serviceName: null, resource: '', content: false };
const end = {
  outcome: 'success',
  finishedAt: Date.UTC(2025, 0, 1, 13),
  summary: null,
  successFactors: [],
} as const;
/** Half an hour after the time of the builders. */
const clock = fixedClock(Date.UTC(2025, 0, 1, 12, 30));
const noTotals = {
  steps: 0,
  toolCalls: 0,
  modelCalls: 0,
  failedSteps: 0,
  inputTokens: 0,
  outputTokens: 0,
  wallTimeMs: 0,
};

const emptyStore = { getRun: async () => undefined };

function storeWith(run: RunWithTotals) {
  return { getRun: async (_viewer: object, id: string) => (id === run.id ? run : undefined) };
}

/** Telemetry that is on. */
function open(
  endpoint: string,
  more: Partial<TelemetrySettings> = {},
  store: Parameters<typeof createTelemetry>[1] = emptyStore,
) {
  const telemetry = createTelemetry({ ...settings, endpoint, ...more }, store, clock);
  if (telemetry === undefined) throw new Error('telemetry should be on');
  return telemetry;
}

let warnings: string[] = [];
beforeEach(() => {
  resetBuilders();
  warnings = [];
  vi.spyOn(process, 'emitWarning').mockImplementation((warning) => {
    warnings.push(String(warning));
  });
});
afterEach(() => vi.restoreAllMocks());

describe('MET-4 telemetry is off unless configured', () => {
  it('is nothing at all without an endpoint', () => {
    expect(createTelemetry({ ...settings, endpoint: null }, emptyStore, clock)).toBeUndefined();
  });
});

describe('MET-4 a recorded run becomes a trace', () => {
  it('with a span for the run and one for each step, sent below the endpoint', async () => {
    const collector = await openCollector();
    const telemetry = open(`${collector.endpoint}/`, { headers: 'x-key=abc' });
    const run = aRun();
    telemetry.observe({ type: 'start-run', run });
    telemetry.observe({ type: 'append-step', step: aStep({ runId: run.id }) });
    telemetry.observe({ type: 'append-step', step: aModelStep({ runId: run.id }) });
    telemetry.observe({ type: 'finish-run', owner: run.scope, runId: run.id, end });
    await telemetry.close();

    expect(collector.requests).toMatchObject([{ path: '/v1/traces', headers: { 'x-key': 'abc' } }]);
    const spans = collector.spans();
    expect(spans.map(({ name }) => name)).toEqual([
      'execute_tool get_order',
      'chat test-model',
      'invoke_agent ali',
    ]);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(spans[0]?.parentSpanId).toBe(spans[2]?.spanId);
    expect(spans[2]).toMatchObject({ endTimeUnixNano: '1735736400000000000' });
    expect(warnings).toEqual([]);
  });

  it.each([
    ['Engram, unless told otherwise', {}, { 'service.name': 'engram' }],
    ['a service by its name', { serviceName: 'shop' }, { 'service.name': 'shop' }],
    [
      'a service by its resource',
      { resource: 'service.name=shop,deployment.environment.name=staging' },
      { 'service.name': 'shop', 'deployment.environment.name': 'staging' },
    ],
    [
      'a service by its name rather than by its resource',
      { serviceName: 'shop', resource: 'service.name=bank' },
      { 'service.name': 'shop' },
    ],
  ])('sent by %s', async (_who, more, expected) => {
    const collector = await openCollector();
    const telemetry = open(collector.endpoint, more);
    telemetry.observe({ type: 'append-step', step: aStep() });
    await telemetry.close();
    const [sender] = collector.requests[0]?.body.resourceSpans ?? [];
    expect(plain(sender?.resource.attributes ?? [])).toEqual(expected);
  });

  it('takes an endpoint that names the path already', async () => {
    const collector = await openCollector();
    const telemetry = open(`${collector.endpoint}/v1/traces`);
    telemetry.observe({ type: 'append-step', step: aStep() });
    await telemetry.close();
    expect(collector.requests).toMatchObject([{ path: '/v1/traces' }]);
  });

  it('from the store, when the run was started by another process', async () => {
    const collector = await openCollector();
    const run = {
      ...aRun({ ...end, createdAt: Date.UTC(2025, 0, 1, 12), successFactors: [] }),
      totals: noTotals,
    };
    const telemetry = open(collector.endpoint, {}, storeWith(run));
    telemetry.observe({ type: 'finish-run', owner: run.scope, runId: run.id, end });
    await telemetry.close();
    expect(collector.spans()).toMatchObject([
      { name: 'invoke_agent ali', startTimeUnixNano: '1735732800000000000' },
    ]);
  });

  it('with the end that is kept, when it is ended again', async () => {
    const collector = await openCollector();
    const run = { ...aRun({ ...end, successFactors: [] }), totals: noTotals };
    const telemetry = open(collector.endpoint, {}, storeWith(run));
    const again = { ...end, finishedAt: end.finishedAt + 5_000 };
    telemetry.observe({ type: 'start-run', run: { ...run, outcome: null, finishedAt: null } });
    telemetry.observe({ type: 'finish-run', owner: run.scope, runId: run.id, end });
    telemetry.observe({ type: 'finish-run', owner: run.scope, runId: run.id, end: again });
    await telemetry.close();
    const [first, second] = collector.spans();
    expect(second).toEqual(first);
  });

  it('also with steps that arrive after the run was finished', async () => {
    const collector = await openCollector();
    const telemetry = open(collector.endpoint);
    const run = aRun();
    telemetry.observe({ type: 'start-run', run });
    telemetry.observe({ type: 'finish-run', owner: run.scope, runId: run.id, end });
    telemetry.observe({ type: 'append-step', step: aStep({ runId: run.id }) });
    await telemetry.close();
    const [root, late] = collector.spans();
    expect(late?.parentSpanId).toBe(root?.spanId);
  });

  it('without a root, when nobody knows how the run began', async () => {
    const collector = await openCollector();
    const telemetry = open(collector.endpoint);
    const step = aStep({ runId: 'run_elsewhere' });
    telemetry.observe({ type: 'append-step', step });
    telemetry.observe({ type: 'finish-run', owner: step.scope, runId: step.runId, end });
    await telemetry.close();
    expect(collector.spans().map(({ name }) => name)).toEqual(['execute_tool get_order']);
    expect(warnings.join()).toContain('the start of run_elsewhere is not known here');
  });

  it('remembers no more than a bounded number of runs that never end', async () => {
    const collector = await openCollector();
    const telemetry = open(collector.endpoint);
    const [first, ...others] = Array.from({ length: 1_001 }, () => aRun());
    for (const run of [first, ...others])
      if (run !== undefined) telemetry.observe({ type: 'start-run', run });
    for (const run of [first, others[0]]) {
      if (run !== undefined) telemetry.observe({ type: 'finish-run', owner: run.scope, runId: run.id, end });
    }
    await telemetry.close();
    expect(collector.spans().map((span) => plain(span.attributes)['engram.run.id'])).toEqual([others[0]?.id]);
  });

  it('unless it was over long ago, and is only imported now', async () => {
    const collector = await openCollector();
    const telemetry = open(collector.endpoint);
    const now = clock.now();
    const hour = 3_600_000;
    const old = aRun({ createdAt: now - 10 * hour });
    telemetry.observe({ type: 'start-run', run: old, ifAbsent: true });
    telemetry.observe({ type: 'append-step', step: aStep({ runId: old.id, startedAt: now - 2 * hour }) });
    const oldEnd = { ...end, finishedAt: now - hour - 1 };
    telemetry.observe({ type: 'finish-run', owner: old.scope, runId: old.id, end: oldEnd });
    const long = aRun({ createdAt: now - 10 * hour });
    const longStep = aStep({ runId: long.id, startedAt: now - 2 * hour, durationMs: hour });
    telemetry.observe({ type: 'start-run', run: long, ifAbsent: true });
    telemetry.observe({ type: 'append-step', step: longStep });
    telemetry.observe({ type: 'finish-run', owner: long.scope, runId: long.id, end });
    await telemetry.close();
    expect(collector.spans().map((span) => plain(span.attributes)['engram.run.id'])).toEqual([
      long.id,
      long.id,
    ]);
    expect(warnings).toEqual([]);
  });
});

describe('MET-4 telemetry never disturbs what it watches', () => {
  it('tries again when the collector is busy or hangs up', async () => {
    const collector = await openCollector(answer(503, { 'retry-after': '0' }), hangUp, accept);
    const telemetry = open(collector.endpoint);
    for (let count = 0; count < 512; count += 1) telemetry.observe({ type: 'append-step', step: aStep() });
    await collector.received(2);
    await telemetry.close();
    expect(collector.requests).toHaveLength(3);
    expect(warnings).toEqual([]);
  });

  it('says once, and without credentials, that spans are lost', async () => {
    const collector = await openCollector(answer(401));
    const telemetry = open(collector.endpoint, { headers: 'authorization=Bearer top-secret' });
    for (let count = 0; count < 1_024; count += 1) telemetry.observe({ type: 'append-step', step: aStep() });
    await telemetry.close();
    expect(collector.requests).toHaveLength(2);
    expect(warnings).toEqual([
      `Engram could not send 512 spans to ${collector.endpoint}: it answered 401 Unauthorized. Further losses are not reported.`,
    ]);
  });

  it('survives a store that fails and records that make no sense', async () => {
    const collector = await openCollector();
    const failing = { getRun: () => Promise.reject(new Error('the disk is gone')) };
    const telemetry = open(collector.endpoint, {}, failing);
    const { scope } = aRun();
    telemetry.observe({ type: 'finish-run', owner: scope, runId: 'run_1', end });
    telemetry.observe({ type: 'append-step', step: { ...aStep(), durationMs: Number.NaN } });
    telemetry.observe({ type: 'append-step', step: aStep() });
    await telemetry.close();
    expect(collector.spans()).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });

  it('has nothing to say about other records', async () => {
    const collector = await openCollector();
    const telemetry = open(collector.endpoint);
    const { scope } = aRun();
    const others: Command[] = [
      { type: 'delete-memory', owner: scope, id: 'mem_1' },
      { type: 'count-access', ids: ['mem_1'], at: 1 },
    ];
    for (const command of others) telemetry.observe(command);
    await telemetry.close();
    expect(collector.requests).toEqual([]);
  });
});
