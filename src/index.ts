/**
 * What most programs need. All other types are in `engram/types`. Any name added here is a promise; a test pins the list.
 */

export { migrateStore } from './engine/migrate-store.ts';
export type { EngramOptions } from './engine.ts';
export { EngramError, type ErrorCode } from './errors.ts';
export { type Engram, openEngram } from './interfaces/library/engram.ts';
export { memoryBackendTool } from './interfaces/library/memory-backend-tool.ts';
export type { View } from './interfaces/library/view.ts';
export type { Json, JsonObject } from './json/json.ts';
export { reportPage } from './measure/report/html.ts';
export { reportMarkdown } from './measure/report/markdown.ts';
export type { Embedder } from './ports/embedder.ts';
export type { EngramEvent } from './ports/events.ts';
export type { LanguageModel } from './ports/language-model.ts';
export type { RunHandle } from './ports/run-handle.ts';
export type { Store } from './ports/store.ts';
export type { Memory } from './records/memory.ts';
export type { Report } from './records/report.ts';
export type { Run } from './records/run.ts';
export type { Viewer } from './records/scope.ts';
export type { Task } from './records/task.ts';
export type { Template } from './records/template.ts';
export type { TemplateRun } from './records/template-run.ts';
export { defineWorkflow } from './workflows/define-workflow.ts';
