import { loadRun } from '../engine/stages.ts';
import type { CarryOut } from '../interfaces/cli/call.ts';
import type { Template } from '../records/template.ts';

/** Somebody reads what is printed here: so the plan is said in words too. */
export const inWords: CarryOut = async ({ asJson }, perform) => {
  if (asJson) return undefined;
  const { withExplanation } = await loadRun();
  return withExplanation((await perform()) as Template);
};
