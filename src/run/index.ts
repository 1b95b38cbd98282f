export { runAdaptive } from './adaptive.ts';
export { runAgent } from './agent/run-agent.ts';
export { execute } from './execute/execute.ts';
export { refuseRetired, runTemplate } from './run.ts';
export { requireModel, solve } from './solve.ts';
