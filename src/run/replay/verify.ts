import { isJsonObject, type JsonObject } from '../../json/json.ts';
import type { RunHandle } from '../../ports/run-handle.ts';
import type { PlanStep } from '../../records/plan.ts';
import { resolveBinding } from '../../templates/plan/resolve.ts';
import { callWithin } from './call-within.ts';
import type { Scene } from './make-call.ts';
import { takeResult } from './take-result.ts';
import { findWitness, judge, type WitnessVerdict } from './witness.ts';

/**
 * Finds out by looking whether a change was made that gave no answer. Only a look that was seen to change with this
 * change in every recorded run can tell.
 */
export async function verifyByLooking(
  scene: Pick<Scene, 'values' | 'results' | 'now' | 'given' | 'tools' | 'limits' | 'conceal'>,
  plan: readonly PlanStep[],
  change: { readonly index: number; readonly arguments: JsonObject },
  run: RunHandle,
): Promise<WitnessVerdict> {
  const witness = findWitness(plan, change.index);
  const look = witness === undefined ? undefined : plan[witness.look];
  const before = witness === undefined ? undefined : scene.results[witness.look];
  if (witness === undefined || look === undefined || before === undefined) return 'unclear';
  const { values, results, tools, limits, conceal } = scene;
  const sources = { parameters: values, results, now: scene.now(), given: scene.given };
  const question = resolveBinding(look.arguments, sources);
  if (!('value' in question) || !isJsonObject(question.value)) return 'unclear';
  const toolArguments = question.value;
  try {
    const answer = await run.call(look.tool, conceal(toolArguments), async () => {
      const result = await callWithin(tools, look.tool, toolArguments, limits);
      const taken = takeResult(result, limits.maxResultBytes);
      return 'refused' in taken ? undefined : taken.value;
    });
    return answer === undefined ? 'unclear' : judge(plan, change, witness, { before, now: answer });
  } catch {
    return 'unclear';
  }
}
