import * as z from 'zod';
import type { GitHubIssue, PullRequest, Review } from '../../records/github.ts';

/** What is read of GitHub's answers. All else is ignored: services add fields, and texts may be missing. */

const login = z.object({ login: z.string() }).nullish();
const text = z.string().nullish();
const count = z.number().int().nonnegative().catch(0);

const labels = z
  .array(z.union([z.string(), z.object({ name: z.string().nullish() })]))
  .catch([])
  .transform((all) =>
    all.map((label) => (typeof label === 'string' ? label : (label.name ?? ''))).filter(Boolean),
  );

export const pullAnswer = z.object({
  title: z.string(),
  body: text,
  user: login,
  labels,
  base: z.object({ repo: z.object({ full_name: z.string() }).nullish() }).nullish(),
  state: z.enum(['open', 'closed']),
  merged: z.boolean().catch(false),
  closed_at: text,
  commits: count,
  additions: count,
  deletions: count,
  changed_files: count,
});

export const fileAnswer = z.object({ filename: z.string() });

export const reviewAnswer = z.object({
  user: login,
  state: z.string(),
  body: text,
  commit_id: text,
});

export const issueAnswer = z.object({
  number: z.number().int().positive(),
  id: z.number().int().positive(),
  title: z.string(),
  body: text,
  labels,
  created_at: z.string(),
  pull_request: z.unknown().optional(),
  author_association: text,
  user: z.object({ type: text }).nullish(),
});

/** Those who may write to a repository, in GitHub's words. */
const writers: readonly string[] = ['OWNER', 'MEMBER', 'COLLABORATOR'];

export function toIssue({ user, ...answer }: z.output<typeof issueAnswer>): GitHubIssue {
  const createdAt = Date.parse(answer.created_at);
  return {
    number: answer.number,
    id: answer.id,
    title: answer.title,
    text: answer.body ?? '',
    labels: answer.labels,
    createdAt: Number.isNaN(createdAt) ? 0 : createdAt,
    isPullRequest: answer.pull_request !== undefined && answer.pull_request !== null,
    isTrusted: writers.includes(answer.author_association ?? '') || user?.type === 'Bot',
  };
}

/** The name of somebody whose account is gone, as GitHub shows it. */
const ghost = 'ghost';

const verdicts: Readonly<Record<string, Review['verdict']>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes requested',
  COMMENTED: 'commented',
  DISMISSED: 'dismissed',
};

/** A review that was submitted; those that are still being written say nothing yet. */
export function toReview({ user, state, body, commit_id: commit }: z.output<typeof reviewAnswer>): Review[] {
  const verdict = Object.hasOwn(verdicts, state) ? verdicts[state] : undefined;
  if (verdict === undefined) return [];
  return [{ reviewer: user?.login ?? ghost, verdict, text: body ?? '', commit: commit ?? null }];
}

export function toPullRequest(
  pull: z.output<typeof pullAnswer>,
  files: readonly z.output<typeof fileAnswer>[],
  reviews: readonly z.output<typeof reviewAnswer>[],
): PullRequest {
  const closedAt = Date.parse(pull.closed_at ?? '');
  return {
    repository: pull.base?.repo?.full_name ?? null,
    title: pull.title,
    text: pull.body ?? '',
    author: pull.user?.login ?? ghost,
    labels: pull.labels,
    state: pull.state,
    isMerged: pull.merged,
    closedAt: Number.isNaN(closedAt) ? null : closedAt,
    commits: pull.commits,
    linesAdded: pull.additions,
    linesDeleted: pull.deletions,
    filesChanged: pull.changed_files,
    files: files.map(({ filename }) => filename),
    reviews: reviews.flatMap(toReview),
  };
}
