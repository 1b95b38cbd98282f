import type * as z from 'zod';
import { acting } from '../audit/acting.ts';
import { EngramError } from '../errors.ts';
import type { Presenter } from '../interfaces/cli/present/presenter.ts';
import type { Presentation } from '../interfaces/cli/presentation.ts';
import type { HttpMethod, RoutePlace } from '../interfaces/http/place.ts';
import type { ViewerContext } from '../ports/context.ts';
import { refuseUnknownFields } from './known-fields.ts';
import type { Caller, RequestContext } from './request-context.ts';

/** What an operation is, whatever it takes and answers. */
interface OperationFacts {
  /** Group and verb: `memory.record`. */
  readonly name: string;
  readonly summary: string;
  /** `delete` cannot be undone; `read` changes nothing a caller would notice. */
  readonly effect: 'read' | 'write' | 'delete';
  /** The effect of a call with this input, where calls differ; `effect` is what most of them do. */
  readonly effectOf?: (input: Readonly<Record<string, unknown>>) => OperationFacts['effect'];
  /** Its group in lists, where that is not the first part of its name. */
  readonly group?: string;
  /** Concerns the whole installation: interfaces on a network ask for the scope `admin`. */
  readonly administers?: boolean;
  /** Concerns all projects of a user: interfaces on a network ask for a token that opens every project. */
  readonly spansProjects?: boolean;
  /** Repeating it with the same input changes nothing more. */
  readonly idempotent?: boolean;
  /** Calls tools, which may change anything outside Engram. */
  readonly actsOutside?: boolean;
}

/** How the library's method differs from one that takes the input: it takes one field of it, or tools besides. */
export interface LibraryShape {
  /** The field that is given instead of an object: `memories.get(id)`. */
  readonly by?: string;
  /** After the input, takes functions to call and a listener for progress. */
  readonly tools?: true;
}

/** One thing Engram can do, with how each interface shows it. Commands, routes, tools and the library derive from this. */
export interface Operation<
  Input = never,
  Result = unknown,
  Shape extends LibraryShape | null = LibraryShape | null,
> extends OperationFacts {
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** Carries it out for an interface, and answers what `output` says. */
  run(request: RequestContext, input: never): Promise<unknown>;
  /** Carries it out for the library. The engine checks the input; an interface passes on what it was given. */
  perform(context: ViewerContext, input: Input, caller: Caller): Promise<Result>;
  readonly library: Shape;
  /** How it looks on the command line; null where it is no command. */
  readonly cli: Presentation | null;
  readonly http: RoutePlace;
  /** What an agent decides by: what the tool does, when to use it, what comes back, how a call looks. Null where agents are not offered it. */
  readonly mcp: string | null;
}

/** What every definition says; the rest is as for any operation, so that a new one works at once. */
interface Definition<Input extends z.ZodObject, Output extends z.ZodType> extends OperationFacts {
  readonly input: Input;
  readonly output: Output;
  readonly cli?: Presentation | null;
  readonly http?: RoutePlace;
  /** A function where the text takes long to write: only interfaces that show it ask for it. */
  readonly mcp?: string | null | (() => string);
}

/** An operation on the records of a viewer. */
interface StoreDefinition<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Result,
  Shape extends LibraryShape | null,
> extends Definition<Input, Output> {
  run(context: ViewerContext, input: z.input<Input>, caller: Caller): Promise<Result>;
  readonly library?: Shape;
}

/** One that interfaces answer in another form than the library. */
interface AnsweringDefinition<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Result,
  Shape extends LibraryShape | null,
> extends StoreDefinition<Input, Output, Result, Shape> {
  answer(result: Result): z.input<Output>;
}

/** One that needs no store: none is opened for it. The library offers it elsewhere, or not at all. */
interface StorelessDefinition<Input extends z.ZodObject, Output extends z.ZodType>
  extends Definition<Input, Output> {
  runWithoutStore(request: RequestContext, input: z.input<Input>): Promise<z.input<Output>>;
}

const asJson: Presentation = { present: (output: unknown) => JSON.stringify(output, null, 2), examples: [] };

/** A list as interfaces answer it: in an object, so that fields can be added later. */
export function asItems<Item>(items: readonly Item[]): { items: readonly Item[] } {
  return { items };
}

type RouteExample = NonNullable<RoutePlace['example']>;

/** The route of an operation, with an input for the reference. */
export function route(place: `${HttpMethod} /${string}`, example: RouteExample): RoutePlace {
  const [method, path] = place.split(' ') as [HttpMethod, string];
  return { method, path, example };
}

/** The route of an operation that creates a record. */
export function createsAt(path: string, example: RouteExample): RoutePlace {
  return { method: 'POST', path, status: 201, example };
}

/** A command that has nothing but the flags of its operation. */
export function command(present: Presenter, ...examples: readonly string[]): Presentation {
  return { present, examples };
}

/**
 * Defines an operation, with the types of its input, answer and output checked against each other.
 *
 * @example
 * defineOperation({
 *   name: 'memory.get',
 *   summary: 'Show one memory',
 *   effect: 'read',
 *   input: byId,
 *   output: memorySchema,
 *   run: (context, { id }) => getMemory(context, context.viewer, id),
 *   library: { by: 'id' },
 *   cli: command(presentMemory, 'engram memory get mem_01…'),
 *   http: route('GET /api/memories/{id}', { id: 'mem_01' }),
 *   mcp: 'Shows one memory in full. Use it when you have its id from a list, a search or a run.',
 * });
 */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: StorelessDefinition<Input, Output>,
): Operation<never, never, null>;
export function defineOperation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Result,
  const Shape extends LibraryShape | null = Record<never, never>,
>(definition: AnsweringDefinition<Input, Output, Result, Shape>): Operation<z.input<Input>, Result, Shape>;
export function defineOperation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Result extends z.input<Output>,
  const Shape extends LibraryShape | null = Record<never, never>,
>(definition: StoreDefinition<Input, Output, Result, Shape>): Operation<z.input<Input>, Result, Shape>;
export function defineOperation(
  definition:
    | StoreDefinition<z.ZodObject, z.ZodType, unknown, LibraryShape | null>
    | AnsweringDefinition<z.ZodObject, z.ZodType, unknown, LibraryShape | null>
    | StorelessDefinition<z.ZodObject, z.ZodType>,
): Operation {
  const { name, summary, effect, input, mcp = summary } = definition;
  const answer = 'answer' in definition ? definition.answer : (result: unknown) => result;
  const perform = (context: ViewerContext, given: never, caller: Caller): Promise<unknown> => {
    // `acting` waits for it, and makes a rejection of whatever it throws.
    const asked = () => {
      if ('runWithoutStore' in definition) throw new EngramError('internal', `"${name}" needs no store.`);
      return definition.run(context, given, caller);
    };
    const actor = { by: context.viewer, operation: name, reason: reasonIn(given), door: caller.door };
    const work = () => acting(context.audit, actor, asked);
    // What is being written when the engine closes is waited for.
    return effect === 'read' ? work() : context.beforeClose(work);
  };
  return {
    cli: asJson,
    http: { method: 'POST', path: `/api/operations/${name}` },
    library: 'runWithoutStore' in definition ? null : {},
    ...definition,
    get mcp() {
      return typeof mcp === 'function' ? mcp() : mcp;
    },
    perform,
    async run(request, given) {
      refuseUnknownFields(name, given, input);
      if ('runWithoutStore' in definition) return definition.runWithoutStore(request, given);
      return answer(await perform(await request.open(), given, request));
    },
  };
}

/** Why somebody wants it done, where an operation asks for that; it is written down with what was done. */
function reasonIn(given: unknown): string | null {
  const { reason } = Object(given) as { readonly reason?: unknown };
  return typeof reason === 'string' ? reason : null;
}

/** A file that defines operations: all it exports is one group of them, in the order people read them. */
export type OperationFile = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** The operations of a file. */
export function operationsIn(file: OperationFile): Operation[] {
  return Object.values(file).flatMap((group) => Object.values(group));
}
