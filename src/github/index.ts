/** Work with GitHub, loaded when it is first asked for. */
export { learnPullRequest } from './learn-pull-request.ts';
export { matchIssue } from './match-issue.ts';
export { planIssue } from './plan-issue.ts';
