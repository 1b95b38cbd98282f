import * as z from 'zod';
import { nameText } from '../text/text.ts';
import { field } from './field.ts';
import { lazyObject, lazyStrictObject } from './lazy-schema.ts';
import { memorySchema } from './memory.ts';
import { count } from './number.ts';
import { fraction } from './record.ts';

/** An issue or a pull request of a repository. */
export interface GitHubPlace {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/**
 * A place as GitHub writes it.
 *
 * @example
 * placeText({ owner: 'acme', repo: 'shop', number: 12 }); // 'acme/shop#12'
 */
export function placeText({ owner, repo, number }: GitHubPlace): string {
  return `${owner}/${repo}#${number}`;
}

const repository = () =>
  field(
    z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
      .optional(),
    'The repository, owner/name, when the number alone is given; GITHUB_REPOSITORY when left out',
  );

export const learnPullRequestInput = lazyStrictObject(() => ({
  pull: field(nameText, 'A pull request: 12, owner/name#12, or its address', { argument: true }),
  repo: repository(),
}));

/** What a pull request came to, in figures (COO-5). */
export type PullRequestMetrics = z.infer<typeof pullRequestMetricsSchema>;
export const pullRequestMetricsSchema = lazyObject(() => ({
  filesChanged: count,
  linesAdded: count,
  linesDeleted: count,
  commits: count,
  /** States of the pull request that somebody else looked at. */
  reviewRounds: count,
  /** The share of reviewers whose last word was approval; left out when nobody approved or asked for changes. */
  reviewScore: fraction.exactOptional(),
}));

/** The memory of a pull request. */
export const learnedPullRequestSchema = lazyObject(() => ({
  /** `recorded` the first time, `updated` when the pull request changed since, else `unchanged`. */
  status: z.enum(['recorded', 'updated', 'unchanged']),
  pullRequest: z.string(),
  outcome: z.enum(['success', 'failure']),
  metrics: pullRequestMetricsSchema,
  memory: memorySchema,
}));
/** What was learned from a pull request. */
export type LearnedPullRequest = z.infer<typeof learnedPullRequestSchema>;
