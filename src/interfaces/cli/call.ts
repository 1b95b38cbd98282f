import type { Wording } from '../../errors.ts';
import type { CliRequest, Globals } from './cli-request.ts';
import type { Flag } from './flags.ts';
import type { Paint, Terminal } from './terminal.ts';

/** One call of the command line, for commands that do more than pass their flags on. */
export interface CommandCall {
  readonly request: CliRequest;
  /** Flags of every command. */
  readonly globals: Globals;
  /** The input of the operation, as far as flags gave it. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Values of the flags that only the command line has. */
  readonly own: Readonly<Record<string, unknown>>;
  readonly terminal: Terminal;
  readonly paint: Paint;
  readonly asJson: boolean;
  readonly version: string;
  /** How errors are worded on the command line. */
  readonly wording: Wording;
}

/** Answered instead of an output by a command that has written its answer itself, piece by piece. */
export const written: unique symbol = Symbol('written');

/** Carries a command out in its own way; undefined leaves it to the operation, which it may use. */
export type CarryOut = (
  call: CommandCall,
  /** Carries the operation out, with what the flags gave or with this. */
  perform: (input?: CommandCall['input']) => Promise<unknown>,
) => Promise<unknown>;

/** A flag that only the command line has. */
export function ownFlag(
  name: string,
  description: string,
  more: Partial<Pick<Flag, 'type' | 'choices' | 'required' | 'fallback' | 'isTime' | 'insteadOf'>> = {},
): Flag {
  return {
    name,
    field: name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    type: 'text',
    description,
    choices: [],
    required: false,
    fallback: undefined,
    isTime: false,
    ...more,
  };
}
