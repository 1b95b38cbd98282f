// What is exported here is public API of "engram/testing".
export {
  aJob,
  aMemory,
  aMessage,
  aModelStep,
  aNoteStep,
  aRevision,
  aRun,
  aSession,
  aStep,
  aTask,
  aTemplate,
  aToken,
  aUse,
  type MemoryOverrides,
  resetBuilders,
} from './builders.ts';
export { countingIds } from './counting-ids.ts';
export { describeStore, type StoreExpectations } from './describe-store.ts';
export { type FixedClock, fixedClock } from './fixed-clock.ts';
export { aLesson, type LessonOverrides } from './lesson-builders.ts';
export { type ScriptedAnswer, type ScriptedModel, scriptedModel } from './scripted-model.ts';
export { aCheckpoint, aWorkflow } from './workflow-builders.ts';
