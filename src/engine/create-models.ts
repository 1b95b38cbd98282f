import type { Settings } from '../config/settings.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import { type ModelChoice, openModel } from '../providers/models/open-model.ts';

/** One opened model for each name that is asked for. */
export function createModels(
  choice: ModelChoice,
  settings: Settings,
  closed: AbortSignal,
): (name?: string | null) => LanguageModel | null {
  const opened = new Map<string | null, LanguageModel | null>();
  return (name = null) => {
    const known = opened.get(name);
    if (known !== undefined) return known;
    const model = openModel(choice, { closed, name, limits: settings.model });
    opened.set(name, model);
    return model;
  };
}
