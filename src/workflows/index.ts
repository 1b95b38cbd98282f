export { forkWorkflow, requestStop, resumeWorkflow, retryWorkflow, signalWorkflow } from './control.ts';
export { beginWorkflow, resumeWith, runWorkflow } from './run-workflow.ts';
export { createWorkflowRuntime } from './runtime.ts';
export { listWorkflows, shownWorkflow, showWorkflow } from './show-workflow.ts';
