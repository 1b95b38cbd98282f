import { isJsonObject, type Json } from '../../model/json.ts';
import { structured } from '../../model/path.ts';
import type { PlanStep } from '../../model/plan.ts';
import { shortened, type Unbound } from '../../model/resolve.ts';
import type { Example } from '../../model/template.ts';

/** A failure that a result tells of, and where it does. */
interface SaidError {
  /** The member that says so; null for a text. */
  readonly member: string | null;
  readonly said: string;
}

/**
 * A failure inside an answer that looks like a success. What was recorded has the last word: a member that was a text
 * called `error` all along is none, nor is a state that the plan expects.
 */
export function findSaidError(
  step: Pick<PlanStep, 'tool' | 'expects' | 'holds'>,
  examples: readonly Example[],
  result: Json,
): Unbound | undefined {
  const error = errorIn(result);
  if (error === undefined || isExpected(step, error)) return undefined;
  const wasSoBefore = examples.some(
    ({ tool, result: recorded }) =>
      tool === step.tool && errorIn(structured(recorded))?.member === error.member,
  );
  if (wasSoBefore) return undefined;
  return {
    reason: 'The tool answered, and its answer says that it failed',
    expected: 'a result',
    found: shortened(error.said),
  };
}

function errorIn(value: Json): SaidError | undefined {
  if (typeof value === 'string')
    return /^\s*(?:error|traceback)\b/i.test(value) ? { member: null, said: value } : undefined;
  if (!isJsonObject(value)) return undefined;
  const member = Object.keys(value).find((name) => signs[name]?.(value[name] ?? null) === true);
  return member === undefined ? undefined : { member, said: JSON.stringify(value) };
}

const says =
  (expected: Json) =>
  (value: Json): boolean =>
    value === expected;
const saysSomething = (value: Json): boolean =>
  value !== null && typeof value === 'object' ? Object.keys(value).length > 0 : Boolean(value);

/** Members that tell of a failure, and what they say then. */
const signs: Readonly<Record<string, (value: Json) => boolean>> = Object.assign(Object.create(null), {
  error: saysSomething,
  errors: saysSomething,
  isError: says(true),
  is_error: says(true),
  success: says(false),
  ok: says(false),
  status: says('error'),
});

/** A member that held a value of some kind when this was recorded is no news; null says nothing about its kind. */
function isExpected({ expects, holds }: Pick<PlanStep, 'expects' | 'holds'>, { member }: SaidError): boolean {
  if (member === null) return false;
  if (holds.some(({ path }) => path === `$.${member}`)) return true;
  if (!member.startsWith('error') || expects.type !== 'object' || !Object.hasOwn(expects.members, member))
    return false;
  const shape = expects.members[member];
  if (shape?.type === 'list') return shape.items.type !== 'any';
  return shape !== undefined && shape.type !== 'any' && shape.type !== 'boolean';
}
