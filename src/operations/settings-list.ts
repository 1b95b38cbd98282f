import { settingFacts } from '../config/default-settings.ts';
import type { LoadedSettings } from '../config/load-settings.ts';
import type { Json } from '../json/json.ts';
import { redactAt } from '../text/redact/redact-place.ts';
import { shownUrl } from '../text/shown-url.ts';
import type { SettingsList } from './outputs.ts';

/** Each setting on a line of its own, with the place it came from. */
export function listSettings({ settings, origins, withheld }: LoadedSettings): SettingsList {
  const lines = Object.keys(origins)
    .sort()
    .map((name) => ({ name, value: valueAt(settings, name), from: origins[name] ?? 'default' }));
  return {
    settings: lines,
    notInForce: withheld.map(({ path, settings: names }) => ({ file: path, settings: [...names] })),
  };
}

/** What an MCP server is started with, or sent. The name of a server may have dots in it. */
const ofServers = /^tools\.mcpServers\..+\.(?:env|headers)\./;

function valueAt(settings: object, name: string): Json {
  const value = memberAt(settings, name);
  const holdsSecrets = settingFacts[name]?.secretFor !== undefined || ofServers.test(name);
  if (holdsSecrets && value !== '' && value !== null) return '…';
  // Whatever else is written there, such as a command with a password among its arguments, is judged like a record.
  return redactAt(name, typeof value === 'string' ? shownUrl(value) : ((value ?? null) as Json));
}

/** The value under a name whose parts are joined by dots, and may have dots themselves. */
function memberAt(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, name)) return (value as Record<string, unknown>)[name];
  for (const [key, member] of Object.entries(value)) {
    const found = name.startsWith(`${key}.`) ? memberAt(member, name.slice(key.length + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
