import type { LoadedSettings } from '../../config/load-settings.ts';
import type { Json } from '../../model/json.ts';

export interface SettingLine {
  readonly name: string;
  readonly value: Json;
  readonly from: string;
}

/** Each setting on a line of its own, with the place it came from. */
export function listSettings({ settings, origins }: LoadedSettings): { settings: SettingLine[] } {
  const lines = Object.keys(origins)
    .sort()
    .map((name) => ({ name, value: valueAt(settings, name), from: origins[name] ?? 'default' }));
  return { settings: lines };
}

function valueAt(settings: object, name: string): Json {
  const value = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], settings);
  // A database URL may carry a password once there are database servers.
  return typeof value === 'string'
    ? value.replace(/(\/\/[^:/@]+):[^@]+@/, '$1:…@')
    : ((value ?? null) as Json);
}
