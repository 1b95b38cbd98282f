import type * as z from 'zod';
import type { Settings } from '../config/settings.ts';
import type { JsonObject } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import type { RunHandle } from '../ports/run-handle.ts';
import type { AgentMemoryContent } from '../records/agent-memory.ts';
import type { Viewer } from '../records/scope.ts';
import type { Example, Template } from '../records/template.ts';
import type { beginTemplateInput } from '../records/template-inputs.ts';
import { memoryFor } from './agent-memory.ts';
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
  readonly memory: AgentMemoryContent | null;
  readonly examples: readonly Example[];
}

/** The system message of an agent, or of the part of the task it does (TPL-5). */
export function learnedMessage(
  { template, memory, examples }: AdaptiveLearning,
  asked: { readonly system: string; readonly agent: string | null; readonly subTask?: string | null },
  settings: Settings['templates'],
): { text: string; tokens: number } {
  return enhancedMessage({ ...asked, template, memory, examples, settings });
}

/** Reads what an adaptive run may use: what agents learned about the work, and calls that succeeded. */
export async function adaptiveLearning(
  context: Context,
  viewer: Viewer,
  template: Template,
): Promise<AdaptiveLearning> {
  const [memory, examples] = await Promise.all([
    memoryFor(context, viewer, template, viewer.agent),
    listExamples(context, viewer, { template: template.id, limit: 100 }),
  ]);
  return { template, memory, examples };
}
