import type * as z from 'zod';
import { type CallAhead, checkContentSchema } from '../../records/check.ts';
import type { Check } from '../../records/lesson.ts';
import { schemaVersion } from '../../records/record.ts';

type Content = z.input<typeof checkContentSchema>;

/** A check before `npm_install` that asks whether the cache was verified, unless told otherwise. */
export function aCheck(content: Partial<Content> = {}, id = 'les_check'): Check {
  return {
    schemaVersion,
    id,
    scope: { user: 'ada', project: 'shop', agent: null },
    createdAt: 0,
    updatedAt: 0,
    revision: 0,
    kind: 'check',
    slug: 'verify-npm-cache-status',
    keys: [],
    derivedFrom: [],
    content: checkContentSchema.parse({
      message: 'npm_install failed 7 times with: network timeout.',
      when: { tool: 'npm_install' },
      verify: { kind: 'predicate', all: [{ of: 'recent', tool: 'npm_cache_verify' }] },
      pattern: 'les_pattern',
      ...content,
    }),
  };
}

/** A call of `npm_install` that is the first of its run, unless told otherwise. */
export function aCall(overrides: Partial<CallAhead> = {}): CallAhead {
  return {
    tool: 'npm_install',
    arguments: {},
    stage: 'development',
    category: null,
    description: 'Build the shop',
    recent: [],
    ...overrides,
  };
}
