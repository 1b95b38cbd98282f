import * as z from 'zod';
import { EngramError } from '../../errors.ts';
import type { GitHub } from '../../ports/github.ts';
import { placeText } from '../../records/github.ts';
import { issueAnswer, toIssue } from './answers.ts';
import type { GitHubRequests } from './requests.ts';

const numbered = z.object({ number: z.number().int() });
const issueRoute = '/repos/{owner}/{repo}/issues/{number}';

/** The part of GitHub that is about issues. */
export function issuesOf(requests: GitHubRequests): Omit<GitHub, 'host' | 'pullRequest'> {
  return {
    async issue(place) {
      const asked = `issue ${placeText(place)}`;
      return toIssue(await requests.read(issueAnswer, `GET ${issueRoute}`, { ...place }, asked));
    },
    async issuesSince({ owner, repo }, since) {
      const asked = `issues of ${owner}/${repo}`;
      const filter = {
        state: 'all',
        sort: 'created',
        direction: 'desc',
        since: new Date(since).toISOString(),
      };
      const answers = await requests.readAll(
        issueAnswer,
        'GET /repos/{owner}/{repo}/issues',
        { owner, repo, ...filter },
        asked,
      );
      return answers.map(toIssue);
    },
    async subIssues(place) {
      const asked = `sub-issues of ${placeText(place)}`;
      try {
        const answers = await requests.readAll(numbered, `GET ${issueRoute}/sub_issues`, { ...place }, asked);
        return new Set(answers.map(({ number }) => number));
      } catch (error) {
        // The issue itself was read before, so it is the list that the server does not have.
        if (EngramError.is(error) && error.code === 'not_found') return null;
        throw error;
      }
    },
    async createIssue({ owner, repo }, { title, text }) {
      const route = 'POST /repos/{owner}/{repo}/issues';
      const asked = `issues of ${owner}/${repo}`;
      return toIssue(await requests.change(issueAnswer, route, { owner, repo, title, body: text }, asked));
    },
    async addSubIssue(place, { id }) {
      const route = `POST ${issueRoute}/sub_issues`;
      await requests.change(z.unknown(), route, { ...place, sub_issue_id: id }, `issue ${placeText(place)}`);
    },
    async changeText(place, text) {
      const asked = `issue ${placeText(place)}`;
      await requests.change(z.unknown(), `PATCH ${issueRoute}`, { ...place, body: text }, asked);
    },
  };
}
