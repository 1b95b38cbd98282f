import type { FailureLesson, Solution } from '../../records/lesson.ts';
import { type Memory, newLife } from '../../records/memory.ts';

/**
 * A solution that was taught, as a memory of the failure it helps against: so it travels in a file like every memory, and is
 * one where it is imported.
 */
export function solutionMemory(solution: Solution, pattern: FailureLesson | undefined): Memory {
  const { id, scope, createdAt, content } = solution;
  const { signature, approach, steps, categories } = content;
  const rootCause = pattern?.content.rootCause ?? undefined;
  return {
    schemaVersion: solution.schemaVersion,
    id,
    scope,
    createdAt,
    kind: 'failure',
    text: steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    content: {
      errorSignature: signature,
      solution: approach,
      ...(rootCause !== undefined && { rootCause }),
    },
    tags: categories,
    confidence: unjudged,
    relevance: unjudged,
    successRate: null,
    expiresAt: null,
    visibility: 'private',
    provenance: nowhere,
    derivedFrom: [],
    ...newLife(),
  };
}

/** What a memory is worth that nobody has judged yet. */
export const unjudged = 0.5;

/** A memory that says nothing about where it comes from. */
export const nowhere: Memory['provenance'] = {
  runId: null,
  stepId: null,
  importedFrom: null,
  agent: null,
  externalId: null,
  sessionId: null,
  position: null,
  byPerson: null,
};
