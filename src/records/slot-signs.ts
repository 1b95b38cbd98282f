/** The special characters that recorded values had at one place of a text: all but letters, digits and the underscore. */
export interface SlotSigns {
  readonly signs: string;
  /** Those among them that a recorded value began with: `-x` and `..` are something else than `a-x` and `a.b`. */
  readonly starts: string;
}
