import { administration } from './administration.ts';
import { learningOperations } from './learning-operations.ts';
import { memoryOperations } from './memory-operations.ts';
import type { Operation } from './operation.ts';
import { preventionOperations } from './prevention-operations.ts';
import { sessionTemplateOperations } from './session-template-operations.ts';
import { templateOperations } from './template-operations.ts';
import { workOperations } from './work-operations.ts';

/** Everything Engram can do, as one flat list. Commands, routes and tools derive from it. */
export const operations: readonly Operation[] = [
  ...memoryOperations,
  ...workOperations,
  ...learningOperations,
  ...preventionOperations,
  ...templateOperations,
  ...sessionTemplateOperations,
  ...administration,
];
