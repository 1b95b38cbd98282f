import { loadRun } from '../engine/stages.ts';
import type { CarryOut } from '../interfaces/cli/call.ts';
import type { Template } from '../records/template.ts';

/** Adds the plan in words to a template that is printed for a person. */
export const inWords: CarryOut = async ({ asJson }, perform) => {
  if (asJson) return undefined;
  const { withExplanation } = await loadRun();
  return withExplanation((await perform()) as Template);
};
