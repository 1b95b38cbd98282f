export { createFinder } from './finder.ts';
export { contextFor } from './prompt-context.ts';
export { retrieveMemories } from './recall.ts';
export { searchMemories } from './search.ts';
export { similarTasks } from './similar-tasks.ts';
