import type * as z from 'zod';
import type { Presentation } from '../interfaces/cli/presentation.ts';
import type { Place } from '../interfaces/http/place.ts';
import type { View } from '../view.ts';
import type { Desk } from './desk.ts';
import { refuseUnknownFields } from './known-fields.ts';

/** What an operation is, whatever it takes and answers. */
interface About {
  /** Group and verb: `memory.record`. */
  readonly name: string;
  readonly summary: string;
  /** `delete` cannot be undone; `read` changes nothing a caller would notice. */
  readonly effect: 'read' | 'write' | 'delete';
  /** What it is listed under, where that is not the first part of its name. */
  readonly group?: string;
  /** Concerns the whole installation: interfaces on a network ask for the scope `admin`. */
  readonly administers?: boolean;
  /** A second one with the same input changes nothing more. */
  readonly idempotent?: boolean;
  /** Runs tools of others, which may do anything to the world outside. */
  readonly actsOutside?: boolean;
}

/** One thing Engram can do, with how each interface shows it. Commands, routes and tools derive from this. */
export interface Operation extends About {
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** The engine checks the input; an interface passes on what it was given. */
  run(desk: Desk, input: never): Promise<unknown>;
  /** How it looks on the command line; null where it is no command. */
  readonly cli: Presentation | null;
  readonly http: Place;
  /** What an agent decides by: what the tool does, when to use it, what comes back, how a call looks. Null where agents are not offered it. */
  readonly mcp: string | null;
}

/** An operation as it is written down. What is left out is as for any operation, so that a new one works at once. */
interface Definition<Input extends z.ZodObject, Output extends z.ZodType> extends About {
  readonly input: Input;
  readonly output: Output;
  run(view: View, input: z.input<Input>, desk: Desk): Promise<z.input<Output>>;
  readonly cli?: Presentation | null;
  readonly http?: Place;
  /** A function where the text takes long to write: only interfaces that show it ask for it. */
  readonly mcp?: string | null | (() => string);
}

/** One that needs no view: no store is opened for it. */
interface DeskDefinition<Input extends z.ZodObject, Output extends z.ZodType>
  extends Omit<Definition<Input, Output>, 'run'> {
  runAtDesk(desk: Desk, input: z.input<Input>): Promise<z.input<Output>>;
}

const asJson: Presentation = { present: (output: unknown) => JSON.stringify(output, null, 2), examples: [] };

/**
 * Writes an operation down with the types of its input and output checked against each other.
 *
 * @example
 * defineOperation({
 *   name: 'memory.get',
 *   summary: 'Show one memory',
 *   effect: 'read',
 *   input: byId,
 *   output: memorySchema,
 *   run: (view, { id }) => view.memories.get(id),
 *   cli: { positional: ['id'], present: presentMemory, examples: ['engram memory get mem_01…'] },
 *   http: { method: 'GET', path: '/api/memories/{id}', example: { id: 'mem_01' } },
 *   mcp: 'Shows one memory in full. Use it when you have its id from a list, a search or a run.',
 * });
 */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Definition<Input, Output> | DeskDefinition<Input, Output>,
): Operation {
  const { name, summary, input, mcp = summary } = definition;
  return {
    cli: asJson,
    http: { method: 'POST', path: `/api/operations/${name}` },
    ...definition,
    get mcp() {
      return typeof mcp === 'function' ? mcp() : mcp;
    },
    async run(desk, given) {
      refuseUnknownFields(name, given, Object.keys(input.shape));
      return 'run' in definition
        ? definition.run(await desk.view(), given, desk)
        : definition.runAtDesk(desk, given);
    },
  };
}
