export { agentReport } from './agent-report.ts';
export { coordinationReport } from './coordination.ts';
export { successFactors } from './factors/success-factors.ts';
export { learningStatistics, reportFor } from './learning.ts';
export { statistics } from './measure.ts';
export { watchReport } from './watch-report.ts';
