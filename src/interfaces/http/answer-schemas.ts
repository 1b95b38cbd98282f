import * as z from 'zod';
import { type JsonSchema, withoutLargestNumber } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';
import { experiment, sessionTemplate } from '../../operations/session-template-outputs.ts';
import { checkRecordSchema, conditionSchema, verificationSchema } from '../../records/check.ts';
import {
  approachRecordSchema,
  successPatternSchema,
  taskRecommendationSchema,
  toolSequenceSchema,
  trendSchema,
} from '../../records/execution-pattern.ts';
import { agentMemorySchema, checkSchema } from '../../records/lesson.ts';
import { memorySchema, provenanceSchema } from '../../records/memory.ts';
import { memoryContents } from '../../records/memory-kinds.ts';
import {
  actionStatisticsSchema,
  decisionPatternSchema,
  failureDetailsSchema,
  failurePatternSchema,
  shownSolutionSchema,
} from '../../records/pattern.ts';
import {
  bindingSchema,
  droppedCallSchema,
  invariantSchema,
  parameterSchema,
  planStepSchema,
} from '../../records/plan.ts';
import { figureSchema, learningQualitySchema } from '../../records/quality.ts';
import { sourceSchema } from '../../records/record.ts';
import { reportSchema } from '../../records/report.ts';
import { runSchema } from '../../records/run.ts';
import { scopeSchema } from '../../records/scope.ts';
import { messageSchema, toolCallSchema } from '../../records/session.ts';
import { sessionExampleSchema } from '../../records/session-template.ts';
import { stepErrorSchema, stepSchema, subTaskSchema } from '../../records/step.ts';
import { taskSchema } from '../../records/task.ts';
import { exampleSchema, runCostSchema, templateSchema } from '../../records/template.ts';
import { agentMemoryRow } from './agent-memory-rows.ts';
import { toolExecutionRow } from './tool-execution-rows.ts';

/** Records that several answers contain. They are written down once and referred to by these names. */
const records: Readonly<Record<string, z.ZodType>> = {
  Memory: memorySchema,
  ...Object.fromEntries(
    Object.entries(memoryContents).map(([kind, content]) => [pascal(`${kind}.content`), content]),
  ),
  Run: runSchema,
  Step: stepSchema,
  Message: messageSchema,
  Task: taskSchema,
  Template: templateSchema,
  Scope: scopeSchema,
  Provenance: provenanceSchema,
  Source: sourceSchema,
  StepError: stepErrorSchema,
  SubTask: subTaskSchema,
  ToolCall: toolCallSchema,
  Example: exampleSchema,
  Parameter: parameterSchema,
  PlannedCall: planStepSchema,
  Binding: bindingSchema,
  Invariant: invariantSchema,
  DroppedCall: droppedCallSchema,
  RunCost: runCostSchema,
  AgentMemory: agentMemorySchema,
  AgentMemoryRow: agentMemoryRow,
  ToolExecutionRow: toolExecutionRow,
  SessionTemplate: sessionTemplate,
  SessionExample: sessionExampleSchema,
  Experiment: experiment,
  ActionStatistics: actionStatisticsSchema,
  DecisionPattern: decisionPatternSchema,
  FailurePattern: failurePatternSchema,
  FailureDetails: failureDetailsSchema,
  SuccessPattern: successPatternSchema,
  ToolSequence: toolSequenceSchema,
  Solution: shownSolutionSchema,
  ApproachRecord: approachRecordSchema,
  TaskRecommendation: taskRecommendationSchema,
  Trend: trendSchema,
  Check: checkSchema,
  CheckRecord: checkRecordSchema,
  Condition: conditionSchema,
  Verification: verificationSchema,
  Report: reportSchema,
  Figure: figureSchema,
  LearningQuality: learningQualitySchema,
};

export interface AnswerSchemas {
  /** Every schema by its name. They refer to each other by `#/components/schemas/…`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The name of what an operation answers. */
  nameOf(operation: Operation): string;
}

/** `memory.list` → `MemoryList` */
export function pascal(name: string): string {
  return name.replace(/(?:^|[.-])(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** What every operation answers, as JSON Schema. */
export function describeAnswers(operations: readonly Operation[]): AnswerSchemas {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(records)) registry.add(schema, { id });
  for (const { name, output } of operations) {
    if (!registry.has(output)) registry.add(output, { id: `${pascal(name)}Answer` });
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      withoutLargestNumber(jsonSchema);
      // Later versions may answer more fields, and clients made from this must not trip over them.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      delete jsonSchema.readOnly;
    },
  });
  return {
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema as JsonSchema]),
    ),
    nameOf: (operation) => registry.get(operation.output)?.id ?? 'unknown',
  };
}
