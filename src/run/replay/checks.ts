import { EngramError, phrase } from '../../errors.ts';
import { type Json, type JsonObject, sameJson } from '../../json/json.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import type { Template } from '../../records/template.ts';
import { parametersOf } from '../../templates/plan/binding-sources.ts';
import type { Unbound } from '../../templates/plan/resolve.ts';
import { splitAtSecrets } from '../../templates/plan/secrets.ts';
import { isRedacted } from '../../text/placeholder.ts';
import { findGoneCheck } from './declared-check.ts';
import { effectOf, mayChangeAnything } from './effect.ts';
import type { EarlierCall } from './journal.ts';
import { findSchemaProblem } from './schema-check.ts';

/** Tools that the plan calls and that are not there, in words; undefined when all are. */
export function missingTools(
  { plan }: Pick<Template, 'plan'>,
  tools: ToolRuntime,
): { readonly message: string; readonly missing: readonly string[] } | undefined {
  const missing = [...new Set(plan.map((step) => step.tool))].filter((tool) => !tools.has(tool));
  if (missing.length === 0) return undefined;
  const known = tools.names().length === 0 ? 'none were given' : `given were: ${tools.names().join(', ')}`;
  return { message: `The template calls ${missing.join(', ')}; ${known}.`, missing };
}

/** Refuses a plan whose tools are not all there, before anything is called. */
export function checkTools(template: Pick<Template, 'plan'>, tools: ToolRuntime): void {
  const problem = missingTools(template, tools);
  if (problem === undefined) return;
  throw new EngramError('tool_missing', `${problem.message} Nothing was called.`, {
    details: { missing: problem.missing },
    hint: phrase`Provide them with ${{ tools: problem.missing }}.`,
  });
}

/** The first planned call that its tool would not accept as it is now, or that it has lost its check for. */
export function findChangedTool(
  { plan }: Pick<Template, 'plan'>,
  values: JsonObject,
  tools: ToolRuntime,
  earlier: readonly EarlierCall[] = [],
): { readonly index: number; readonly why: Unbound } | undefined {
  for (const [index, step] of plan.entries()) {
    const schema = tools.describe(step.tool)?.inputSchema ?? null;
    const why = findSchemaProblem(step.tool, schema, step.arguments, values);
    if (why !== undefined) return { index, why };
  }
  return findGoneCheck({ plan }, tools, earlier);
}

/**
 * A parameter that no call uses, and that has a value that no run had: what it should have changed cannot be told, so
 * nothing is written. Of a value that held a secret, what stood around the secret must be as it was.
 */
export function findUnusedChange(
  { plan, parameters }: Pick<Template, 'plan' | 'parameters'>,
  values: JsonObject,
  tools: Pick<ToolRuntime, 'describe'>,
): { readonly index: number; readonly why: Unbound } | undefined {
  if (!mayChangeAnything({ plan }, tools)) return undefined;
  const used = new Set(plan.flatMap((step) => [...parametersOf(step.arguments)]));
  for (const { name, example, seen } of parameters) {
    const value = values[name] ?? null;
    if (used.has(name) || [example, ...seen].some((known) => isAsRecorded(known, value))) continue;
    const reason = `No call of the plan uses "${name}", so what another value changes about the work is not known; nothing was called`;
    return { index: 0, why: { reason, expected: JSON.stringify(example), found: JSON.stringify(value) } };
  }
  return undefined;
}

function isAsRecorded(known: Json, value: Json): boolean {
  if (typeof known !== 'string' || typeof value !== 'string' || !isRedacted(known))
    return sameJson(known, value);
  let at = 0;
  let isBehindSecret = false;
  for (const { text, secret } of splitAtSecrets(known)) {
    if (!secret) {
      const found = isBehindSecret ? value.indexOf(text, at + 1) : value.startsWith(text, at) ? at : -1;
      if (found === -1 || (isBehindSecret && !isOneWord.test(value.slice(at, found)))) return false;
      at = found + text.length;
    }
    isBehindSecret = secret;
  }
  return isBehindSecret ? isOneWord.test(value.slice(at)) : at === value.length;
}

/** What may stand where a secret stood: more words could say anything. */
const isOneWord = /^\S+$/;

/** Why a template is not used any more, in words. */
export function whyRetired({ slug, status, statusReason }: Template): string | undefined {
  if (status !== 'retired') return undefined;
  return `The template "${slug}" is retired: ${statusReason ?? 'no reason was given'}`;
}

/** Plans saved by early versions have no recorded answers to compare with. */
export function lacksObservations({ plan, planEdited }: Template): boolean {
  return !planEdited && plan.length > 0 && plan.every(({ observed }) => observed.length === 0);
}

/**
 * Why a template may not be run, in words: it is retired, or a draft that would change something. A draft that only looks
 * may be tried out.
 */
export function whyNotRunnable(template: Template, tools: ToolRuntime): string | undefined {
  const { slug, status, plan } = template;
  const retired = whyRetired(template);
  if (retired !== undefined) return retired;
  if (lacksObservations(template))
    return `The template "${slug}" was saved by an earlier version of Engram, without what its calls answered, so a replay cannot be checked: save its run again.`;
  if (status !== 'draft') return undefined;
  const write = plan.find((step) => effectOf(step, tools) === 'write');
  if (write === undefined) return undefined;
  return `The template "${slug}" is a draft, and "${write.tool}" may change something: it needs approval first.`;
}
