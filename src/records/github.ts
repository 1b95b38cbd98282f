import * as z from 'zod';
import { slugSchema } from '../text/slug.ts';
import { nameText, storableText } from '../text/text.ts';
import { agentMatchSchema, matchOptions } from './agent-match.ts';
import { field } from './field.ts';
import { lazyObject, lazySchema, lazyStrictObject } from './lazy-schema.ts';
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

/** What somebody thought of a pull request. `dismissed` takes back what was said before. */
export interface Review {
  readonly reviewer: string;
  readonly verdict: 'approved' | 'changes requested' | 'commented' | 'dismissed';
  readonly text: string;
  /** The commit that was looked at. */
  readonly commit: string | null;
}

/** A pull request with its files and reviews. Titles, texts and names are whatever people wrote: data, never orders. */
export interface PullRequest {
  /** The name of its repository as it is now, owner/name; null when GitHub does not tell. */
  readonly repository: string | null;
  readonly title: string;
  readonly text: string;
  readonly author: string;
  readonly labels: readonly string[];
  readonly state: 'open' | 'closed';
  readonly isMerged: boolean;
  readonly closedAt: number | null;
  readonly commits: number;
  readonly linesAdded: number;
  readonly linesDeleted: number;
  readonly filesChanged: number;
  /** Those that the API tells, which may be fewer. */
  readonly files: readonly string[];
  readonly reviews: readonly Review[];
}

/** An issue. Its words are whatever people wrote: data, never orders. */
export interface GitHubIssue {
  readonly number: number;
  /** Names it in requests that link issues. */
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly labels: readonly string[];
  readonly createdAt: number;
  readonly isPullRequest: boolean;
  /** Whether it was written by somebody who may write to the repository, or by a program. */
  readonly isTrusted: boolean;
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

const issueArgument = () => field(nameText, 'An issue: 7, owner/name#7, or its address', { argument: true });

export const matchIssueInput = lazyStrictObject(() => ({
  issue: issueArgument(),
  repo: repository(),
  ...matchOptions(),
}));

/** The agents for an issue, and what the winner should know. */
export const matchedIssueSchema = lazySchema(() =>
  agentMatchSchema.extend({ issue: z.string(), title: storableText }),
);
/** The agents for an issue. */
export type MatchedIssue = z.infer<typeof matchedIssueSchema>;

export const planIssueInput = lazyStrictObject(() => ({
  issue: issueArgument(),
  repo: repository(),
  create: field(
    z.boolean().default(false),
    'Create the sub-issues at GitHub; without it nothing is written there',
  ),
  by: field(
    z.enum(['rules', 'model']).optional(),
    'What breaks the issue down; the model when one is configured, rules otherwise',
  ),
}));

/** A sub-task of a plan, and the issue it is at GitHub. */
export const plannedIssueSchema = lazyObject(() => ({
  subTask: nameText,
  text: storableText,
  needs: z.array(nameText).readonly(),
  /** Null until it was created. */
  issue: z.string().nullable(),
  /** Whether it was created now, and was not there before. */
  created: z.boolean(),
}));
export type PlannedIssue = z.infer<typeof plannedIssueSchema>;

/** An issue that was broken down. */
export const plannedIssuesSchema = lazyObject(() => ({
  issue: z.string(),
  title: storableText,
  /** The name of the stored plan. */
  plan: slugSchema,
  subIssues: z.array(plannedIssueSchema).readonly(),
  /** How sub-issues hang below the issue: GitHub's own links, or a list in its text. Null when none was created. */
  linkedBy: z.enum(['sub-issues', 'task list']).nullable(),
}));
export type PlannedIssues = z.infer<typeof plannedIssuesSchema>;
