import * as advice from './advice.ts';
import * as agents from './agents.ts';
import * as audit from './audit.ts';
import * as backend from './backend.ts';
import * as failures from './failures.ts';
import * as github from './github.ts';
import * as installation from './installation.ts';
import * as jobs from './jobs.ts';
import * as knowledge from './knowledge.ts';
import * as memories from './memories.ts';
import * as memoryKeeping from './memory-keeping.ts';
import * as memoryLife from './memory-life.ts';
import * as memoryPatterns from './memory-patterns.ts';
import { type Operation, type OperationFile, operationsIn } from './operation.ts';
import * as patterns from './patterns.ts';
import * as plans from './plans.ts';
import * as prevention from './prevention.ts';
import * as report from './report.ts';
import * as retention from './retention.ts';
import * as runs from './runs.ts';
import * as sessionTemplates from './session-templates.ts';
import * as sessions from './sessions.ts';
import * as sharing from './sharing.ts';
import * as solve from './solve.ts';
import * as statistics from './statistics.ts';
import * as tasks from './tasks.ts';
import * as templateChanges from './template-changes.ts';
import * as templateExamples from './template-examples.ts';
import * as templateMemory from './template-memory.ts';
import * as templates from './templates.ts';
import * as tokens from './tokens.ts';
import * as users from './users.ts';
import * as workflows from './workflows.ts';

/** Everything Engram can do, by the file that defines it, in the order people read it. */
export const operationFiles = {
  memories,
  memoryLife,
  memoryKeeping,
  memoryPatterns,
  sharing,
  retention,
  knowledge,
  runs,
  sessions,
  tasks,
  agents,
  patterns,
  failures,
  advice,
  report,
  prevention,
  templates,
  templateChanges,
  templateMemory,
  templateExamples,
  solve,
  sessionTemplates,
  workflows,
  plans,
  github,
  backend,
  audit,
  users,
  statistics,
  tokens,
  jobs,
  installation,
} as const satisfies Record<string, OperationFile>;
export type OperationFiles = typeof operationFiles;

/** All of them as one list. Commands, routes and tools derive from it. */
export const operations: readonly Operation[] = Object.values(operationFiles).flatMap(operationsIn);
