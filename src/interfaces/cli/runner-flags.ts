import { ownFlag } from './call.ts';

/** Who does the sub-tasks of a plan, where it is not the configured model. */
export const runnerFlags = [
  ownFlag(
    'module',
    'File that exports what does a sub-task: a function as default, or agents = { ada: …, bob: … }',
  ),
  ownFlag('command', 'Command line that does a sub-task: it reads the task on standard input'),
];
