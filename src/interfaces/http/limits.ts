/** How much of the server one client, and all of them together, may take. */
export interface HttpLimits {
  /** Bytes of a body; more is refused while it arrives. */
  readonly bodyBytes: number;
  /** Bytes of the head of a request; the address of a search holds the whole query. */
  readonly headBytes: number;
  /** Milliseconds in which the head of a request must have arrived. */
  readonly headersMs: number;
  /** Milliseconds in which its body must have arrived. */
  readonly bodyMs: number;
  /** Milliseconds an operation may take. */
  readonly handlingMs: number;
  /** Milliseconds in which the store must have answered to count as alive. */
  readonly storeMs: number;
  /** Requests at one time; streams of events do not count once they flow. */
  readonly requestsInFlight: number;
  /** Streams of events at one time. */
  readonly eventStreams: number;
  /** Milliseconds between signs of life on a stream of events. */
  readonly heartbeatMs: number;
  /** Milliseconds that requests have to end when the server closes. */
  readonly closingMs: number;
}

export const defaultLimits: HttpLimits = {
  bodyBytes: 10_000_000,
  headBytes: 500_000,
  headersMs: 15_000,
  bodyMs: 30_000,
  handlingMs: 120_000,
  storeMs: 2_000,
  requestsInFlight: 1_000,
  eventStreams: 1_000,
  heartbeatMs: 15_000,
  closingMs: 5_000,
};
