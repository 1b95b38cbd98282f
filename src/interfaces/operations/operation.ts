import type * as z from 'zod';
import type { LoadedSettings } from '../../config/load-settings.ts';
import type { Diagnosis } from '../../diagnose.ts';
import type { Jobs } from '../../engine.ts';
import type { Tools } from '../../ports/run-handle.ts';
import type { RunTemplateOptions, View } from '../../view.ts';
import { refusingUnknownFields } from './known-fields.ts';

/** What a shell offers to an operation. The store is opened only by the operations that need it. */
export interface Desk {
  view(): Promise<View>;
  settings(): Promise<LoadedSettings>;
  diagnose(): Promise<Diagnosis>;
  jobs(): Promise<Jobs>;
  /** The caller's own functions, where the shell can have any; configured MCP servers are there besides. */
  tools(): Promise<Tools>;
  /** Who hears how a long run goes on, and who may end it. */
  watching?(): RunTemplateOptions;
}

/** One thing Engram can do. Commands, routes and tools derive from this; it knows none of them. */
export interface Operation {
  /** Group and verb: `memory.record`. */
  readonly name: string;
  readonly summary: string;
  /** `delete` cannot be undone; `read` changes nothing a caller would notice. */
  readonly effect: 'read' | 'write' | 'delete';
  /** Concerns the whole installation: doors on a network ask for the scope `admin`. */
  readonly administers?: boolean;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** The engine checks the input; a shell passes on what it was given. */
  run(desk: Desk, input: never): Promise<unknown>;
}

/** Writes an operation down with the types of its input and output checked against each other. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  name: string,
  summary: string,
  effect: Operation['effect'],
  input: Input,
  output: Output,
  run: (view: View, input: z.input<Input>, desk: Desk) => Promise<z.input<Output>>,
): Operation {
  return refusingUnknownFields({
    name,
    summary,
    effect,
    input,
    output,
    run: async (desk, given) => run(await desk.view(), given, desk),
  });
}
