import type { CarryOut } from './call.ts';
import type { CommandLine, Flag } from './flags.ts';
import type { Presenter } from './present/presenter.ts';

/** How an operation looks on the command line: what is given by place, and how its answer is shown. */
export interface Presentation extends CommandLine {
  /** The words that call it, where they are not the name of the operation. */
  readonly words?: readonly string[];
  readonly present: Presenter;
  readonly examples: readonly string[];
  /** Flags beside those of the operation. */
  readonly ownFlags?: readonly Flag[];
  /** Fields of the operation that have no flag here, because one of its own flags brings them. */
  readonly withoutFlags?: readonly string[];
  /** Where the command line does more than pass its flags on. */
  readonly carryOut?: CarryOut;
  /** A command can do its work and still have bad news: a replay that stopped, a call that a check blocks. */
  readonly exitCode?: (output: never) => number;
}
