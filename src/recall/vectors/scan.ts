/** Memory that can grow. Growing replaces `buffer`: whatever looked into the old one sees nothing any more. */
export interface GrowingMemory {
  readonly buffer: ArrayBufferLike;
  /** Adds pages of 64 KB; throws a RangeError when there are no more to be had. */
  grow(pages: number): number;
}

/** The memory that vectors lie in, and the loop over a block of them. */
export interface Scan {
  readonly memory: GrowingMemory;
  /**
   * Multiplies the query with every vector of a block and writes the sums, 32 bits each. The block has four times
   * `quarter` vectors of `stride` bytes. All other arguments are addresses in the memory.
   */
  score(query: number, block: number, sums: number, stride: number, quarter: number): void;
  /**
   * Writes the estimated cosine of a query with each sketch of some groups of sixteen, as floats: the sum of what the tables
   * say for each half of its bytes, times `scale`.
   */
  estimate(
    tables: number,
    groups: number,
    cosines: number,
    bytes: number,
    count: number,
    scale: number,
  ): void;
  /** Adds what one word is worth to the scores of the memories that have it, and of their neighbours. */
  weigh(...facts: WeighArguments): void;
  /** Gives all memories of a list the same number. */
  mark(list: number, length: number, floats: number, value: number): void;
  /** Writes the estimated relevance of each memory, and counts how many are in each step of it. */
  relate(...facts: RelateArguments): void;
  /** Writes the numbers of memories that are at least so relevant, the last first. Returns how many. */
  collect(relevance: number, count: number, least: number, slots: number): number;
}

/** Where the list of a word lies and the facts about memories, and the parameters of BM25. */
type WeighArguments = readonly [
  list: number,
  length: number,
  count: number,
  before: number,
  after: number,
  asks: number,
  lengths: number,
  occurrences: number,
  scores: number,
  near: number,
  far: number,
  answered: number,
  most: number,
  fixed: number,
  perLength: number,
];

/** Where the facts about memories lie that decide on their relevance, and how much each counts. */
type RelateArguments = readonly [
  count: number,
  cosines: number,
  words: number,
  /** 0 when there is nothing to add. */
  extra: number,
  eligible: number,
  before: number,
  after: number,
  asks: number,
  norms: number,
  relevance: number,
  steps: number,
  near: number,
  far: number,
  answered: number,
  ofMeaning: number,
  ofQuestion: number,
  minMeaning: number,
  minSimilarity: number,
];

/** Relevance is counted in steps of a 1,024th, the last of which is open. */
export const relevanceSteps = 2_048;
export const stepsPerUnit = 1_024;
