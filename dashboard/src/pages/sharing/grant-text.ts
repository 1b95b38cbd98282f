import type { Schema } from '../../api/types.ts';

export type Grant = Schema<'MemoryShareAnswer'>;

/** An agent by its name; a whole project by the words for it. */
export const nameOf = ({ agent, project }: Grant['from']): string => agent ?? `every agent of ${project}`;

/** What a grant covers, in words. */
export function coverageOf(what: Grant['what']): string {
  if (what.of === 'failures')
    return what.pattern === null ? 'failures and their solutions' : `the failure ${what.pattern}`;
  if (what.of === 'pattern') return `the pattern ${what.slug}`;
  if (what.id !== null) return 'one memory';
  const parts = [
    ...(what.kind === null ? [] : [`of kind ${what.kind}`]),
    ...(what.domain === null ? [] : [`about ${what.domain}`]),
    ...(what.topic === null ? [] : [`on ${what.topic}`]),
    ...(what.tags.length === 0 ? [] : [`tagged ${what.tags.join(', ')}`]),
  ];
  return ['memories', ...parts].join(' ');
}
