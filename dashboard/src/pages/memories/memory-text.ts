import type { Memory } from '../../api/types.ts';
import { readable } from '../../format.ts';

/** A memory in one line: its text, or what its content says. */
export function memoryTitle({ text, content }: Memory): string {
  if (text !== '') return text;
  const { context, action, approach, errorSignature, solution, name, key, lesson } = content as Partial<
    Record<string, string>
  >;
  const parts = [context ?? name ?? key ?? errorSignature, action ?? approach ?? solution ?? lesson];
  const known = parts.filter((part) => part !== undefined && part !== '');
  return known.length === 0 ? JSON.stringify(content) : known.map((part) => readable(part ?? '')).join(' → ');
}

/** The outcome that a memory records; null where it has none. */
export function memoryOutcome({ content }: Memory): string | null {
  const { outcome } = content as { readonly outcome?: unknown };
  return typeof outcome === 'string' ? outcome : null;
}
