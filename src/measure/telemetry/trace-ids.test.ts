import { describe, expect, it } from 'vitest';
import { runSpanId, stepSpanId, traceIdOf } from './trace-ids.ts';

const scope = { user: 'ada', project: 'shop', agent: 'ali' };
const run = { scope, runId: 'run_1' };

describe('MET-4 ids of traces and spans', () => {
  it('have the form OpenTelemetry asks for, and are not zero', () => {
    expect(traceIdOf(run)).toMatch(/^[1-9a-f][0-9a-f]{31}$/);
    expect(runSpanId(run)).toMatch(/^[1-9a-f][0-9a-f]{15}$/);
    expect(stepSpanId(run, 'step_1')).toMatch(/^[1-9a-f][0-9a-f]{15}$/);
  });

  it('stay what they are: a process of another version must find the same trace', () => {
    expect([traceIdOf(run), runSpanId(run), stepSpanId(run, 'step_1')]).toEqual([
      '1bf875118611b739c13c9c780418314e',
      '1ce69d1f1252fb53',
      '1bc43093ba93c0cd',
    ]);
  });

  it('are different for every run and every step, also of another user or project', () => {
    const others = [
      { scope, runId: 'run_2' },
      { scope: { ...scope, user: 'bob' }, runId: 'run_1' },
      { scope: { ...scope, project: 'bank' }, runId: 'run_1' },
    ];
    const all = [run, ...others].flatMap((one) => [
      runSpanId(one),
      stepSpanId(one, 'step_1'),
      stepSpanId(one, 'step_2'),
      stepSpanId(one, ''),
    ]);
    expect(new Set(all).size).toBe(all.length);
    expect(new Set([run, ...others].map(traceIdOf)).size).toBe(4);
  });
});
