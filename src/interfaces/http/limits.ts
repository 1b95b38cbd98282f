/** How much of the server one client, and all of them together, may take. */
export type HttpLimits = Readonly<typeof defaultLimits>;

export const defaultLimits = {
  /** Bytes of a body; more is refused while it arrives. */
  bodyBytes: 10_000_000,
  /** Bytes of the head of a request; the address of a search holds the whole query. */
  headBytes: 500_000,
  /** Requests of one token per second in the long run, and at once before that. */
  requestsPerSecond: 500,
  requestBurst: 5_000,
  /** Bytes of an answer; more is refused before it is written. */
  answerBytes: 50_000_000,
  /** Milliseconds in which the head of a request must have arrived. */
  headersMs: 15_000,
  /** Milliseconds in which its body must have arrived. */
  bodyMs: 30_000,
  /** Milliseconds an operation may take. */
  handlingMs: 120_000,
  /** Milliseconds in which the store must have answered to count as alive. */
  storeMs: 2_000,
  /** Requests at one time; streams of events do not count once they flow. */
  requestsInFlight: 1_000,
  /** Streams of events at one time. */
  eventStreams: 1_000,
  /** Milliseconds between heartbeats on a stream of events. */
  heartbeatMs: 15_000,
  /** Milliseconds that requests have to end when the server closes: less than the 30 s after which most supervisors kill. */
  closingMs: 25_000,
};
