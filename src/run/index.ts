export { runAdaptive } from './adaptive.ts';
export { runAgent } from './agent/run-agent.ts';
export { execute } from './execute/execute.ts';
export { refuseRetired } from './refuse-template.ts';
export { runTemplate } from './run.ts';
export { requireModel, solve } from './solve.ts';
