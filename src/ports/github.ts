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

/** GitHub, as far as Engram asks it. Failures are typed: `not_found`, `forbidden`, `rate_limited`, `service_unavailable`. */
export interface GitHub {
  /** The name of the server, as in addresses of issues: `github.com`. */
  readonly host: string;
  pullRequest(place: GitHubPlace): Promise<PullRequest>;
}
