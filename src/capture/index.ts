export { redactText, redactValue } from '../text/redact/redact.ts';
export { openRun, recordRun } from './capture.ts';
export { importMemories } from './import-memories.ts';
export { deleteMemory, recordMemory } from './memories.ts';
export { appendStep, endAbandonedRun, finishRun, startRun } from './runs.ts';
export { appendMessage } from './sessions.ts';
export { createTask, showTask, updateTask } from './tasks.ts';
