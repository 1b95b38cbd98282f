export { keepAgentMemory, learnFromRun, listAgentMemory, memoryFor } from './agent-memory.ts';
export { recordedRun, saveTemplate, showTemplate } from './apply.ts';
export { learnedMessage } from './begin.ts';
export { compareRuns } from './compare.ts';
export { addExamples, listExamples } from './examples.ts';
export { learnedChanges } from './learned-changes.ts';
export {
  approveTemplate,
  deleteTemplate,
  demoteIfFailing,
  diffTemplate,
  editTemplate,
  learnByItself,
  learnTemplate,
  retireTemplate,
  templateVersions,
} from './lifecycle.ts';
export { effectOf } from './plan/effect.ts';
export { afterSession } from './session-templates/automatic.ts';
export { listExperiments, runExperiment, showExperiment } from './session-templates/experiment.ts';
export { injectTemplate } from './session-templates/seed.ts';
export {
  bestSessionTemplate,
  createSessionTemplate,
  deleteSessionTemplate,
  listSessionTemplates,
  sessionTemplateStatistics,
  showSessionTemplate,
} from './session-templates/session-templates.ts';
export { partsWith, taskWith, valuesInTask } from './task-values.ts';
