import * as z from 'zod';

/** A stable, renameable name accepted wherever an id is. */
export const slugSchema = z
  .string()
  .regex(
    /^[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*$/u,
    'must be words joined by "-", "_" or ".", such as "auth-pattern"',
  )
  .max(80, 'must have at most 80 characters');

/**
 * A slug from free text.
 *
 * @example
 * slugFrom('Refund order #42!'); // 'refund-order-42'
 */
export function slugFrom(text: string): string {
  const slug = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    // The cut may leave a "-", or half of a letter beyond the first 65,536.
    .replace(/[^\p{L}\p{N}]+$/u, '');
  return slug === '' ? 'unnamed' : slug;
}
