/**
 * Every type of the public interface: what methods take and answer, records, and what can be put in the place of a part of
 * Engram. Any name added here is a promise; a test pins the list.
 *
 * @example
 * import type { Suggestion } from 'engram/types';
 */

export type { Settings } from '../../config/settings.ts';
export type { MigrateOptions, Moved, Tallies } from '../../engine/migrate-store.ts';
export type { EngramOptions, Jobs } from '../../engine.ts';
export type { EngramError, ErrorCode } from '../../errors.ts';
export type { Json, JsonObject } from '../../json/json.ts';
export type { AppliedPattern, ShownPattern } from '../../learn/apply-pattern.ts';
export type { Suggest, Suggestion } from '../../learn/decisions/suggest.ts';
export type { OutcomePrediction } from '../../learn/executions/advise.ts';
export type { GroupedMessage } from '../../learn/failures/group-messages.ts';
export type { Recognise } from '../../learn/failures/recognise.ts';
export type { FittingSolution } from '../../learn/failures/solutions.ts';
export type { Why } from '../../learn/life/explain.ts';
export type { HistoryEntry } from '../../learn/life/history.ts';
export type { PruneReport } from '../../learn/life/prune.ts';
export type { ConsolidationReport } from '../../learn/life/round.ts';
export type { Pattern, PatternDetails, SequencePattern } from '../../learn/patterns.ts';
export type { CheckDetails, MeasuredCheck } from '../../learn/prevention/prevent.ts';
export type { LearnedFailure } from '../../learn/prevention/teach.ts';
export type { Verdict } from '../../learn/prevention/watch.ts';
export type { WatchReport } from '../../measure/watch-report.ts';
export type { Clock, Ids, Random } from '../../ports/clock.ts';
export type { Embedder } from '../../ports/embedder.ts';
export type { EngramEvent, EventListener } from '../../ports/events.ts';
export type { LanguageModel } from '../../ports/language-model.ts';
export type { PlanRunner, PlanRunners, SubTaskWork } from '../../ports/plan-runner.ts';
export type { RecordedTools, RunHandle, RunOptions, RunReport, Toolset } from '../../ports/run-handle.ts';
export type { Command, Committed, Exported, Store } from '../../ports/store.ts';
export type {
  ItemsWork,
  KnownSolution,
  PartContext,
  PartDetails,
  PartRules,
  Parts,
  PartsWork,
  PartWork,
  Plan,
  PlannedPart,
  Remedy,
  RemedyContext,
  Strategy,
  Work,
  WorkRun,
} from '../../ports/strategy.ts';
export type { CaptureContext, ToolCheck } from '../../ports/tool-check.ts';
export type { ToolRuntime } from '../../ports/tool-runtime.ts';
export type {
  AnyWorkflow,
  DagTask,
  Flow,
  RetryPolicy,
  StepContext,
  StepOptions,
  WorkflowDefinition,
} from '../../ports/workflow-definition.ts';
export type { GivenAgain } from '../../ports/workflow-runtime.ts';
export type { AiSdkEmbeddingModel } from '../../providers/ai-sdk-models.ts';
export type { PromptContext } from '../../recall/context/markdown.ts';
export type { Recalled } from '../../recall/rank.ts';
export type { RecalledRecorded, ShownRecorded } from '../../recall/recorded/find-recorded.ts';
export type { SearchHit } from '../../recall/recorded/fuse.ts';
export type { SimilarTask } from '../../recall/similar-tasks.ts';
export type { AgentMatch, RankedAgent } from '../../records/agent-match.ts';
export type { CheckContent, Condition, Finding, Verification } from '../../records/check.ts';
export type { Call, Execution, FailureTally, RunTally } from '../../records/execution.ts';
export type {
  SuccessPattern,
  TaskRecommendation,
  ToolSequence,
  Trend,
} from '../../records/execution-pattern.ts';
export type {
  LearnedPullRequest,
  MatchedIssue,
  PlannedIssue,
  PlannedIssues,
  PullRequestMetrics,
} from '../../records/github.ts';
export type { Job } from '../../records/job.ts';
export type {
  AgentMemory,
  Check,
  Experiment,
  Lesson,
  LessonKind,
  SessionTemplate,
  Solution,
  Trial,
} from '../../records/lesson.ts';
export type { Memory, MemoryContent, MemoryKind, Standing } from '../../records/memory.ts';
export type { MemoryUse, Revision } from '../../records/memory-life.ts';
export type {
  ActionStatistics,
  DecisionPattern,
  FailureDetails,
  FailurePattern,
  Guidance,
  ShownSolution,
} from '../../records/pattern.ts';
export type { Binding, Parameter, PlanStep } from '../../records/plan.ts';
export type { PredictionQuality } from '../../records/prediction.ts';
export type { LearningQuality, LearningStatistics } from '../../records/quality.ts';
export type { Outcome, Source } from '../../records/record.ts';
export type { RememberReport } from '../../records/remember.ts';
export type { Report } from '../../records/report.ts';
export type { Run, RunMode, RunTotals, RunWithTotals } from '../../records/run.ts';
export type { Scope, Viewer } from '../../records/scope.ts';
export type { Message, Session, SessionSummary } from '../../records/session.ts';
export type { Step, StepError, ToolStep } from '../../records/step.ts';
export type { Task } from '../../records/task.ts';
export type { PendingTasks, PlanDetails, PlannedSubTask, ShownSubTask } from '../../records/task-plan.ts';
export type { Example, MadeTemplate, Template } from '../../records/template.ts';
export type { DryRun, RanCall, TemplateRun } from '../../records/template-run.ts';
export type { Token, TokenScope } from '../../records/token.ts';
export type { UserEntry } from '../../records/user-entry.ts';
export type {
  BackendEvaluation,
  BackendInfo,
  BackendReport,
  MemoryBackendAnswer,
} from '../../records/user-model-inputs.ts';
export type { ShownWorkflow, WorkflowDetails } from '../../records/workflow-inputs.ts';
export type {
  Execute,
  ExecuteOptions,
  ExecuteProgress,
  ExecuteReport,
  ExecuteTask,
  PartReport,
  Recovery,
} from '../../run/execute/contract.ts';
export type { WorkflowStep } from '../../workflows/define-workflow.ts';
export type { Engram } from './engram.ts';
export type { MemoryBackendTool } from './memory-backend-tool.ts';
export type { PlansView, TasksView, View, WorkflowsView } from './view.ts';
