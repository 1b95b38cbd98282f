import type { LoadedSettings } from '../config/load-settings.ts';
import type { Jobs } from '../engine.ts';
import type { Tools } from '../ports/run-handle.ts';
import type { RunTemplateOptions, View } from '../view.ts';
import type { Diagnosis } from './diagnose.ts';

/** What an interface offers to an operation. The store is opened only by the operations that need it. */
export interface Desk {
  view(): Promise<View>;
  settings(): Promise<LoadedSettings>;
  diagnose(): Promise<Diagnosis>;
  jobs(): Promise<Jobs>;
  /** The caller's own functions, where the interface can have any; configured MCP servers are there besides. */
  tools(): Promise<Tools>;
  /** Who hears how a long run goes on, and who may end it. */
  watching?(): RunTemplateOptions;
}
