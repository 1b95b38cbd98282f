import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type EngramOptions, openEngram } from '../../src/index.ts';
import { answer, openCollector, plain } from '../../src/measure/telemetry/collector.fixture.ts';
import type { OtlpSpan } from '../../src/measure/telemetry/otlp.ts';
import { openForTest } from '../stories/open-for-test.ts';

const refund = { description: 'Refund order 42 of ada@shop.example', inputs: { orderId: 42 } };

/** Indented by depth, in the order of starting. */
function tree(spans: readonly OtlpSpan[]): string[] {
  const below = (parent: string | undefined, depth: number): string[] =>
    spans
      .filter(({ parentSpanId }) => parentSpanId === parent)
      .sort((left, right) => Number(BigInt(left.startTimeUnixNano) - BigInt(right.startTimeUnixNano)))
      .flatMap(({ name, spanId }) => ['  '.repeat(depth) + name, ...below(spanId, depth + 1)]);
  return below(undefined, 0);
}

const hexadecimal = (digits: number) => expect.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`));
const integer = expect.stringMatching(/^\d+$/);

/** What the JSON form of OTLP asks for: ids in hexadecimal, enums as numbers, 64-bit integers as text. */
const wellFormedSpan = expect.objectContaining({
  traceId: hexadecimal(32),
  spanId: hexadecimal(16),
  kind: expect.any(Number),
  startTimeUnixNano: integer,
  endTimeUnixNano: integer,
  attributes: expect.toSatisfy((attributes: OtlpSpan['attributes']) =>
    attributes.every(({ value }) =>
      'intValue' in value ? /^\d+$/.test(value.intValue) : 'stringValue' in value,
    ),
  ),
});

describe('MET-4 a run can be watched in an OpenTelemetry collector', () => {
  it('as one trace: the run, its calls, and the calls inside calls', async () => {
    const collector = await openCollector();
    const engram = await openForTest({ telemetry: { endpoint: collector.endpoint } });
    await engram.agent('alice').run(refund, async (run) => {
      await run.call('lookUp', { id: 42 }, async () => {
        engram.time.advance(1);
        await run.call('query', { sql: 'select' }, () => engram.time.advance(2.5));
      });
      engram.time.advance(1);
      await Promise.all([run.call('pay', {}, () => 1), run.call('mail', {}, () => 2)]);
      engram.time.advance(1);
      await run.subTask({ id: 'tell', text: 'Tell Ada' }).call('notify', {}, () => 3);
      await run.note('Done for ada@shop.example');
    });
    await engram.close();

    expect(tree(collector.spans())).toEqual([
      'invoke_agent alice',
      '  execute_tool lookUp',
      '    execute_tool query',
      '  execute_tool pay',
      '  execute_tool mail',
      '  execute_tool notify',
      '  note',
    ]);
    expect(new Set(collector.spans().map(({ traceId }) => traceId)).size).toBe(1);
    for (const span of collector.spans()) expect(span).toEqual(wellFormedSpan);
    const query = collector.spans().find(({ name }) => name.endsWith('query'));
    expect(BigInt(query?.endTimeUnixNano ?? 0) - BigInt(query?.startTimeUnixNano ?? 0)).toBe(2_500_000n);
  });

  it('says nothing of what was written, unless that is asked for', async () => {
    const quiet = await openCollector();
    const talkative = await openCollector();
    for (const telemetry of [{ endpoint: quiet.endpoint }, { endpoint: talkative.endpoint, content: true }]) {
      const engram = await openForTest({ telemetry });
      const run = await engram.agent('alice').startRun(refund);
      await run.call('mail', { to: 'ada@shop.example' }, () => 'sent to ada@shop.example');
      const refuse = () => Promise.reject(new Error('no account "ada@shop.example"'));
      await run.call('pay', {}, refuse).catch(() => {});
      await run.note('Wrote to ada@shop.example');
      await run.finish({ outcome: 'failure', summary: 'No account for ada@shop.example' });
      await engram.close();
    }
    expect(JSON.stringify(quiet.spans())).not.toContain('ada@');
    expect(quiet.spans().map(({ status }) => status)).toContainEqual({
      code: 2,
      message: 'no account <value>',
    });
    expect(JSON.stringify(talkative.spans()).match(/ada@/g)?.length).toBeGreaterThanOrEqual(6);
  });

  it('never carries a secret, not even with content (CAP-5)', async () => {
    const collector = await openCollector();
    const engram = await openForTest({ telemetry: { endpoint: collector.endpoint, content: true } });
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const run = await engram.agent('alice').startRun({ description: `Log in with ${secret}` });
    await run.call('logIn', { token: secret }, () => ({ echo: `token ${secret}` }));
    await run.finish({ outcome: 'success', summary: `Used ${secret}` });
    await engram.close();
    expect(collector.spans()).toHaveLength(2);
    expect(JSON.stringify(collector.requests)).not.toContain(secret);
  });

  it('also when it is recorded step by step, by a process for each step', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'engram-telemetry-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const collector = await openCollector();
    const options: EngramOptions = {
      db: `file:${join(folder, 'memory.db')}`,
      agent: 'alice',
      surroundings: {
        environment: { ENGRAM_OTLP_ENDPOINT: collector.endpoint, OTEL_SERVICE_NAME: 'shop' },
        folder,
        home: folder,
      },
    };
    /** What one process does. */
    async function once<Result>(work: (engram: Awaited<ReturnType<typeof openEngram>>) => Promise<Result>) {
      const engram = await openEngram(options);
      const result = await work(engram);
      await engram.close();
      return result;
    }
    const { id } = await once((engram) => engram.runs.start(refund));
    await once((engram) =>
      engram.runs.step({ run: id, kind: 'tool', tool: 'pay', arguments: {}, result: 1 }),
    );
    await once((engram) => engram.runs.finish({ id, outcome: 'success' }));
    await once((engram) => engram.runs.step({ run: id, kind: 'model', model: 'late-model' }));

    expect(tree(collector.spans())).toEqual([
      'invoke_agent alice',
      '  execute_tool pay',
      '  chat late-model',
    ]);
    expect(collector.requests).toHaveLength(3);
    const [sender] = collector.requests[0]?.body.resourceSpans ?? [];
    expect(plain(sender?.resource.attributes ?? [])).toEqual({ 'service.name': 'shop' });
  });

  it('and the agent does not notice when the collector is broken', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const collector = await openCollector(answer(500));
    const engram = await openForTest({ telemetry: { endpoint: collector.endpoint } });
    const result = await engram.agent('alice').run(refund, (run) => run.call('pay', {}, () => 'paid'));
    await engram.close();
    expect(result).toBe('paid');
    // Tests share a process, so others may warn meanwhile.
    const warnings = warn.mock.calls.filter(([warning]) => String(warning).includes(collector.endpoint));
    expect(warnings).toEqual([
      [expect.stringMatching(/^Engram could not send 2 spans to .*: it answered 500/), 'EngramWarning'],
    ]);
  });
});

describe('MET-4 telemetry is off unless configured', () => {
  it('is not switched on by the variables of other programs', async () => {
    const collector = await openCollector();
    const engram = await openForTest({
      surroundings: {
        environment: {
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
          OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.endpoint}/v1/traces`,
          OTEL_SERVICE_NAME: 'shop',
        },
        folder: tmpdir(),
        home: '/nowhere',
      },
    });
    await engram.run(refund, (run) => run.call('pay', {}, () => 'paid'));
    await engram.close();
    expect(collector.requests).toEqual([]);
  });

  it.each([
    ['an address that is none', { endpoint: 'localhost:4318' }],
    ['an address with a password', { endpoint: 'http://ada:top-secret@localhost:4318' }],
    ['headers that are no pairs', { endpoint: 'http://localhost:4318', headers: 'top-secret' }],
  ])('refuses %s, and does not show it', async (_what, telemetry) => {
    const refused = await openForTest({ telemetry }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'config_invalid' });
    expect(String(refused)).not.toContain('top-secret');
  });
});
