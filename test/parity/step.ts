/** As much of an answer as later steps ask for. */
interface KnownAnswer {
  readonly id: string;
  readonly next: string;
  readonly solution?: { readonly id: string };
}

/** What was answered so far, by the name a step of the story gave it. */
export type Known = Readonly<Record<string, KnownAnswer | undefined>>;

/** One call of an operation. */
export interface Step {
  readonly operation: string;
  readonly input: (known: Known) => Record<string, unknown>;
  /** The name later steps know the answer by. */
  readonly as?: string;
  /** The code of the error that is expected. */
  readonly refused?: string;
}

type Input = Record<string, unknown> | ((known: Known) => Record<string, unknown>);

/** A step with its input, or with one made from what was answered before. */
export const step = (operation: string, input: Input = {}, more: Partial<Step> = {}): Step => ({
  operation,
  input: typeof input === 'function' ? input : () => input,
  ...more,
});
