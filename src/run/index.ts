export { beginTemplate } from './adaptive-run.ts';
export { finishRecordedRun } from './after-run.ts';
export { beginNormalRun } from './begin-run.ts';
export { executeTask } from './execute/execute-task.ts';
export { learnAndExplain, withExplanation } from './explained-template.ts';
export { runTemplateAgain } from './run-again.ts';
export { solveTask } from './solve-task.ts';
