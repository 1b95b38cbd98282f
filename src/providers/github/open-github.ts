import { Octokit } from '@octokit/core';
import type { GitHubSettings } from '../../config/github-settings.ts';
import { EngramError, phrase } from '../../errors.ts';
import type { GitHub } from '../../ports/github.ts';
import { placeText } from '../../records/github.ts';
import { fileAnswer, pullAnswer, reviewAnswer, toPullRequest } from './answers.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { issuesOf } from './issues.ts';
import { createRequests } from './requests.ts';

/**
 * GitHub by its REST API. Nothing is sent before it is asked something, and the token goes to the configured server only.
 *
 * @throws `config_invalid` without a token.
 * @example
 * const github = openGitHub(settings.github, closing.signal);
 * const { isMerged } = await github.pullRequest({ owner: 'acme', repo: 'shop', number: 12 });
 */
export function openGitHub({ apiUrl, token, timeoutMs }: GitHubSettings, closed: AbortSignal): GitHub {
  if (token === null) {
    throw new EngramError('config_invalid', 'There is no token for GitHub.', {
      hint: phrase`Set GITHUB_TOKEN or GH_TOKEN; docs/github.md lists the permissions it needs.`,
    });
  }
  const silent = (): void => {};
  const octokit = new Octokit({
    auth: token,
    baseUrl: apiUrl,
    userAgent: 'engram',
    // What it would print may quote what people wrote.
    log: { debug: silent, info: silent, warn: silent, error: silent },
    request: { fetch: guardedFetch(apiUrl) },
  });
  const requests = createRequests(octokit, { closed, timeoutMs });
  return {
    host: hostOf(apiUrl),
    async pullRequest(place) {
      const asked = `pull request ${placeText(place)}`;
      const pull = await requests.read(
        pullAnswer,
        'GET /repos/{owner}/{repo}/pulls/{number}',
        { ...place },
        asked,
      );
      const [files, reviews] = await Promise.all([
        requests.readAll(fileAnswer, 'GET /repos/{owner}/{repo}/pulls/{number}/files', { ...place }, asked),
        requests.readAll(
          reviewAnswer,
          'GET /repos/{owner}/{repo}/pulls/{number}/reviews',
          { ...place },
          asked,
        ),
      ]);
      return toPullRequest(pull, files, reviews);
    },
    ...issuesOf(requests),
  };
}

/** `https://api.github.com` is `github.com`; the API of an Enterprise server is on the server itself. */
function hostOf(apiUrl: string): string {
  const { host } = new URL(apiUrl);
  return host === 'api.github.com' ? 'github.com' : host;
}
