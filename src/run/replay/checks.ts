import { EngramError, phrase } from '../../errors.ts';
import { type JsonObject, sameJson } from '../../json/json.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import type { Template } from '../../records/template.ts';
import { isDate } from '../../templates/observation/labels.ts';
import { parametersOf } from '../../templates/plan/binding-sources.ts';
import type { Unbound } from '../../templates/plan/resolve.ts';
import { findGoneCheck } from './declared-check.ts';
import { effectOf } from './effect.ts';
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
 * An input that was given another value, and that neither the plan nor any recorded answer mentions: what it changes about
 * the work cannot be told. A number or a date is compared with what is answered.
 */
export function findUnusedChange(
  { plan, parameters }: Pick<Template, 'plan' | 'parameters'>,
  values: JsonObject,
): { readonly index: number; readonly why: Unbound } | undefined {
  const used = new Set(plan.flatMap((step) => [...parametersOf(step.arguments)]));
  for (const { name, source, example, seen } of parameters) {
    const value = values[name] ?? null;
    if (source !== 'input' || used.has(name) || typeof value === 'number' || isDate(value)) continue;
    if ([example, ...seen].some((known) => sameJson(known, value))) continue;
    const isAnswered = plan.some(({ observed }) =>
      observed.some(({ result }) =>
        JSON.stringify(result).includes(JSON.stringify(String(example)).slice(1, -1)),
      ),
    );
    if (isAnswered) continue;
    const reason = `Nothing in the plan uses "${name}", so what another value changes about the work is not known; nothing was called`;
    return { index: 0, why: { reason, expected: JSON.stringify(example), found: JSON.stringify(value) } };
  }
  return undefined;
}

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
