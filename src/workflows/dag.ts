import { EngramError } from '../errors.ts';
import type { Json } from '../json/json.ts';
import type { DagTask, Flow } from '../ports/workflow-definition.ts';

type Tasks = Readonly<Record<string, DagTask>>;

/**
 * Does tasks as soon as those they need are done. Each is a step under its own name, so it does not matter in which order they
 * come back. When one fails, nothing new is begun, what goes on comes to its end, and its error is thrown.
 */
export async function runDag(
  key: string,
  tasks: Tasks,
  step: Flow['step'],
  { concurrency = Number.POSITIVE_INFINITY }: { readonly concurrency?: number } = {},
): Promise<Readonly<Record<string, Json>>> {
  refuseBadGraph(key, tasks);
  const results: Record<string, Json> = {};
  const waiting = new Map(Object.entries(tasks));
  const going = new Map<string, Promise<void>>();
  const failures: unknown[] = [];

  async function doTask(name: string, { needs = [], run, ...options }: DagTask): Promise<void> {
    const given = Object.fromEntries(needs.map((need) => [need, results[need] ?? null]));
    try {
      results[name] = await step(`${key}/${name}`, (context) => run(given, context), options);
    } catch (error) {
      failures.push(error);
    }
    going.delete(name);
  }

  function beginWhatIsReady(): void {
    for (const [name, task] of waiting) {
      if (failures.length > 0 || going.size >= concurrency) return;
      if (!(task.needs ?? []).every((need) => need in results)) continue;
      waiting.delete(name);
      going.set(name, doTask(name, task));
    }
  }

  for (beginWhatIsReady(); going.size > 0; beginWhatIsReady()) await Promise.race(going.values());
  if (failures.length > 0) throw failures[0];
  return results;
}

function refuseBadGraph(key: string, tasks: Tasks): void {
  for (const [name, { needs = [] }] of Object.entries(tasks)) {
    const unknown = needs.find((need) => !Object.hasOwn(tasks, need));
    if (unknown !== undefined) throw invalid(`"${name}" in "${key}" needs "${unknown}", which is not there.`);
  }
  const cycle = findCycle((name) => tasks[name]?.needs ?? [], Object.keys(tasks));
  if (cycle !== undefined) throw invalid(`Tasks in "${key}" wait for each other: ${cycle.join(' → ')}.`);
}

/**
 * The first cycle among named things, from its first name back to it; undefined when there is none.
 *
 * @example
 * findCycle((name) => ({ a: ['b'], b: ['a'] })[name] ?? [], ['a', 'b']); // ['a', 'b', 'a']
 */
export function findCycle(
  needsOf: (name: string) => readonly string[],
  names: readonly string[],
): readonly string[] | undefined {
  const clear = new Set<string>();
  function visit(name: string, path: readonly string[]): readonly string[] | undefined {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (clear.has(name)) return undefined;
    for (const need of needsOf(name)) {
      const cycle = visit(need, [...path, name]);
      if (cycle !== undefined) return cycle;
    }
    clear.add(name);
    return undefined;
  }
  for (const name of names) {
    const cycle = visit(name, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

function invalid(message: string): EngramError {
  return new EngramError('invalid_input', message);
}
