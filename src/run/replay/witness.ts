import { canonicalJson, type Json, type JsonObject } from '../../json/json.ts';
import { leavesOf as leavesIn, structured } from '../../json/path.ts';
import type { PlanStep } from '../../records/plan.ts';

/** Whether a change without an answer was made, as far as a look can tell. */
export type WitnessVerdict = 'made' | 'not made' | 'unclear';

/** A look that answers differently before and after a change, and so shows whether the change was made. */
export interface Witness {
  /** Index of the look before the change. */
  readonly look: number;
  /** Index of the call whose answer shows the state after the change: the same look made again, or the change itself. */
  readonly afterwards: number;
}

/**
 * Finds a look that can show whether a change was made: one that was made before and again after it, with no other change in
 * between, and gave another answer in every recorded run; or one that shares places with the change's own answer, where
 * that has other values.
 */
export function findWitness(plan: readonly PlanStep[], change: number): Witness | undefined {
  const isWrite = (index: number): boolean => plan[index]?.effect === 'write';
  const before = plan.flatMap((_, index) => (index < change && !isWrite(index) ? [index] : []));
  for (const look of before.toReversed()) {
    const noChangeSince = plan.slice(look, change).every((_, offset) => !isWrite(look + offset));
    if (!noChangeSince) break;
    const again = plan.findIndex((step, index) => index > change && isSameQuestion(step, plan[look]));
    const isAlone =
      again > change && plan.slice(change + 1, again).every((_, offset) => !isWrite(change + 1 + offset));
    for (const afterwards of [...(isAlone ? [again] : []), change]) {
      const witness = { look, afterwards };
      if (signsOf(plan, change, witness).length > 0) return witness;
    }
  }
  return undefined;
}

function isSameQuestion(step: PlanStep, other: PlanStep | undefined): boolean {
  return step.tool === other?.tool && sameBinding(step.arguments, other.arguments);
}

/** Compares as JSON, so that an undefined member equals an absent one. */
function sameBinding(left: PlanStep['arguments'], right: PlanStep['arguments']): boolean {
  const [one, other] = [left, right].map((binding) => JSON.parse(JSON.stringify(binding)) as Json);
  return canonicalJson(one ?? null) === canonicalJson(other ?? null);
}

/** Something that was one way before the change and another way after it, in every recorded run. */
type Sign =
  /** A word or a switch at a place, always the same afterwards. */
  | { readonly kind: 'state'; readonly path: string; readonly after: Json }
  /** A value of the change that the answer mentions only afterwards. */
  | { readonly kind: 'mention'; readonly argument: string };

function signsOf(plan: readonly PlanStep[], change: number, { look, afterwards }: Witness): readonly Sign[] {
  const runs = plan[change]?.observed.length ?? 0;
  const answerOf = (index: number, run: number): Json =>
    structured(plan[index]?.observed[run]?.result ?? null);
  const perRun = Array.from({ length: runs }, (_, run): readonly Sign[] => {
    const [before, after] = [answerOf(look, run), answerOf(afterwards, run)];
    const isOwnAnswer = afterwards === change;
    const mentions = isOwnAnswer
      ? []
      : textsIn(plan[change]?.observed[run]?.arguments ?? {}).flatMap(({ path, text }): Sign[] =>
          !mentionsIn(before, text) && mentionsIn(after, text) ? [{ kind: 'mention', argument: path }] : [],
        );
    return [...statesThatChanged(before, after), ...mentions];
  });
  const [first = [], ...others] = perRun;
  return first.filter((sign) =>
    others.every((signs) => signs.some((other) => canonicalJson(other) === canonicalJson(sign))),
  );
}

/** Words and switches that both answers have at the same place, with another value. Numbers change by themselves. */
function statesThatChanged(before: Json, after: Json): readonly Sign[] {
  const known = new Map(leavesOf(before).map(({ path, value }) => [path, value]));
  return leavesOf(after).flatMap(({ path, value }): Sign[] => {
    const isState =
      typeof value === 'boolean' || (typeof value === 'string' && /^[^\d\s]{1,40}$/.test(value));
    const was = known.get(path);
    return isState && was !== undefined && was !== value ? [{ kind: 'state', path, after: value }] : [];
  });
}

/** Whether a change with these arguments was made, by what the look answered before and answers now. */
export function judge(
  plan: readonly PlanStep[],
  change: { readonly index: number; readonly arguments: JsonObject },
  witness: Witness,
  { before, now }: { readonly before: Json; readonly now: Json },
): WitnessVerdict {
  const [was, is] = [structured(before), structured(now)];
  const isThere = signsOf(plan, change.index, witness).map((sign): boolean | undefined => {
    if (sign.kind === 'state') {
      const leaf = valueAt(is, sign.path);
      if (valueAt(was, sign.path) === sign.after) return undefined;
      return leaf === sign.after ? true : leaf === valueAt(was, sign.path) ? false : undefined;
    }
    const text = textsIn(change.arguments).find(({ path }) => path === sign.argument)?.text;
    if (text === undefined || mentionsIn(was, text)) return undefined;
    return mentionsIn(is, text);
  });
  const told = isThere.filter((sign) => sign !== undefined);
  if (told.length === 0) return 'unclear';
  if (told.every((sign) => sign)) return 'made';
  return told.some((sign) => sign) ? 'unclear' : 'not made';
}

/** Leaves, with their paths as text. */
const leavesOf = (value: Json): readonly { readonly path: string; readonly value: Json }[] =>
  leavesIn(value).map((leaf) => ({ path: JSON.stringify(leaf.path), value: leaf.value }));

const valueAt = (value: Json, path: string): Json | undefined =>
  leavesOf(value).find((leaf) => leaf.path === path)?.value;

/** Texts of arguments that are long enough to be recognised: short ones occur everywhere. */
function textsIn(value: Json): readonly { readonly path: string; readonly text: string }[] {
  return leavesOf(value).flatMap(({ path, value: leaf }) =>
    typeof leaf === 'string' && leaf.length >= 3 ? [{ path, text: leaf }] : [],
  );
}

function mentionsIn(value: Json, text: string): boolean {
  return leavesOf(value).some(({ value: leaf }) => typeof leaf === 'string' && leaf.includes(text));
}
