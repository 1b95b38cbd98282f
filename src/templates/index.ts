export { keepAgentMemory, listAgentMemory } from './agent-memory.ts';
export { saveTemplate, showTemplate } from './apply.ts';
export { compareTemplate } from './compare.ts';
export { addExamples, keepToolExecutions, listExamples, listToolExecutions } from './examples.ts';
export { importSession, importSessionFile } from './import-sessions.ts';
export {
  approveTemplate,
  deleteTemplate,
  diffTemplate,
  editTemplate,
  retireTemplate,
  templateVersions,
} from './lifecycle.ts';
export { listExperiments, runExperiment, showExperiment } from './session-templates/experiment.ts';
export { exportSessionTemplate, importSessionTemplates } from './session-templates/files.ts';
export { injectTemplate } from './session-templates/seed.ts';
export {
  bestSessionTemplate,
  createSessionTemplate,
  deleteSessionTemplate,
  listSessionTemplates,
  sessionTemplateStatistics,
  showSessionTemplate,
} from './session-templates/session-templates.ts';
