import type { Json, JsonObject } from '../json/json.ts';
import type { ToolDescription } from './tool-runtime.ts';

/** A call that a model asks for. */
export interface ToolRequest {
  readonly id: string;
  readonly tool: string;
  /** As the model wrote them; they may not be what the tool expects. */
  readonly arguments: JsonObject;
  /** Why what it wrote is no JSON object. The arguments are empty then, and the call must not be made. */
  readonly unreadable?: string;
}

/** One message of a conversation with a model. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly requests?: readonly ToolRequest[] }
  | {
      readonly role: 'tool';
      readonly requestId: string;
      readonly tool: string;
      readonly result: Json;
      readonly failed: boolean;
    };

/** What is asked of a model. */
export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ToolDescription[];
  readonly maxOutputTokens?: number;
  readonly signal?: AbortSignal;
}

/** What a model answered. */
export interface ModelAnswer {
  readonly text: string;
  readonly requests: readonly ToolRequest[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Whether it was cut off at the limit of output tokens. */
  readonly cut: boolean;
}

/** A language model, as far as Engram ever needs one. None configured is normal. */
export interface LanguageModel {
  readonly id: string;
  /** Rejects with `timeout` when it cannot be reached or is too slow, with `config_invalid` when it refuses. */
  generate(request: ModelRequest): Promise<ModelAnswer>;
}
