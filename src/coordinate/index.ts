export { createPlan, deletePlan, findPlan } from './create-plan.ts';
export { matchAgent } from './match-agent.ts';
export { planPendingTasks, runPendingTasks } from './pending-tasks.ts';
export { runPlan, startPlan } from './run-plan.ts';
export { commandRunner, modelRunner } from './runners.ts';
export { detailsOf, listPlans, showPlan } from './show-plan.ts';
