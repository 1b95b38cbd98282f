import type { LoadedSettings } from '../config/load-settings.ts';
import { withOwnFiguresOnly } from '../engine/own-figures.ts';
import type { Engine, Jobs } from '../engine.ts';
import type { ViewerContext } from '../ports/context.ts';
import type { Tools } from '../ports/run-handle.ts';
import type { Door } from '../records/door.ts';
import type { RunTemplateOptions } from '../run/agent-setup.ts';
import type { Diagnosis } from './outputs.ts';

/** What a caller lends to an operation that calls tools. */
export interface Caller {
  /** The caller's own functions, where the interface can have any; configured MCP servers are there besides. */
  tools(): Promise<Tools>;
  /** The listener for the progress of a long run, and the signal that ends it. */
  watching?(): RunTemplateOptions;
  /** How the request came. The interface says so, and never who calls it. */
  readonly door: Door;
  /** The caller is a language model, whose words are nobody's statement. */
  readonly isModel?: boolean;
  /** The caller may not raise trust, where that is known only once the work has begun. */
  readonly lacksTrust?: boolean;
}

/** What an operation may ask of the installation without opening its store. */
export interface Installation extends Omit<Caller, 'door'> {
  settings(): Promise<LoadedSettings>;
  diagnose(): Promise<Diagnosis>;
}

/** What an interface offers to an operation for one request. The store is opened only by the operations that need it. */
export interface RequestContext extends Installation, Caller {
  open(): Promise<ViewerContext>;
  jobs(): Promise<Jobs>;
}

/** Who asks a server for something. */
export interface Asking {
  /** What operations of their viewer work with; it is made once for each request. */
  readonly context: ViewerContext;
  /** Whether they may see what concerns the whole installation. */
  readonly administers: boolean;
  /** Whether the tools of the server are not theirs to use. */
  readonly lacksTools?: boolean;
  readonly lacksTrust?: boolean;
  /** On the dashboard of this machine, or by what a token allows. */
  readonly door: Extract<Door, 'page' | 'scope'>;
}

/** What an operation of somebody at a server works with. */
export function contextOf({ context, administers }: Asking): ViewerContext {
  return administers ? context : withOwnFiguresOnly(context);
}

/** The request of somebody at a server. */
export function requestFor(engine: Engine, installation: Installation, asking: Asking): RequestContext {
  const { lacksTools = false, lacksTrust = false } = asking;
  return {
    ...installation,
    ...(lacksTools && { tools: async () => ({}) }),
    lacksTrust,
    door: asking.door,
    open: async () => contextOf(asking),
    jobs: async () => engine.jobs,
  };
}
