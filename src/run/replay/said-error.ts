import { isJsonObject, type Json } from '../../model/json.ts';
import { structured } from '../../model/path.ts';
import type { PlanStep } from '../../model/plan.ts';
import { shortened, type Unbound } from '../../model/resolve.ts';

/** A failure that a result tells of, and where it does. */
interface SaidError {
  /** The member that says so; null for a text. */
  readonly member: string | null;
  readonly said: string;
}

/**
 * A failure inside an answer that looks like a success. What was recorded has the last word: a member called `error` that
 * said something all along is none.
 */
export function findSaidError({ observed }: Pick<PlanStep, 'observed'>, result: Json): Unbound | undefined {
  const error = errorIn(result);
  if (error === undefined) return undefined;
  const wasSoBefore = observed.some(
    ({ result: recorded }) => errorIn(structured(recorded))?.member === error.member,
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
