import type { LoadedSettings } from '../../config/load-settings.ts';
import type { Json } from '../../model/json.ts';
import { shownUrl } from '../../model/shown-url.ts';

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

/** Settings that hold credentials. */
const hidden = ['telemetry.headers', 'embedder.apiKey'];

function valueAt(settings: object, name: string): Json {
  const value = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], settings);
  if (hidden.includes(name) && value !== '' && value !== null) return '…';
  return typeof value === 'string' ? shownUrl(value) : ((value ?? null) as Json);
}
