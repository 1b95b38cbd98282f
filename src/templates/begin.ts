import type * as z from 'zod';
import type { Settings } from '../config/settings.ts';
import type { JsonObject } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import type { RunHandle } from '../ports/run-handle.ts';
import type { AgentMemory } from '../records/lesson.ts';
import type { Viewer } from '../records/scope.ts';
import type { Example, Template } from '../records/template.ts';
import type { beginTemplateInput } from '../records/template-inputs.ts';
import { memoriesOf, memoryFor } from './agent-memory.ts';
import { listExamples } from './examples.ts';
import { enhancedMessage } from './memory/enhanced-message.ts';

export type BeginTemplate = z.input<typeof beginTemplateInput>;

/** An adaptive run that has begun. */
export interface Begun {
  readonly template: Template;
  readonly run: RunHandle;
  /** The system message: the agent's own, with what was learned. */
  readonly system: string;
  /** Tokens that were added to it. */
  readonly addedTokens: number;
  /** All values of the task. */
  readonly inputs: JsonObject;
}

/** What an adaptive run may use. */
export interface AdaptiveLearning {
  readonly template: Template;
  readonly viewer: Viewer;
  readonly memories: readonly AgentMemory[];
  readonly examples: readonly Example[];
}

/** The system message of an agent, or of the part of the task it does (TPL-5). Each agent gets what is its own. */
export function learnedMessage(
  { template, viewer, memories, examples }: AdaptiveLearning,
  asked: { readonly system: string; readonly agent: string | null; readonly subTask?: string | null },
  settings: Settings['templates'],
): { text: string; tokens: number } {
  const memory = memoryFor(memories, viewer, template, asked);
  const own = template.agents.length < 2 ? [] : examples.filter(({ agent }) => agent === asked.agent);
  return enhancedMessage({
    ...asked,
    template,
    memory,
    examples: own.length > 0 ? own : examples,
    settings,
  });
}

/** Reads what an adaptive run may use: what agents learned about the work, and calls that succeeded. */
export async function adaptiveLearning(
  context: Context,
  viewer: Viewer,
  template: Template,
): Promise<AdaptiveLearning> {
  const [memories, examples] = await Promise.all([
    memoriesOf(context, viewer, template.id),
    listExamples(context, viewer, { template: template.id, limit: 100 }),
  ]);
  // A call without arguments shows nobody how it is made.
  const telling = examples.filter((example) => Object.keys(example.arguments).length > 0);
  return { template, viewer, memories, examples: telling };
}
