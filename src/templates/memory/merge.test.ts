import { describe, expect, it } from 'vitest';
import { lowerBound } from '../../learn/posterior.ts';
import {
  type AgentMemoryContent,
  agentMemoryContentSchema,
  type Distilled,
} from '../../records/agent-memory.ts';
import { type MemoryRun, mergeMemory } from './merge.ts';
import { isSamePoint } from './same-point.ts';

const none: Distilled = { strategies: [], toolSequence: [], pitfalls: [], tips: [], insights: [] };
const run: MemoryRun = {
  templateId: 'tpl_1',
  agent: 'ali',
  subTask: null,
  success: true,
  steps: 6,
  at: 1_000,
};

function merged(
  previous: AgentMemoryContent | null,
  next: Partial<Distilled>,
  overrides: Partial<MemoryRun> = {},
): AgentMemoryContent {
  const memory = mergeMemory(previous, { ...none, ...next }, { ...run, ...overrides }, 'rules');
  return agentMemoryContentSchema.parse(memory);
}

const sequence = (...tools: string[]): Distilled['toolSequence'] =>
  tools.map((tool, index) => ({ step: index + 1, tool, rationale: 'needed' }));

describe('TPL-5 a memory after one more run', () => {
  it('counts runs and successes, moves the mean of the steps, and is as confident as they allow', () => {
    const first = merged(null, {});
    const second = merged(first, {}, { success: false, steps: 12, at: 2_000 });
    expect(second).toMatchObject({
      executions: 2,
      successes: 1,
      meanSteps: 9,
      distillations: 2,
      confidence: lowerBound(1, 1),
      lastUpdatedAt: 2_000,
      templateId: 'tpl_1',
      agent: 'ali',
    });
  });

  it('moves up what is shown again, in the newest words, and lets new and old take turns', () => {
    const first = merged(null, {
      tips: [
        'Ask for stock and price together.',
        'Keep the order in mind.',
        'Repeats of get_order cost 2 calls.',
      ],
    });
    const { tips } = merged(first, {
      tips: ['Use the bulk endpoint.', 'Repeats of get_order cost 5 calls.'],
    });
    expect(tips).toEqual([
      'Repeats of get_order cost 5 calls.',
      'Ask for stock and price together.',
      'Use the bulk endpoint.',
      'Keep the order in mind.',
    ]);
  });

  it('holds ten points of a list at most, and new ones still come in', () => {
    const many = (word: string): string[] =>
      [...'abcdefghijklm'].map((letter) => `${word}${letter}${letter} ${letter}x`);
    const { pitfalls } = merged(merged(null, { pitfalls: many('old') }), { pitfalls: many('new') });
    expect(pitfalls).toHaveLength(10);
    expect(pitfalls.filter((point) => point.startsWith('new'))).toHaveLength(5);
  });

  it('makes a pitfall of what only failed runs did, and believes nothing else of them that is new', () => {
    const first = merged(null, { strategies: ['Look at the order before the refund.'] });
    const after = merged(
      first,
      {
        strategies: ['Look at the order before the refund.', 'Refund twice to be sure.'],
        tips: ['Skip every check.'],
        insights: ['Refunds need no payment.'],
        toolSequence: sequence('refund'),
        pitfalls: ['refund failed with "no payment".'],
      },
      { success: false },
    );
    expect(after).toMatchObject({ strategies: first.strategies, tips: [], insights: [], toolSequence: [] });
    expect(after.pitfalls).toEqual([
      'refund failed with "no payment".',
      'Done in a run that failed: Refund twice to be sure.',
    ]);
  });

  it('takes a shorter sequence that succeeded, keeps its own before a longer one, and never an empty one', () => {
    const first = merged(null, { toolSequence: sequence('find', 'look', 'change') });
    const tools = (memory: AgentMemoryContent): string[] => memory.toolSequence.map(({ tool }) => tool);
    expect(tools(merged(first, { toolSequence: sequence('look', 'change') }))).toEqual(['look', 'change']);
    expect(tools(merged(first, { toolSequence: sequence('a', 'b', 'c', 'd') }))).toEqual([
      'find',
      'look',
      'change',
    ]);
    expect(tools(merged(first, {}))).toEqual(['find', 'look', 'change']);
    const failed = merged(first, { toolSequence: sequence('change') }, { success: false });
    expect(tools(failed)).toEqual(['find', 'look', 'change']);
  });
});

describe('the same thing said differently', () => {
  it.each([
    ['Retry get_order once after a 503.', 'After a 503, retry get_order once.'],
    ['Saves 2 calls and 200 ms by keeping the order.', 'Saves 12 calls and 90 ms by keeping the orders.'],
  ])('%s = %s', (one, other) => expect(isSamePoint(one, other)).toBe(true));

  it.each([
    ['The export needs a VPN.', 'The export needs no VPN.'],
    ['get_order failed with "not found"', 'get_user failed with "not found"'],
    ['Look at the order first.', 'Ask for the price in euros.'],
  ])('%s ≠ %s', (one, other) => expect(isSamePoint(one, other)).toBe(false));
});
