import { globMatcher } from '../model/glob.ts';
import type { Settings } from '../model/settings.ts';
import type { DeclaredEffect } from './plan/effect.ts';

/** What the settings say about tools: those that only look, and those that change something, which counts more. */
export function declaredEffects({
  readOnly,
  writes,
}: Pick<Settings['tools'], 'readOnly' | 'writes'>): (tool: string) => DeclaredEffect | undefined {
  const changing = writes.map(globMatcher);
  const looking = readOnly.map(globMatcher);
  return (tool) => {
    if (changing.some((matches) => matches(tool))) return { readOnly: false };
    return looking.some((matches) => matches(tool)) ? { readOnly: true } : undefined;
  };
}
