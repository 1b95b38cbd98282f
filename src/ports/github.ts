import type { GitHubIssue, GitHubPlace, PullRequest } from '../records/github.ts';

/** GitHub, as far as Engram asks it. Failures are typed: `not_found`, `forbidden`, `rate_limited`, `service_unavailable`. */
export interface GitHub {
  /** The name of the server, as in addresses of issues: `github.com`. */
  readonly host: string;
  pullRequest(place: GitHubPlace): Promise<PullRequest>;
  issue(place: GitHubPlace): Promise<GitHubIssue>;
  /** The issues of a repository that were written or changed since then, the newest first; 3,000 at most. */
  issuesSince(place: GitHubPlace, since: number): Promise<readonly GitHubIssue[]>;
  /** The numbers of the sub-issues that are linked to an issue; null when the server has no such links. */
  subIssues(place: GitHubPlace): Promise<ReadonlySet<number> | null>;
  createIssue(place: GitHubPlace, issue: Pick<GitHubIssue, 'title' | 'text'>): Promise<GitHubIssue>;
  addSubIssue(place: GitHubPlace, subIssue: GitHubIssue): Promise<void>;
  changeText(place: GitHubPlace, text: string): Promise<void>;
}
