import { redactText } from './redact.ts';

/**
 * The path of the first name in a value that holds a secret. A record is found by its names and ids, so they cannot be
 * replaced by a placeholder. What is left to find here is what the definition of the record does not redact.
 *
 * @param opaque paths that are not examined: what lies there was made by Engram.
 * @example secretNameIn({ scope: { agent: 'ghp_…' } }) // 'scope.agent'
 */
export function secretNameIn(value: object, opaque: readonly string[] = [], parent = ''): string | undefined {
  for (const [key, item] of Object.entries(value)) {
    if (opaque.length > 0 && opaque.includes(parent === '' ? key : `${parent}.${key}`)) continue;
    if (holdsSecret(key)) return '(a name)';
    const found = typeof item === 'string' ? secretName(key, item) : nameBelow(key, item, opaque, parent);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is written most often and can be large. Its definition redacts it, and looking again would cost as much. */
const looked: ReadonlySet<string> = new Set([
  ...['step.arguments', 'step.result', 'step.captured', 'run.inputs', 'memory.content'],
  ...['workflow.input', 'workflow.output', 'checkpoint.input', 'checkpoint.result'],
]);

function nameBelow(
  key: string,
  item: unknown,
  opaque: readonly string[],
  parent: string,
): string | undefined {
  if (typeof item !== 'object' || item === null || ArrayBuffer.isView(item)) return undefined;
  if (looked.has(`${parent}.${key}`)) return undefined;
  const found = secretNameIn(item, opaque, key);
  return found === undefined ? undefined : `${key}.${found}`;
}

function secretName(key: string, name: string): string | undefined {
  return holdsSecret(name) ? key : undefined;
}

// Owners, runs, tools and fields are named again and again.
const clean = new Set<string>();
const cacheLimit = 2000;
// No token is shorter; what is longer than any name is a text.
const shortest = 12;
const longest = 200;

/**
 * Ids that Engram makes, by their prefixes, because vendors write their keys alike; and the names of its own jobs and commands: plain
 * words with hyphens. Neither needs the rules.
 */
const harmless =
  /^(?:(?:run|step|ses|msg|mem|tpl|tok|les|job|wfl|rec)_[0-9A-HJKMNP-TV-Z]{26}|[a-z]{2,11}(?:-[a-z]{2,11}){1,3})$/;

function holdsSecret(name: string): boolean {
  if (name.length < shortest || name.length > longest || clean.has(name) || harmless.test(name)) return false;
  if (redactText(name) !== name) return true;
  if (clean.size >= cacheLimit) clean.clear();
  clean.add(name);
  return false;
}
