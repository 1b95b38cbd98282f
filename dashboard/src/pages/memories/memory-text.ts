import type { Memory } from '../../api/types.ts';

export const kinds = [
  'decision',
  'failure',
  'success',
  'collaboration',
  'knowledge',
  'experience',
  'entity',
  'rule',
  'preference',
] as const satisfies readonly Memory['kind'][];

export const standings = [
  'active',
  'demoted',
  'superseded',
  'merged',
  'archived',
] as const satisfies readonly Memory['standing'][];

/** A memory in one line: its text, or what its content says. */
export function memoryTitle(memory: Memory): string {
  if (memory.text !== '') return memory.text;
  const { context, action, outcome, approach, errorSignature, solution, name, key, lesson } =
    memory.content as Partial<Record<string, string>>;
  const parts = [context ?? name ?? key ?? errorSignature, action ?? approach ?? solution ?? lesson].filter(
    Boolean,
  );
  const whole = parts.join(' → ');
  return `${whole === '' ? JSON.stringify(memory.content) : whole}${outcome === undefined ? '' : ` (${outcome})`}`;
}
