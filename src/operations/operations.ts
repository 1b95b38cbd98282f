import { administrationOperations } from './administration.ts';
import { adviceOperations } from './advice.ts';
import { failureOperations } from './failures.ts';
import { memoryOperations } from './memories.ts';
import { memoryLifeOperations } from './memory-life.ts';
import type { Operation } from './operation.ts';
import { patternOperations } from './patterns.ts';
import { preventionOperations } from './prevention.ts';
import { runOperations } from './runs.ts';
import { sessionTemplateOperations } from './session-templates.ts';
import { sessionOperations } from './sessions.ts';
import { taskOperations } from './tasks.ts';
import { templateKnowledgeOperations } from './template-knowledge.ts';
import { templateOperations } from './templates.ts';

/** Everything Engram can do, by the file it is defined in, in the order people read it. */
export const operationFiles = {
  memories: memoryOperations,
  memoryLife: memoryLifeOperations,
  runs: runOperations,
  sessions: sessionOperations,
  tasks: taskOperations,
  patterns: patternOperations,
  failures: failureOperations,
  advice: adviceOperations,
  prevention: preventionOperations,
  templates: templateOperations,
  templateKnowledge: templateKnowledgeOperations,
  sessionTemplates: sessionTemplateOperations,
  administration: administrationOperations,
} as const satisfies Record<string, readonly Operation[]>;

/** The same as one list. Commands, routes and tools derive from it. */
export const operations: readonly Operation[] = Object.values(operationFiles).flat();
