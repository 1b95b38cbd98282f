export { createFinder } from './finder.ts';
export { retrieveMemories } from './recall.ts';
export { searchMemories } from './search.ts';
