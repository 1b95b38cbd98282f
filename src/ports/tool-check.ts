/** What goes along with a capture. */
export interface CaptureContext {
  /** Aborted when the capture is no longer awaited. */
  readonly signal: AbortSignal;
}

/**
 * What a call depends on in its environment, as the author of the tool knows it. It is captured just before each recorded
 * call, and again before a replay makes that call: unless both agree, the replay stops and the tool is not called.
 *
 * @example
 * const cancelOrder = {
 *   execute: ({ id }: { id: string }) => shop.cancel(id),
 *   check: {
 *     capture: ({ id }: { id: string }) => ({ status: shop.get(id).status }),
 *     compare: (recorded: { status: string }, now: { status: string }) =>
 *       recorded.status === now.status || `the order is ${now.status}`,
 *   },
 * };
 */
export interface ToolCheck {
  /** Looks, and changes nothing. It is given the arguments of the call; what it answers must be JSON. */
  readonly capture: (toolArguments: never, context: CaptureContext) => unknown;
  /**
   * Whether a call that was safe with what was recorded is safe now. Only `true` lets it be made; a text says why not. Without
   * it, both must be equal.
   */
  readonly compare?: (recorded: never, now: never) => boolean | string | PromiseLike<boolean | string>;
}
