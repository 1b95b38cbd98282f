import { loadSettings } from '../../src/config/load-settings.ts';
import type { Surroundings } from '../../src/config/sources.ts';
import type { Engram, View } from '../../src/index.ts';
import type { Desk } from '../../src/operations/desk.ts';
import { diagnose } from '../../src/operations/diagnose.ts';

/** What a door offers to operations: one viewer's engine, and no functions of the caller's. */
export function deskOf(engram: Engram, view: View, surroundings: Surroundings): Desk {
  const settings = () => loadSettings({ name: 'options', values: {} }, surroundings);
  return {
    view: async () => view,
    settings,
    diagnose: () =>
      diagnose({
        nodeVersion: process.version,
        engramVersion: '0.0.0-test',
        loadSettings: settings,
        openStore: async () => engram,
      }),
    jobs: async () => engram.jobs,
    tools: async () => ({}),
  };
}
