import { describe, expect, it } from 'vitest';
import { createHttpApp } from '../../src/interfaces/http/app.ts';
import { type HttpTestServer, installationForTest, openTestServer } from './test-server.ts';

interface Sample {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

/** Reads the text as strictly as Prometheus does: every line is understood. */
async function scrape(door: HttpTestServer, headers = {}): Promise<Sample[]> {
  const answer = await door.call('GET', '/metrics', undefined, headers);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(answer.text.endsWith('\n')).toBe(true);
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of answer.text.trimEnd().split('\n')) {
    const [, typed, type] = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (typed !== undefined && type !== undefined) types.set(typed, type);
    if (line.startsWith('#')) continue;
    const [, name = '', labels = '', value] =
      /^([a-z_]+)(\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)+\})? (-?[\d.e+-]+|\+Inf|NaN)$/.exec(line) ?? [];
    expect(value, line).toBeDefined();
    expect(types.has(name) || types.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram', line).toBe(
      true,
    );
    samples.push({ name, labels, value: Number(value) });
  }
  return samples;
}

const readValue = (samples: readonly Sample[], name: string, labels = '') =>
  samples.find((sample) => sample.name === name && sample.labels === labels)?.value;

describe('/metrics (MET-4)', () => {
  it('counts requests by operation and status, and how long they took', async () => {
    const door = await openTestServer();
    await door.call('GET', '/api/memories');
    await door.call('GET', '/api/memories');
    await door.call('GET', '/api/memories/none');
    await door.call('GET', '/nothing');
    const samples = await scrape(door);
    const requests = (operation: string, status: number) =>
      readValue(samples, 'engram_http_requests_total', `{operation="${operation}",status="${status}"}`);
    expect(requests('memory.list', 200)).toBe(2);
    expect(requests('memory.get', 404)).toBe(1);
    expect(requests('none', 404)).toBe(1);
    const duration = 'engram_http_request_duration_seconds';
    expect(readValue(samples, `${duration}_count`, '{operation="memory.list"}')).toBe(2);
    expect(readValue(samples, `${duration}_bucket`, '{operation="memory.list",le="+Inf"}')).toBe(2);
    const buckets = samples.filter(
      ({ name, labels }) => name === `${duration}_bucket` && labels.includes('memory.list'),
    );
    expect(buckets.map(({ value }) => value)).toEqual(
      buckets.map(({ value }) => value).sort((a, b) => a - b),
    );
    expect(readValue(samples, `${duration}_sum`, '{operation="memory.list"}')).toBeGreaterThan(0);
  });

  it('counts events, and the records that were lost', async () => {
    const door = await openTestServer();
    await door.engram.memories.record({ kind: 'knowledge', text: 'A' });
    const scope = { user: 'local', project: 'default', agent: null };
    for (const count of [2, 3])
      door.hub.publish({ type: 'records-lost', count, reason: 'disk full', at: 0, scope });
    const samples = await scrape(door);
    expect(readValue(samples, 'engram_events_total', '{type="memory-recorded"}')).toBe(1);
    expect(readValue(samples, 'engram_events_total', '{type="records-lost"}')).toBe(2);
    expect(readValue(samples, 'engram_records_lost_total')).toBe(5);
  });

  it('tells how plans and workflows go (MET-3)', async () => {
    const door = await openTestServer();
    expect(readValue(await scrape(door), 'engram_plans')).toBe(0);
    await door.engram.plans.create({ name: 'two', description: '- one\n- two' });
    await door.engram.plans.run({ name: 'two' }, { ada: () => 'done' });
    const samples = await scrape(door);
    expect(readValue(samples, 'engram_plans')).toBe(1);
    expect(readValue(samples, 'engram_sub_task_completion_ratio')).toBe(1);
    expect(readValue(samples, 'engram_agent_utilisation_ratio', '{agent="ada"}')).toBeDefined();
    expect(readValue(samples, 'engram_workflow_checkpoints')).toBe(5);
    expect(readValue(samples, 'engram_workflow_checkpoint_seconds')).toBeGreaterThan(0);
  });

  it('tells the state of the server, the store and the process', async () => {
    const door = await openTestServer({ version: '1.0.0-"odd"\\' });
    const samples = await scrape(door);
    expect(readValue(samples, 'engram_build_info', '{version="1.0.0-\\"odd\\"\\\\"}')).toBe(1);
    expect(readValue(samples, 'engram_http_in_flight')).toBe(1);
    expect(readValue(samples, 'engram_sse_clients')).toBe(0);
    expect(readValue(samples, 'engram_store_up')).toBe(1);
    expect(readValue(samples, 'engram_store_size_bytes')).toBeGreaterThanOrEqual(0);
    expect(readValue(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(readValue(samples, 'engram_uptime_seconds')).toBeGreaterThan(0);
  });

  it('needs a token like any reading, where one is needed', async () => {
    const door = await openTestServer();
    const token = await door.token({}, ['read', 'admin']);
    expect((await door.call('GET', '/metrics')).status).toBe(401);
    expect(readValue(await scrape(door, token), 'engram_build_info', '{version="0.0.0-test"}')).toBe(1);
  });
});

describe('/healthz', () => {
  it('answers without a token while the store does', async () => {
    const door = await openTestServer();
    await door.token({});
    expect(await door.call('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it.each([
    ['refuses', () => Promise.reject(new Error('disk /dev/sda1 is on fire'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('says that the store does not answer when it %s, and nothing more', async (_how, health) => {
    const { engram, hub } = await openTestServer();
    const options = { hub, version: '0', installation: installationForTest, limits: { storeMs: 20 } };
    const app = createHttpApp({ engine: { ...engram, health }, ...options });
    const answer = await app.fetch(new Request('http://localhost/healthz'));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      error: { code: 'store_unavailable', message: 'The store does not answer.', details: {} },
    });
  });
});
