export { createFinder } from './finder.ts';
export { contextFor } from './prompt-context.ts';
export { retrieveMemories, searchMemories } from './recall.ts';
export { similarTasks } from './similar-tasks.ts';
