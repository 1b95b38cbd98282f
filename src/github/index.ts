/** Work with GitHub, loaded when it is first asked for. */
export { learnPullRequest } from './learn-pull-request.ts';
