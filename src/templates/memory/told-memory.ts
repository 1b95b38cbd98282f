import type { Distilled } from '../../records/agent-memory.ts';

/** The lists of a memory as clients and models know them (API-2). */
export const listKeys = {
  strategies: 'successful_strategies',
  pitfalls: 'pitfalls_to_avoid',
  tips: 'efficiency_tips',
  insights: 'key_insights',
} as const satisfies Readonly<Record<Exclude<keyof Distilled, 'toolSequence'>, string>>;

export const sequenceKey = 'optimal_tool_sequence';
