export { applyPattern, changeTask, showPatternInUse } from './apply-pattern.ts';
export { predict, recommendFor, trends } from './executions/advise.ts';
export { listFailures, solutionsFor } from './failures/failures.ts';
export { groupLines, groupMessages } from './failures/group-messages.ts';
export { solved } from './failures/learn-failure.ts';
export { forgetMemory } from './forget-memory.ts';
export { consolidate } from './life/consolidate.ts';
export { historyOf, whyOf } from './life/explain.ts';
export { linkMemories, unlinkMemories } from './life/links.ts';
export { maintenanceWork } from './life/maintenance.ts';
export { prune } from './life/prune.ts';
export { feedback } from './life/uses.ts';
export { listPatterns, renamePattern } from './patterns.ts';
export {
  createCheck,
  deleteCheck,
  generateChecks,
  listChecks,
  showCheck,
  switchCheck,
} from './prevention/prevent.ts';
export { renameCheck } from './prevention/rename-check.ts';
export { teach } from './prevention/teach.ts';
export { checkCall } from './prevention/watch.ts';
export { remember } from './remember/remember.ts';
