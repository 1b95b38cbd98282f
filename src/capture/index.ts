export { deleteAgent, listAgents, registerAgent, showAgent, updateAgent } from './agents.ts';
export { recordRun } from './capture.ts';
export { importMemories } from './import-memories.ts';
export { recordMemory, updateMemory } from './memories.ts';
export { appendStep, startRun } from './runs.ts';
export { appendMessage } from './sessions.ts';
export { createTask, showTask } from './tasks.ts';
