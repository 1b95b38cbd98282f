import { describe, expect, it } from 'vitest';
import { createExporter, type ExporterLimits, exporterLimits } from './exporter.ts';
import { attributes, type OtlpSpan } from './otlp.ts';
import type { PostResult } from './post-spans.ts';

const accepted: PostResult = { kind: 'accepted', rejectedSpans: 0 };
const refused: PostResult = { kind: 'refused', reason: 'it answered 400' };
const away: PostResult = { kind: 'unavailable', reason: 'it answered 503' };

function span(name: string): OtlpSpan {
  return {
    traceId: '1'.repeat(32),
    spanId: '1'.repeat(16),
    name,
    kind: 1,
    startTimeUnixNano: '1',
    endTimeUnixNano: '2',
    attributes: [],
  };
}

/** An exporter to a collector that gives these answers, the last of them for ever. Time passes in pauses only. */
function exporterFor(answers: readonly PostResult[], limits: Partial<ExporterLimits> = {}) {
  const sent: string[][] = [];
  const pauses: number[] = [];
  const warnings: string[] = [];
  let time = 0;
  const exporter = createExporter(
    attributes({ 'service.name': 'engram' }),
    {
      async post(body) {
        const { resourceSpans } = JSON.parse(body) as {
          resourceSpans: [{ scopeSpans: [{ spans: OtlpSpan[] }] }];
        };
        sent.push(resourceSpans[0].scopeSpans[0].spans.map(({ name }) => name));
        return answers[sent.length - 1] ?? answers.at(-1) ?? accepted;
      },
      elapsed: () => time,
      async pause(milliseconds) {
        pauses.push(milliseconds);
        time += milliseconds;
      },
      random: () => 1,
      onFirstLoss: (spans, reason) => warnings.push(`${spans}: ${reason}`),
    },
    // What is not sent by the number of spans is sent by `close`.
    { ...exporterLimits, intervalMs: 1_000_000, ...limits },
  );
  const add = (...names: readonly string[]): void => {
    for (const name of names) exporter.add(span(name));
  };
  /** Until everything that can happen without more spans has happened. */
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { exporter, add, settled, sent, pauses, warnings };
}

describe('MET-4 spans are sent together', () => {
  it('waits for a batch, and sends the rest when it is closed', async () => {
    const { exporter, add, settled, sent } = exporterFor([accepted], { batchSpans: 2 });
    add('a');
    await settled();
    expect(sent).toEqual([]);
    add('b', 'c');
    await exporter.close();
    expect(sent).toEqual([['a', 'b'], ['c']]);
  });

  it('does not wait for others longer than the interval', async () => {
    const { add, sent } = exporterFor([accepted], { intervalMs: 1 });
    add('a');
    await expect.poll(() => sent).toEqual([['a']]);
    add('b');
    await expect.poll(() => sent).toEqual([['a'], ['b']]);
  });

  it('sends one request at a time', async () => {
    let going = 0;
    let most = 0;
    const exporter = createExporter(
      [],
      {
        async post() {
          going += 1;
          most = Math.max(most, going);
          await new Promise((resolve) => setImmediate(resolve));
          going -= 1;
          return accepted;
        },
        elapsed: () => 0,
        pause: async () => {},
        random: () => 1,
        onFirstLoss: () => {},
      },
      { ...exporterLimits, batchSpans: 1 },
    );
    for (const name of ['a', 'b', 'c']) exporter.add(span(name));
    await exporter.close();
    expect(most).toBe(1);
    expect(exporter.lost()).toBe(0);
  });

  it('keeps requests below a size, but sends a span that is larger alone', async () => {
    const size = JSON.stringify(span('a')).length;
    const { exporter, add, sent } = exporterFor([accepted], { batchSize: size * 2 });
    add('a', 'b', 'c', 'd'.repeat(size * 3), 'e');
    await exporter.close();
    expect(sent.map((names) => names.map(([letter]) => letter).join(''))).toEqual(['ab', 'c', 'd', 'e']);
  });

  it('loses nothing that comes while a request is just ending', async () => {
    for (let turns = 0; turns < 20; turns += 1) {
      const { exporter, add, sent } = exporterFor([accepted], { batchSpans: 1 });
      add('a');
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      add('b');
      await exporter.close();
      expect(sent).toEqual([['a'], ['b']]);
    }
  });

  it('sends no empty request', async () => {
    const { exporter, sent } = exporterFor([accepted]);
    await exporter.close();
    expect(sent).toEqual([]);
  });
});

describe('MET-4 a collector that is away is tried again', () => {
  it('with the same spans, until it takes them', async () => {
    const { add, settled, sent, exporter } = exporterFor([away, away, accepted], { batchSpans: 1 });
    add('a');
    await settled();
    expect(sent).toEqual([['a'], ['a'], ['a']]);
    expect(exporter.lost()).toBe(0);
  });

  it('less and less often, for about a minute', async () => {
    const { add, settled, pauses, warnings, exporter } = exporterFor([away], { batchSpans: 1 });
    add('a');
    await settled();
    expect(pauses.slice(0, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000]);
    expect(exporter.lost()).toBe(1);
    expect(warnings).toEqual(['1: it answered 503']);
  });

  it('when it asked to be', async () => {
    const { add, settled, pauses } = exporterFor([{ ...away, retryAfterMs: 7_000 }, accepted], {
      batchSpans: 1,
    });
    add('a');
    await settled();
    expect(pauses).toEqual([7_000]);
  });

  it('not earlier than it asked, even when that is too long for the spans at hand', async () => {
    const answers = [{ ...away, retryAfterMs: 3_600_000 }, accepted];
    const { add, settled, sent, pauses } = exporterFor(answers, { batchSpans: 1 });
    add('a', 'b');
    await settled();
    expect(sent).toEqual([['a'], ['b']]);
    expect(pauses).toEqual([60_000]);
  });
});

describe('MET-4 what cannot be sent is lost, counted and said once', () => {
  it('gives up what the collector refuses, at once', async () => {
    const { add, exporter, sent, warnings } = exporterFor([refused, accepted], { batchSpans: 2 });
    add('a', 'b', 'c');
    await exporter.close();
    expect(sent).toEqual([['a', 'b'], ['c']]);
    expect(exporter.lost()).toBe(2);
    expect(warnings).toEqual(['2: it answered 400']);
  });

  it('counts what the collector rejects of a request', async () => {
    const { add, exporter } = exporterFor([{ kind: 'accepted', rejectedSpans: 1 }], { batchSpans: 2 });
    add('a', 'b');
    await exporter.close();
    expect(exporter.lost()).toBe(1);
  });

  it('gives up the oldest when too many wait', async () => {
    const { add, exporter, sent, warnings } = exporterFor([accepted], { waitingSpans: 2 });
    add('a', 'b', 'c', 'd');
    await exporter.close();
    expect(sent).toEqual([['c', 'd']]);
    expect(exporter.lost()).toBe(2);
    expect(warnings).toEqual(['1: more spans waited than there is room for']);
  });

  it('gives up the oldest when they are too large together', async () => {
    const size = JSON.stringify(span('a')).length;
    const { add, exporter, sent } = exporterFor([accepted], { waitingSize: size * 2 });
    add('a', 'b', 'c');
    await exporter.close();
    expect(sent).toEqual([['b', 'c']]);
  });

  it('has room again after spans were sent', async () => {
    const size = JSON.stringify(span('a')).length;
    const { add, exporter, settled } = exporterFor([accepted], { batchSpans: 2, waitingSize: size * 2 });
    for (const pair of ['a', 'b', 'c']) {
      add(pair, pair);
      await settled();
    }
    expect(exporter.lost()).toBe(0);
  });

  it('takes nothing more after it was closed', async () => {
    const { add, exporter, sent } = exporterFor([accepted]);
    await exporter.close();
    add('a');
    expect([sent, exporter.lost()]).toEqual([[], 1]);
  });
});

describe('MET-4 closing takes a bounded time', () => {
  it('tries each batch once more, without pauses', async () => {
    const { add, exporter, sent, pauses } = exporterFor([away], { batchSpans: 2 });
    add('a');
    await exporter.close();
    expect([sent, pauses, exporter.lost()]).toEqual([[['a']], [], 1]);
  });

  it('ends a pause', async () => {
    const sent: string[] = [];
    const exporter = createExporter(
      [],
      {
        async post(body) {
          sent.push(body);
          return sent.length === 1 ? away : accepted;
        },
        elapsed: () => 0,
        pause: (_milliseconds, signal) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
        random: () => 1,
        onFirstLoss: () => {},
      },
      { ...exporterLimits, batchSpans: 1 },
    );
    exporter.add(span('a'));
    await expect.poll(() => sent.length).toBe(1);
    await exporter.close();
    expect([sent.length, exporter.lost()]).toEqual([2, 0]);
  });

  it('ends a request that gets no answer, and gives up the rest', async () => {
    const exporter = createExporter(
      [],
      {
        async post(_body, ended) {
          if (!ended.aborted) await new Promise((resolve) => ended.addEventListener('abort', resolve));
          return away;
        },
        elapsed: () => 0,
        pause: async () => {},
        random: () => 1,
        onFirstLoss: () => {},
      },
      { ...exporterLimits, batchSpans: 1, closeMs: 1 },
    );
    for (const name of ['a', 'b', 'c']) exporter.add(span(name));
    await exporter.close();
    expect(exporter.lost()).toBe(3);
  });
});
