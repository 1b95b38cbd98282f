import { describe, expect, it } from 'vitest';
import { type ReportedFailure, reportSchema } from '../../records/report.ts';
import { learningQuality } from './quality.ts';
import { makeReport, type ReportInputs } from './report.ts';
import {
  aCheck,
  anApproach,
  anExecution,
  aTally,
  aTrend,
  noInputs,
  noQualityInputs,
  now,
  today,
} from './sample.fixture.ts';

const report = (inputs: Partial<ReportInputs>) => {
  const made = makeReport({ ...noInputs, ...inputs });
  expect(() => reportSchema.parse(made)).not.toThrow();
  return made;
};
const texts = (remarks: ReadonlyArray<{ text: string }>): string[] => remarks.map(({ text }) => text);

describe('ADP-3 the report', () => {
  it('is complete when nothing was recorded', () => {
    const empty = report({});
    expect(empty).toMatchObject({
      generatedAt: now,
      period: { from: null, to: '2026-03-31' },
      categories: [],
      agents: [],
      days: [],
      recommendations: [],
      insights: [],
    });
    expect(empty.overall).toMatchObject({
      runs: 0,
      meanMs: null,
      medianMs: null,
      successRate: { value: null },
    });
  });

  it('sums up runs, success, time, tokens and calls, overall and by category', () => {
    const made = report({
      tallies: [
        aTally({ runs: 6 }),
        aTally({ runs: 2, outcome: 'failure' }),
        aTally({ runs: 2, outcome: 'partial', category: 'docs', durationMs: 20_000 }),
      ],
      executions: [10, 20, 90].map((seconds, index) =>
        anExecution({ runId: `r${index}`, startedAt: now - seconds * 1_000 }),
      ),
    });
    expect(made.overall).toMatchObject({
      runs: 10,
      succeeded: 6,
      partly: 2,
      failed: 2,
      meanMs: 50_000,
      medianMs: 20_000,
      inputTokens: 10_000,
      outputTokens: 2_000,
      modelCalls: 30,
      toolCalls: 50,
      successRate: { value: 0.7, n: 10 },
    });
    expect(made.categories).toMatchObject([
      { category: 'backend', runs: 8, successRate: { value: 0.75 }, medianMs: 20_000 },
      { category: 'docs', runs: 2, successRate: { value: 0.5 }, meanMs: 10_000, medianMs: null },
    ]);
  });

  it('joins each category with its trend and its best approaches', () => {
    const approaches = ['a', 'b', 'c', 'd'].map((approach) => anApproach({ approach }));
    const [category] = report({
      tallies: [aTally()],
      trends: [aTrend({ direction: 'improving' }), aTrend({ category: null, direction: 'declining' })],
      approaches: [{ category: 'backend', approaches }],
    }).categories;
    expect(category?.trend?.direction).toBe('improving');
    expect(category?.bestApproaches.map(({ approach }) => approach)).toEqual(['a', 'b', 'c']);
  });

  it('leaves out what ended before the period', () => {
    const made = report({
      since: now - 7 * 86_400_000,
      tallies: [aTally(), aTally({ day: today - 7, runs: 1 }), aTally({ day: today - 8, runs: 100 })],
    });
    expect(made.overall.runs).toBe(11);
    expect(made.period).toEqual({ from: '2026-03-24', to: '2026-03-31' });
  });

  it('tells the last 90 days, days without runs included, each with the week before it', () => {
    const { days } = report({
      tallies: [
        aTally({ day: today - 200 }),
        aTally({ day: today - 10, runs: 3 }),
        aTally({ day: today - 4, runs: 1, outcome: 'failure' }),
      ],
    });
    expect(days).toHaveLength(11);
    expect(days[0]).toMatchObject({ date: '2026-03-21', succeeded: 3, successRate: { value: 1, n: 3 } });
    expect(days[6]).toMatchObject({ failed: 1, successRate: { value: 0.75, n: 4 } });
    expect(days[7]).toMatchObject({ succeeded: 0, failed: 0, successRate: { value: 0, n: 1 } });
    expect(days[10]?.successRate.n).toBe(1);
    expect(report({ tallies: [aTally({ day: today - 89 }), aTally({ day: today - 90 })] }).days).toHaveLength(
      90,
    );
  });
});

describe('ADP-3 recommendations', () => {
  it('name a category that succeeds in less than 70 %, the figure, and what to do', () => {
    const tallies = [aTally({ runs: 11 }), aTally({ runs: 9, outcome: 'failure' })];
    expect(texts(report({ tallies }).recommendations)).toEqual([
      'backend: 55% of the last 20 runs succeeded, below 70%. No approach has done better yet: try another one, and record what fixes its failures.',
    ]);
    const approaches = [{ category: 'backend', approaches: [anApproach({ attempts: 10, successes: 9 })] }];
    expect(texts(report({ tallies, approaches }).recommendations)[0]).toContain(
      'Use incremental, which succeeded in 90% of 10 runs.',
    );
  });

  it('say nothing about 70 %, or 300 s', () => {
    const tallies = [
      aTally({ runs: 7, durationMs: 10 * 300_000 }),
      aTally({ runs: 3, outcome: 'failure', durationMs: 0 }),
    ];
    expect(report({ tallies }).recommendations).toEqual([]);
  });

  it('judge the last twenty executions: what was put right since is nothing to do', () => {
    const tallies = [aTally({ runs: 20 }), aTally({ runs: 80, outcome: 'failure' })];
    const trends = [aTrend({ compared: 100, successRate: 0.95 })];
    expect(texts(report({ tallies, trends }).recommendations)).toEqual([]);
    const good = [aTally({ runs: 100 }), aTally({ runs: 10, outcome: 'failure' })];
    const lately = [aTrend({ compared: 110, successRate: 0.5 })];
    expect(texts(report({ tallies: good, trends: lately }).recommendations)).toEqual([
      expect.stringMatching(/^backend: 50% of the last 20 runs succeeded, below 70%\./),
    ]);
  });

  it('name a category that is declining', () => {
    const trends = [aTrend({ direction: 'declining', earlier: 0.9, later: 0.7 })];
    expect(texts(report({ tallies: [aTally()], trends }).recommendations)).toEqual([
      'backend is declining: success went from 90% to 70% over 20 runs. See what fails lately with `engram learning failures --recent 7d`.',
    ]);
  });

  it('name a category that takes more than 300 s on average', () => {
    const tallies = [aTally({ runs: 2, durationMs: 800_000 })];
    expect(texts(report({ tallies }).recommendations)).toEqual([
      'backend takes 400 s on average over 2 runs, above 300 s. Save a run that went well as a template, or split such tasks.',
    ]);
  });

  it('name places where memory hurts, and checks that are wrong', () => {
    const tallies = [
      aTally({ informed: true, runs: 20 }),
      aTally({ informed: true, runs: 5, outcome: 'failure' }),
      aTally({ runs: 100 }),
    ];
    const quality = learningQuality({ ...noQualityInputs, tallies });
    const record = { fired: 5, prevented: 1, happened: 0, wrong: 4, unknown: 0 };
    const found = texts(
      report({ tallies, quality, checks: [aCheck('bad-check', { record })] }).recommendations,
    );
    expect(found).toEqual([
      expect.stringContaining('backend with incremental: runs with memory fail more often'),
      expect.stringContaining('The check bad-check is wrong more often than right: 20% of 5 firings'),
    ]);
  });
});

describe('ADP-3 insights', () => {
  it('tell the best approach, sequences that go with success, failures and what fixes them', () => {
    const found = texts(
      report({
        tallies: [aTally()],
        approaches: [{ category: 'backend', approaches: [anApproach()] }],
        sequences: [
          {
            slug: 'read-then-test',
            steps: [
              { tool: 'read', repeated: true },
              { tool: 'test', repeated: false },
            ],
            support: 9,
            failures: 1,
            lift: 1.5,
            lowerBound: 0.7,
            evidence: ['run-1'],
          },
        ],
        failures: [
          {
            slug: 'npm-install-timeout',
            message: 'timed out',
            occurrences: 4,
            agents: ['ali', null],
            lastSeenAt: now,
            tools: [],
            solutions: [{ approach: 'clear the cache', successes: 3, failures: 1 }],
            checks: 0,
          },
        ],
        predictions: { brier: 0.1, baseRateBrier: 0.2, n: 50, verdict: 'better' },
      }).insights,
    );
    expect(found).toEqual([
      'backend: incremental works best, 90% of 20 runs, at least 77% with 90% certainty.',
      'Runs that go read+ → test succeed 1.50 times as often as all runs: 9 of 10.',
      'npm-install-timeout happened 4 times. What helps: clear the cache, 75% of 4 tries. No check guards against it: `engram prevention generate --pattern npm-install-timeout`.',
      'Predicted outcomes are better than always expecting the average: Brier score 0.100 against 0.200, over 50 runs.',
    ]);
  });
});

it('MET-1 a solution that never worked is not told as what helps', () => {
  const failure = {
    slug: 'it-broke',
    message: 'broke',
    occurrences: 2,
    agents: [],
    lastSeenAt: now,
    tools: [],
  };
  const told = (solutions: ReportedFailure['solutions']) =>
    texts(report({ failures: [{ ...failure, solutions, checks: 1 }] }).insights);
  const again = { approach: 'call it again', successes: 0, failures: 19 };
  expect(told([again])).toEqual([
    'it-broke happened 2 times. No solution has worked yet: call it again, 19 tries.',
  ]);
  expect(told([{ ...again, failures: 0 }])).toEqual([
    'it-broke happened 2 times. What helps: call it again, not tried yet.',
  ]);
  expect(told([])).toEqual(['it-broke happened 2 times. No solution is known.']);
});

describe('MET-1, MET-2 health and agents', () => {
  const tallies = [
    aTally({ runs: 9 }),
    aTally({ runs: 1, outcome: 'failure' }),
    aTally({ runs: 1, category: 'docs' }),
    aTally({ runs: 3, category: 'database', outcome: 'failure', approach: 'standard' }),
    aTally({ agent: null, runs: 50 }),
  ];
  const made = report({
    tallies,
    memoriesByAgent: new Map([
      ['alice', 4],
      ['bob', 40],
    ]),
    trendsByAgent: new Map([['alice', 'improving']]),
    health: { memories: 44, meanRetrievalMs: 3, p95RetrievalMs: 8, storageBytes: 1_000 },
  });

  it('tell for each agent its memories, success, trend, what it is best at and what to improve', () => {
    expect(made.agents).toMatchObject([
      {
        agent: 'alice',
        memories: 4,
        runs: 14,
        trend: 'improving',
        topSuccesses: [
          { category: 'backend', approach: 'incremental', runs: 10 },
          { category: 'docs', runs: 1 },
        ],
        areasToImprove: [{ category: 'database', approach: null, successRate: { value: 0 } }],
      },
      { agent: 'bob', memories: 40, runs: 0, trend: 'insufficient_data', topSuccesses: [] },
    ]);
  });

  it('tell memories, success, retrieval time, size and the agents with most experience', () => {
    expect(made.health).toEqual({
      memories: 44,
      meanRetrievalMs: 3,
      p95RetrievalMs: 8,
      storageBytes: 1_000,
      successRate: 60 / 64,
      topAgents: [
        { agent: 'bob', memories: 40, runs: 0 },
        { agent: 'alice', memories: 4, runs: 14 },
      ],
    });
  });

  it('LRN-4 tell for each check how often it was right', () => {
    const record = { fired: 12, prevented: 6, happened: 2, wrong: 2, unknown: 2 };
    expect(report({ checks: [aCheck('check-cache', { record })] }).prevention).toMatchObject([
      { name: 'check-cache', fired: 12, right: { value: 0.8, n: 10 }, prevented: { value: 0.75, n: 8 } },
    ]);
  });
});
