import type * as z from 'zod';
import { EngramError, invalidInput, phrase } from '../errors.ts';
import type { PatternDetails } from '../learn/patterns.ts';
import type { Selection } from '../records/grant.ts';
import { normaliseTopic } from '../records/memory.ts';
import type { shareInput } from '../records/share-inputs.ts';

/** What is asked to be shared, checked. */
export type AskedShare = z.output<typeof shareInput>;

/** What a request selects: records, a pattern by its name, or null when it only names a grant to share on. */
export function selectionOf(asked: AskedShare): Selection | { readonly pattern: string } | null {
  const { memory = null, pattern, kind = null, domain = null, tags, failures, grant } = asked;
  const byProperty = kind !== null || domain !== null || tags.length > 0;
  const ways = [memory !== null, pattern !== undefined, byProperty, failures].filter(Boolean).length;
  if (ways > 1) {
    throw invalidInput(
      phrase`Share one thing at a time: ${{ field: 'memory' }}, ${{ field: 'pattern' }}, ${{ field: 'failures' }}, or memories by ${{ field: 'kind' }}, ${{ field: 'domain' }} and ${{ field: 'tags' }}.`,
    );
  }
  if (failures) return { of: 'failures', pattern: null };
  if (pattern !== undefined) return { pattern };
  if (memory !== null || byProperty) return { of: 'memories', id: memory, kind, domain, topic: null, tags };
  if (grant !== undefined) return null;
  throw invalidInput(
    phrase`Say what to share: ${{ field: 'memory' }}, ${{ field: 'pattern' }}, ${{ field: 'kind' }}, ${{ field: 'domain' }}, ${{ field: 'tags' }} or ${{ field: 'failures' }}.`,
  );
}

/** A pattern of decisions is its decisions, which others may weigh with their own; others are shared as they are shown. */
export function selectPattern(pattern: PatternDetails): Selection {
  if (pattern.kind === 'decision') {
    const topic = normaliseTopic(pattern.context);
    return { of: 'memories', id: null, kind: 'decision', domain: null, topic, tags: [] };
  }
  if (pattern.kind !== 'failure') return { of: 'pattern', slug: pattern.slug };
  if (pattern.id === null)
    throw new EngramError('internal', `The failure pattern "${pattern.slug}" was shown without an id.`);
  return { of: 'failures', pattern: pattern.id };
}
