/** The signs that recorded values had at one place of a text. Letters, digits and the underscore are none. */
export interface SlotSigns {
  readonly signs: string;
  /** Those among them that a recorded value began with: `-x` and `..` are something else than `a-x` and `a.b`. */
  readonly starts: string;
}
