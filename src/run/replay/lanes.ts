import type { Json } from '../../json/json.ts';
import { leavesOf } from '../../json/path.ts';
import type { Binding, Parameter, PlanStep } from '../../records/plan.ts';
import { parametersOf, sourcesOf, stepsOf } from '../../templates/plan/binding-sources.ts';

/** A planned call as far as its place in time goes. */
type TimedStep = Pick<PlanStep, 'arguments' | 'effect' | 'subTask'>;

/**
 * For each call the earlier ones that must have matched before it is made (TPL-9).
 *
 * - Every call waits for the results it uses, and for the call before it in its own part of the task.
 * - A call that may change something waits for everything before it.
 * - A call that looks waits for earlier changes that may concern what it looks at: those that name something it names
 *   too, or whose values come from the same place. One that names nothing looks at everything.
 *
 * So parts that have nothing in common run at the same time, and nothing is read before it was written.
 */
export function waitsOf(plan: readonly TimedStep[], parameters: readonly Parameter[]): readonly number[][] {
  const { uses, subjects } = subjectsOf(plan, parameters);
  const lastOfPart = new Map<string | null, number>();
  return plan.map((step, index) => {
    const used = uses[index] ?? [];
    const subject = subjects[index] ?? new Set();
    const earlierChanges =
      step.effect === 'write'
        ? [...lastOfPart.values()]
        : plan.flatMap((other, at) =>
            at < index && other.effect === 'write' && meet(subject, subjects[at]) ? [at] : [],
          );
    const before = lastOfPart.get(step.subTask);
    lastOfPart.set(step.subTask, index);
    return [...new Set([...used, ...earlierChanges, ...(before === undefined ? [] : [before])])];
  });
}

/**
 * For each call the earlier ones that it depends on, wherever they belong: those whose results it uses, and those that may
 * concern the same thing when one of the two may change it.
 */
export function dependenciesOf(plan: readonly TimedStep[], parameters: readonly Parameter[]): number[][] {
  const { uses, subjects } = subjectsOf(plan, parameters);
  return plan.map((step, index) =>
    plan.slice(0, index).flatMap((other, at) => {
      const mayChange = step.effect === 'write' || other.effect === 'write';
      const isUsed = uses[index]?.includes(at) === true;
      return isUsed || (mayChange && meet(subjects[index] ?? new Set(), subjects[at])) ? [at] : [];
    }),
  );
}

/** The earlier calls that each call uses, and what each is about. */
function subjectsOf(plan: readonly TimedStep[], parameters: readonly Parameter[]) {
  const uses = plan.map((step, index) =>
    usedSteps(step.arguments, parameters).filter((other) => other < index),
  );
  const subjects: Array<ReadonlySet<string>> = [];
  for (const [index, step] of plan.entries()) {
    const used = uses[index] ?? [];
    const inherited = used.flatMap((other) => [`the result of ${other}`, ...(subjects[other] ?? [])]);
    subjects.push(new Set([...namesIn(step.arguments, parameters), ...inherited]));
  }
  return { uses, subjects };
}

/** The calls whose results decide about a call: its arguments, and what they must be present in. */
function usedSteps(binding: Binding, parameters: readonly Parameter[]): number[] {
  const names = parametersOf(binding);
  const collections = parameters.flatMap(({ name, presentIn }) =>
    presentIn !== null && names.has(name) ? [presentIn.step] : [],
  );
  return [...new Set([...stepsOf(binding), ...collections])];
}

/**
 * What a call names: parameters, and texts with a digit in them that are always the same or open. `year: 2024` and
 * `status: "open"` name no one thing, and what is counted there may have been changed by anything.
 */
function namesIn(binding: Binding, parameters: readonly Parameter[]): string[] {
  return sourcesOf(binding).flatMap((source) => {
    if (source.from === 'constant') return namesOf(source.value).map((name) => `constant ${name}`);
    if (source.from !== 'parameter') return [];
    const open = parameters.find(({ name, unseen }) => unseen && name === source.name);
    return open === undefined || namesOf(open.example).length > 0 ? [`parameter ${source.name}`] : [];
  });
}

function namesOf(value: Json): string[] {
  return leavesOf(value).flatMap(({ value: leaf }) =>
    typeof leaf === 'string' && /\d/.test(leaf) ? [JSON.stringify(leaf)] : [],
  );
}

function meet(left: ReadonlySet<string>, right: ReadonlySet<string> | undefined): boolean {
  if (right === undefined || left.size === 0 || right.size === 0) return true;
  for (const name of left) if (right.has(name)) return true;
  return false;
}
