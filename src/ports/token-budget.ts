/** Tokens that were set aside for one request. */
export interface Reservation {
  /** Says what the request really used. What is never settled counts in full. */
  settle(tokens: number): void;
}

/** Tokens that may be used in a day. */
export interface TokenBudget {
  /** Sets tokens aside, or answers null when there are not as many left today. */
  reserve(tokens: number): Reservation | null;
  readonly left: number;
}
