/**
 * The AI SDK as far as it is used here, described by us: `ai` 6 and 7 both have this form, and neither is needed by those
 * who do not use it. A type test holds it against both.
 */

/** A tool. One without `execute` is carried out by the provider or by a person. */
export interface AiSdkTool {
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly needsApproval?: unknown;
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
}

/** Tools by name, as `generateText` and `streamText` take them. */
export type AiSdkTools = Readonly<Record<string, AiSdkTool>>;

/** `execute`, as it is called here. */
export type ExecuteTool = (input: unknown, options: unknown) => unknown;

/** A message of a prompt, as a model is given it. */
export interface PromptMessage {
  readonly role: string;
  readonly content: unknown;
}

/** What a model is called with. */
export interface CallParameters {
  readonly prompt: readonly PromptMessage[];
}

/** The model that is called. */
export interface NamedModel {
  readonly modelId: string;
}

/** What a model that streams answers with. */
export interface Streamed {
  readonly stream: ReadableStream;
}

/** A tool may answer bit by bit: the last output is its result, those before it are shown meanwhile. */
export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** The result of a tool that answers bit by bit. */
export async function lastOf(outputs: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const output of outputs) last = output;
  return last;
}
