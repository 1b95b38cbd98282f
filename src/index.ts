/**
 * The public surface of Engram. Any name added here is a promise; a test pins the list.
 */
export { type Engram, type EngramOptions, type Jobs, openEngram } from './engine.ts';
export { EngramError, type ErrorCode } from './errors.ts';
export type { Recognise, RecognisedFailure, Suggest, Suggestion } from './learn/learn.ts';
export { type MigrateOptions, type Moved, migrateStore, type Tallies } from './migrate-store.ts';
export type { Job } from './model/job.ts';
export type { Json, JsonObject } from './model/json.ts';
export type { Memory, MemoryContent, MemoryKind } from './model/memory.ts';
export type { ActionStatistics, DecisionPattern, FailurePattern, Pattern } from './model/pattern.ts';
export type { Binding, Parameter, PlanStep, Shape } from './model/plan.ts';
export type { Outcome, Source } from './model/record.ts';
export type { Run, RunMode, RunTotals, RunWithTotals } from './model/run.ts';
export type { Scope, Viewer } from './model/scope.ts';
export type { Message, Session, SessionSummary } from './model/session.ts';
export type { Settings } from './model/settings.ts';
export type { Step, StepError, ToolStep } from './model/step.ts';
export type { Task } from './model/task.ts';
export type { Example, Template } from './model/template.ts';
export type { Token, TokenScope } from './model/token.ts';
export type { Clock, Ids, Random } from './ports/clock.ts';
export type { DurableEngine, WorkflowStatus, WorkflowSteps } from './ports/durable-engine.ts';
export type { Embedder } from './ports/embedder.ts';
export type { EngramEvent, EventListener } from './ports/events.ts';
export type { LanguageModel } from './ports/language-model.ts';
export type { RecordedTools, RunHandle, RunReport, Toolset } from './ports/run-handle.ts';
export type { Command, Committed, Exported, Store } from './ports/store.ts';
export type { ToolRuntime } from './ports/tool-runtime.ts';
export type { Recalled } from './recall/rank.ts';
export type { DryRun, TemplateRun } from './run/run.ts';
export type { View } from './view.ts';
