import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/testing/index.ts';
import { openForTest } from './open-for-test.ts';

const hour = 3_600_000;

/** Engram on a machine whose time of day can be set back, as people and time servers do. */
async function openWithClock() {
  const time = fixedClock();
  let back = 0;
  const clock = { now: () => time.now() - back, elapsed: time.elapsed };
  const setBack = (milliseconds: number): void => {
    back += milliseconds;
  };
  return { engram: await openForTest({ clock }), advance: time.advance, setBack };
}

describe('CAP-2 a clock that is set back while a run goes on', () => {
  it('changes neither how long its calls took nor how long it took', async () => {
    const { engram, advance, setBack } = await openWithClock();
    const run = await engram.startRun({ description: 'Refund order 42' });
    advance(10_000);
    await run.call('refund', { id: 42 }, () => {
      advance(3_000);
      setBack(hour);
      advance(2_000);
    });
    await run.model({ model: 'm', durationMs: 500 });
    const { finishedAt } = await run.finish({ outcome: 'success' });
    const shown = await engram.runs.show(run.id);
    expect(finishedAt - shown.createdAt).toBe(15_000);
    expect(shown.totals.wallTimeMs).toBe(15_000);
    expect(shown.steps).toMatchObject([
      { startedAt: shown.createdAt + 10_000, durationMs: 5_000 },
      { startedAt: shown.createdAt + 14_500, durationMs: 500 },
    ]);
  });

  it('makes a model call whose caller measured less than nothing last no time', async () => {
    const { engram } = await openWithClock();
    const run = await engram.startRun({ description: 'Refund order 42' });
    await run.model({ model: 'm', durationMs: -hour });
    const { createdAt, steps } = await engram.runs.show(run.id);
    expect(steps).toMatchObject([{ startedAt: createdAt, durationMs: 0 }]);
  });

  it('ends a run that is recorded from outside with its last step', async () => {
    const { engram, advance, setBack } = await openWithClock();
    const { id } = await engram.runs.start({ description: 'Refund order 42' });
    advance(10_000);
    await engram.runs.step({ run: id, tool: 'refund', durationMs: 2_000.4 });
    setBack(hour);
    await engram.runs.step({ run: id, tool: 'notify', durationMs: 1_000 });
    await engram.runs.finish({ id, outcome: 'success' });
    expect((await engram.runs.show(id)).totals.wallTimeMs).toBe(10_000);
  });

  it('is no reason for a transcript to take less than no time', async () => {
    const { engram } = await openWithClock();
    const at = (minute: number) => new Date(Date.UTC(2025, 0, 1, 10, minute)).toISOString();
    const content = [
      { kind: 'call', session: 's', ts: at(30), id: 'a', name: 'Read', input: {} },
      { kind: 'result', session: 's', ts: at(20), id: 'a', output: 'text' },
      { kind: 'call', session: 's', ts: at(10), id: 'b', name: 'Bash', input: {} },
      { kind: 'result', session: 's', ts: at(0), id: 'b', output: 'text' },
    ];
    const lines = content.map((line) => JSON.stringify(line)).join('\n');
    const { runs } = await engram.sessions.import({ content: lines, format: 'jsonl', outcome: 'success' });
    const { totals, steps } = await engram.runs.show(runs[0]?.runId ?? '');
    expect(totals.wallTimeMs).toBe(0);
    expect(steps).toMatchObject([{ durationMs: 0 }, { durationMs: 0 }]);
  });
});

describe('CAP-6 how long an imported run took', () => {
  const at = (minute: number) => new Date(Date.UTC(2025, 0, 1, 10, minute)).toISOString();
  const chat = [
    { role: 'user', content: 'Refund order 42', timestamp: at(0) },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'refund', arguments: '{}' } }],
      timestamp: at(1),
    },
    { role: 'tool', tool_call_id: 'a', content: 'done', timestamp: at(2) },
    { role: 'assistant', content: 'It is refunded.', timestamp: at(7) },
  ];
  const timeless = chat.map(({ timestamp: _, ...message }) => message);

  it('is what its own times say, to its last message, though its outcome is told the next day', async () => {
    const engram = await openForTest();
    const { runs } = await engram.sessions.import({ content: chat, format: 'openai' });
    const id = runs[0]?.runId ?? '';
    engram.time.advance(30 * hour);
    await engram.runs.finish({ id, outcome: 'success' });
    expect((await engram.runs.show(id)).totals.wallTimeMs).toBe(7 * 60_000);
    expect((await engram.report({ days: 3_650 })).overall.meanMs).toBe(7 * 60_000);
  });

  it('is nothing where the source names no times, though it is imported again with its outcome the next day', async () => {
    const engram = await openForTest();
    await engram.sessions.import({ content: timeless, format: 'openai', name: 'chat' });
    engram.time.advance(30 * hour);
    const again = { content: timeless, format: 'openai', name: 'chat', outcome: 'success' } as const;
    const { runs } = await engram.sessions.import(again);
    expect((await engram.runs.show(runs[0]?.runId ?? '')).totals.wallTimeMs).toBe(0);
  });
});
