import { loadSettings } from '../../src/config/load-settings.ts';
import type { Surroundings } from '../../src/config/sources.ts';
import type { Engram, View } from '../../src/index.ts';
import { diagnose } from '../../src/operations/diagnose.ts';
import { type RequestContext, requestFor } from '../../src/operations/request-context.ts';

/** What an interface offers to operations of one viewer, without functions of the caller's own. */
export function requestOf(
  engram: Engram,
  { viewer }: Pick<View, 'viewer'>,
  surroundings: Surroundings,
): RequestContext {
  const settings = () => loadSettings({ name: 'options', values: {} }, surroundings);
  const installation = {
    settings,
    diagnose: () =>
      diagnose({
        nodeVersion: process.version,
        engramVersion: '0.0.0-test',
        loadSettings: settings,
        openStore: async () => engram,
      }),
    tools: async () => ({}),
  };
  return requestFor(engram, installation, {
    context: engram.contextFor(viewer),
    administers: true,
    door: 'scope',
  });
}
