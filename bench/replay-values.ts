import type { Json, JsonObject } from '../src/json/json.ts';
import { formatPath, leavesOf } from '../src/json/path.ts';
import type { Template } from '../src/records/template.ts';
import type { Trial, TrialStep } from './replay-world.ts';

/** Where a parameter stands in the calls of a trial: which call of a tool, at which place, with what around it. */
interface Role {
  readonly tool: string;
  /** 0 for the first call of the tool that worked. */
  readonly number: number;
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly write: boolean;
}

/** The calls of a trial that worked, each with its number among those of its tool. */
function numberedCalls({ steps }: Trial): Array<{ readonly step: TrialStep; readonly number: number }> {
  const counts = new Map<string, number>();
  return steps
    .filter(({ error }) => !error)
    .map((step) => {
      const number = counts.get(step.tool) ?? 0;
      counts.set(step.tool, number + 1);
      return { step, number };
    });
}

/** Everything in the arguments of a call, lists as a whole and item by item. */
function nodesOf(args: JsonObject): Array<{ readonly path: string; readonly value: Json }> {
  const leaves = leavesOf(args).map(({ path, value }) => ({ path: formatPath(path), value }));
  const lists = Object.entries(args).flatMap(([name, value]) =>
    Array.isArray(value) ? [{ path: formatPath([name]), value }] : [],
  );
  return [...leaves, ...lists];
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Every place of a trial's calls that holds a value, changes first: what they name is what the task is about. */
function rolesOf(trial: Trial, value: Json): Role[] {
  const roles = numberedCalls(trial).flatMap(({ step, number }) =>
    nodesOf(step.args).flatMap(({ path, value: node }): Role[] => {
      const [text, sought] = [textOf(node), textOf(value)];
      if (Array.isArray(node) !== Array.isArray(value)) return [];
      const at = text.indexOf(sought);
      if (at === -1 || sought === '') return [];
      const [before, after] = [text.slice(0, at), text.slice(at + sought.length)];
      return [{ tool: step.tool, number, path, before, after, write: step.write }];
    }),
  );
  const isWhole = ({ before, after }: Role): boolean => before === '' && after === '';
  return roles.toSorted(
    (left, right) =>
      Number(isWhole(right)) - Number(isWhole(left)) || Number(right.write) - Number(left.write),
  );
}

/** What another trial has in a role; undefined when it has nothing like it. */
function valueIn(trial: Trial, { tool, number, path, before, after }: Role): Json | undefined {
  const call = numberedCalls(trial).find(({ step, number: other }) => step.tool === tool && other === number);
  const leaf = nodesOf(call?.step.args ?? {}).find((one) => one.path === path)?.value;
  if (leaf === undefined || (before === '' && after === '')) return leaf;
  if (typeof leaf !== 'string' || !leaf.startsWith(before) || !leaf.endsWith(after)) return undefined;
  const inner = leaf.slice(before.length, leaf.length - after.length);
  return inner === '' ? undefined : inner;
}

/**
 * The values of a template's parameters in a trial of another task: each stands where the recorded one stood.
 *
 * @returns undefined when the other trial does not have all of them, so that the template does not fit its task.
 */
export function valuesFor(template: Template, source: Trial, other: Trial): JsonObject | undefined {
  const values: Record<string, Json> = {};
  for (const { name, example } of template.parameters) {
    const value = rolesOf(source, example)
      .map((role) => valueIn(other, role))
      .find((found) => found !== undefined);
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return values;
}

/** Of these values, those that the instruction of a task names: what whoever starts the template knows. */
export function valuesInTask(values: JsonObject, instruction: string): JsonObject {
  const text = instruction.toLowerCase();
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) =>
      [value].flat().every((one) => text.includes(String(one).toLowerCase())),
    ),
  );
}
