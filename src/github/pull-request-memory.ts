import {
  type GitHubPlace,
  type PullRequest,
  type PullRequestMetrics,
  placeText,
  type Review,
} from '../records/github.ts';
import type { MemoryContent } from '../records/memory.ts';
import { counted } from '../text/counted.ts';
import { cutText } from './cut-text.ts';

/** Longest texts that are kept of what people wrote. */
const maxTextLength = 2_000;
const maxTitleLength = 300;
const maxReviewLength = 300;
const maxFiles = 20;
const maxRequests = 5;

/** A pull request that succeeded is worth more than one that was given up (COO-5). */
const relevance = { success: 0.8, failure: 0.5 } as const;

/** The part of a memory that a pull request decides. */
export interface PullRequestMemory {
  readonly outcome: 'success' | 'failure';
  readonly metrics: PullRequestMetrics;
  readonly text: string;
  readonly content: MemoryContent<'experience'>;
  readonly tags: readonly string[];
  readonly relevance: number;
}

/** What there is to remember of a pull request that is over. All of its text is data that people wrote. */
export function pullRequestMemory(place: GitHubPlace, pull: PullRequest): PullRequestMemory {
  const outcome = pull.isMerged ? 'success' : 'failure';
  const metrics = metricsOf(pull);
  const issue = closedIssue(place, pull.text);
  const lesson = requestsIn(pull).join('\n');
  const title = cutText(pull.title, maxTitleLength);
  return {
    outcome,
    metrics,
    text: [title, cutText(pull.text, maxTextLength)].filter((part) => part !== '').join('\n\n'),
    content: {
      context: `Pull request ${placeText(place)}: ${title}`,
      action: `${changeOf(pull)}. ${courseOf(pull, metrics)}`,
      outcome,
      metrics: { ...metrics },
      ...(lesson !== '' && { lesson }),
      pullRequestId: placeText(place),
      ...(issue !== undefined && { issueId: issue }),
    },
    tags: ['github', 'pull-request'],
    relevance: relevance[outcome],
  };
}

function metricsOf(pull: PullRequest): PullRequestMetrics {
  const reviews = byOthers(pull);
  const verdicts = [...lastVerdicts(reviews).values()];
  const approvals = verdicts.filter((verdict) => verdict === 'approved').length;
  return {
    filesChanged: pull.filesChanged,
    linesAdded: pull.linesAdded,
    linesDeleted: pull.linesDeleted,
    commits: pull.commits,
    reviewRounds: new Set(reviews.map(({ commit }) => commit)).size,
    ...(verdicts.length > 0 && { reviewScore: approvals / verdicts.length }),
  };
}

/** What an author says about the own work is no review. */
function byOthers({ author, reviews }: PullRequest): readonly Review[] {
  return reviews.filter(({ reviewer }) => reviewer !== author);
}

/** The last word of each reviewer that is a verdict; a comment leaves it standing, a dismissal takes it back. */
function lastVerdicts(reviews: readonly Review[]): ReadonlyMap<string, Review['verdict']> {
  const verdicts = new Map<string, Review['verdict']>();
  for (const { reviewer, verdict } of reviews) {
    if (verdict === 'dismissed') verdicts.delete(reviewer);
    else if (verdict !== 'commented') verdicts.set(reviewer, verdict);
  }
  return verdicts;
}

function changeOf({ files, filesChanged, linesAdded, linesDeleted }: PullRequest): string {
  const named = files.slice(0, maxFiles).map((file) => cutText(file, maxReviewLength));
  const others = filesChanged - named.length;
  const rest = others > 0 ? `, and ${counted(others, 'more')}` : '';
  const where = named.length === 0 ? '' : `: ${named.join(', ')}${rest}`;
  return `Changed ${counted(filesChanged, 'file')} (+${linesAdded} −${linesDeleted})${where}`;
}

/** How it ended and how it went in review. */
function courseOf({ isMerged }: PullRequest, { reviewRounds, reviewScore }: PullRequestMetrics): string {
  const end = isMerged ? 'Merged' : 'Closed without being merged';
  const course =
    reviewRounds === 0 ? 'without a review' : `after ${counted(reviewRounds, 'round')} of review`;
  const score =
    reviewScore === undefined ? '' : `, approved by ${Math.round(reviewScore * 100)}% of its reviewers`;
  return `${end} ${course}${score}.`;
}

/** What reviewers asked for, in their words: what several pull requests were asked for becomes a rule. */
function requestsIn(pull: PullRequest): string[] {
  return byOthers(pull)
    .filter(({ verdict, text }) => verdict === 'changes requested' && text.trim() !== '')
    .slice(-maxRequests)
    .map(({ text }) => cutText(text, maxReviewLength));
}

const closing = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:([\w.-]+)\/([\w.-]+))?#(\d{1,10})\b/i;

/** The first issue that the text says it closes. */
function closedIssue({ owner, repo }: GitHubPlace, text: string): string | undefined {
  const [, otherOwner = owner, otherRepo = repo, number] = closing.exec(text) ?? [];
  return number === undefined
    ? undefined
    : placeText({ owner: otherOwner, repo: otherRepo, number: Number(number) });
}
