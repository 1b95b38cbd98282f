import { describe, expect, it } from 'vitest';
import { type CandidateAgent, rankAgents, whyFirst } from './rank-agents.ts';

const candidate = (agent: string, more: Partial<CandidateAgent> = {}): CandidateAgent => ({
  agent,
  model: null,
  specialisation: null,
  similar: { successes: 0, failures: 0 },
  all: { successes: 0, failures: 0 },
  finished: 0,
  ...more,
});
const outcomes = (successes: number, failures: number) => ({
  similar: { successes, failures },
  all: { successes, failures },
  finished: successes + failures,
});
const order = (...candidates: CandidateAgent[]) => rankAgents(candidates).map(({ agent }) => agent);

describe('agents are ranked for a task (COO-2)', () => {
  it('by 0.4 specialisation, 0.3 experience and 0.3 performance, each shown', () => {
    const [best] = rankAgents([
      candidate('ada', { specialisation: { name: 'backend', fit: 1 }, ...outcomes(9, 1) }),
    ]);
    const { specialisation, experience, performance } = best?.parts ?? {
      ...{ specialisation: 0, experience: 0, performance: 0 },
    };
    expect(best?.score).toBeCloseTo(0.4 * specialisation + 0.3 * experience + 0.3 * performance, 4);
    expect(specialisation).toBe(1);
    expect(performance).toBeGreaterThan(0.7);
  });

  it('a good record beats a bad one, and a fitting specialisation an equal agent without', () => {
    expect(order(candidate('bad', outcomes(2, 8)), candidate('good', outcomes(8, 2)))).toEqual([
      'good',
      'bad',
    ]);
    const fits = { specialisation: { name: 'backend', fit: 1 } };
    expect(order(candidate('any'), candidate('fitting', fits))).toEqual(['fitting', 'any']);
  });

  it('a new agent is tried before one that mostly failed, and not before one that mostly succeeded', () => {
    expect(order(candidate('poor', outcomes(4, 16)), candidate('new'))).toEqual(['new', 'poor']);
    expect(order(candidate('new'), candidate('proven', outcomes(18, 2)))).toEqual(['proven', 'new']);
  });

  it('a new agent of a model that does well is expected to do well', () => {
    const veteran = candidate('veteran', { model: 'large', ...outcomes(19, 1) });
    const [novice, stranger] = [
      candidate('novice', { model: 'large' }),
      candidate('stranger', { model: 'small' }),
    ];
    expect(order(stranger, veteran, novice).indexOf('novice')).toBeLessThan(
      order(stranger, veteran, novice).indexOf('stranger'),
    );
  });

  it('of equal agents the one with less work comes first, then by name', () => {
    expect(order(candidate('b'), candidate('a'), candidate('busy', { finished: 3 }))).toEqual([
      'a',
      'b',
      'busy',
    ]);
  });

  it('says why the first was chosen', () => {
    const fits = { specialisation: { name: 'backend', fit: 1 } };
    expect(
      whyFirst(rankAgents([candidate('ada', { ...fits, ...outcomes(1, 0) }), candidate('bob')])),
    ).toMatch(
      /^"ada" scores 0\.\d+: its specialisation "backend" fits 100 %, \d+ % expected success over 1 finished run\. Next is "bob" with/,
    );
    expect(whyFirst([])).toBe('There is no agent to choose.');
  });
});
