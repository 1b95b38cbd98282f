import type { GitHubPlace } from '../records/github.ts';

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
export interface Issue {
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

/** GitHub, as far as Engram asks it. Failures are typed: `not_found`, `forbidden`, `rate_limited`, `service_unavailable`. */
export interface GitHub {
  /** The name of the server, as in addresses of issues: `github.com`. */
  readonly host: string;
  pullRequest(place: GitHubPlace): Promise<PullRequest>;
  issue(place: GitHubPlace): Promise<Issue>;
  /** The issues of a repository that were written or changed since then, the newest first; 3,000 at most. */
  issuesSince(place: GitHubPlace, since: number): Promise<readonly Issue[]>;
  /** The numbers of the sub-issues that are linked to an issue; null when the server has no such links. */
  subIssues(place: GitHubPlace): Promise<ReadonlySet<number> | null>;
  createIssue(place: GitHubPlace, issue: Pick<Issue, 'title' | 'text'>): Promise<Issue>;
  addSubIssue(place: GitHubPlace, subIssue: Issue): Promise<void>;
  changeText(place: GitHubPlace, text: string): Promise<void>;
}
