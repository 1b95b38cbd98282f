export { agentReport } from './agent-report.ts';
export { coordinationReport } from './coordination.ts';
export { learningStatistics, reportFor } from './learning.ts';
export { statistics } from './measure.ts';
export { watchReport } from './watch-report.ts';
