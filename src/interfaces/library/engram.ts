import { type Engine, type EngramOptions, openEngine } from '../../engine.ts';
import type { Viewer } from '../../records/scope.ts';
import type { View } from './view.ts';
import { viewOf } from './view-of.ts';

/** Engram, open. Used directly it acts as the configured agent, or as the project's owner. */
export interface Engram extends View, Engine {
  /** The same engine for one agent of the project. */
  agent(name: string): View;
  /** The same engine for anyone: another user, another project. */
  as(viewer: Partial<Viewer>): View;
}

/** The library on an engine that is open. */
function engramOf(engine: Engine): Engram {
  const { contextFor } = engine;
  const as = (viewer: Partial<Viewer>): View => viewOf(contextFor(viewer));
  return { ...viewOf(contextFor()), ...engine, as, agent: (name) => as({ agent: name }) };
}

/**
 * Opens Engram.
 *
 * @example
 * const engram = await openEngram({ db: 'file:memory.db' });
 * const alice = engram.agent('alice');
 * await alice.memories.record({ kind: 'knowledge', text: 'The staging API needs a VPN' });
 * await engram.close();
 */
export async function openEngram(options: EngramOptions = {}): Promise<Engram> {
  return engramOf(await openEngine(options));
}
