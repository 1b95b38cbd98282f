export { runAdaptive } from './adaptive.ts';
export { runAgent } from './agent/run-agent.ts';
export { execute } from './execute/execute.ts';
export { explainPlan } from './explain/explain-plan.ts';
export { judgeReport } from './judge-report.ts';
export { refuseRetired } from './refuse-template.ts';
export { runTemplate } from './run.ts';
export { requireModel, solve } from './solve.ts';
