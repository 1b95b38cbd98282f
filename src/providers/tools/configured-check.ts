import { isArgumentPath, type ToolCheckSettings } from '../../config/template-settings.ts';
import { EngramError } from '../../errors.ts';
import { isJsonObject, type Json, type JsonObject, sameJson } from '../../json/json.ts';
import { structured, valuesAt } from '../../json/path.ts';
import type { ToolCheck } from '../../ports/tool-check.ts';
import type { ToolDescription, ToolRuntime } from '../../ports/tool-runtime.ts';
import { effectSaid } from '../../records/tool-effect.ts';
import { globMatcher } from '../../text/glob.ts';

/** What one look found: for each path all values it leads to, none where it leads nowhere. */
type FoundValues = { readonly look: string; readonly found: Readonly<Record<string, Json[]>> };

/** The checks of the settings for a tool, by its names; empty when there are none. */
export function configuredChecks(
  checks: readonly ToolCheckSettings[],
): (names: readonly (string | undefined)[]) => readonly ToolCheckSettings[] {
  const matched = checks.map((check) => ({ check, matches: globMatcher(check.tool) }));
  return (names) =>
    matched.flatMap(({ check, matches }) =>
      names.some((name) => name !== undefined && matches(name)) ? [check] : [],
    );
}

/**
 * A check as the settings say it, in the form that a tool may carry itself: it captures what looks answer at the named places, and
 * compares each place.
 *
 * @example
 * configuredCheck([{ tool: 'cancel_order', look: 'get_order', arguments: { id: '$.order_id' }, equal: ['$.status'] }], tools);
 */
export function configuredCheck(
  checks: readonly ToolCheckSettings[],
  runtime: Pick<ToolRuntime, 'call'>,
): ToolCheck {
  return {
    async capture(toolArguments: JsonObject, { signal }): Promise<FoundValues[]> {
      const looks = checks.map(async ({ look, arguments: given, equal }): Promise<FoundValues> => {
        const question = Object.fromEntries(
          Object.entries(given).map(([name, value]) => [name, argumentOf(value, toolArguments)]),
        );
        const answer = structured(await runtime.call(look, question, { signal }));
        return { look, found: foundIn(look, answer, equal) };
      });
      return Promise.all(looks);
    },
    compare: (recorded: Json, now: FoundValues[]) => compareFound(recorded, now),
  };
}

/** What stands at the named places. An answer that has none of them says nothing, and a mistyped path must not pass for a check. */
function foundIn(look: string, answer: Json, paths: readonly string[]): FoundValues['found'] {
  const found = paths.map((path): [string, Json[]] => [path, valuesAt(answer, path)]);
  const isNowhere = found.every(([path, values]) => values.length === 0 && !path.includes('[*]'));
  if (isNowhere)
    throw new EngramError('not_found', `The answer of "${look}" has nothing at ${paths.join(', ')}.`);
  return Object.fromEntries(found);
}

/** A constant, or what stands at a place of the call's arguments. */
function argumentOf(value: Json, toolArguments: JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => argumentOf(item, toolArguments));
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, argumentOf(member, toolArguments)]),
    );
  if (typeof value !== 'string' || !isArgumentPath(value)) return value;
  const [found, ...others] = valuesAt(toolArguments, value);
  if (found !== undefined && others.length === 0) return found;
  const count = found === undefined ? 'nothing' : 'several values';
  throw new EngramError('config_invalid', `The arguments of the call have ${count} at ${value}.`, {
    details: { path: value },
  });
}

function compareFound(recorded: Json, now: readonly FoundValues[]): boolean | string {
  const before = isFoundList(recorded) ? recorded : [];
  const questions = (all: readonly FoundValues[]): Json =>
    all.map(({ look, found }) => [look, ...Object.keys(found).sort()]);
  // A check that looks at less than before would be weaker than what was approved.
  if (!sameJson(questions(before), questions(now)))
    return 'the settings (tools.checks) look at something else than when it was recorded';
  const changed = now.flatMap(({ look, found }, index) =>
    Object.entries(found).flatMap(([path, values]) => {
      const was = before[index]?.found[path] ?? [];
      return sameJson(was, values)
        ? []
        : [`${path} of ${look} was ${valuesText(was)} and is ${valuesText(values)}`];
    }),
  );
  return changed.length === 0 || changed.join('; ');
}

function isFoundList(recorded: Json): recorded is FoundValues[] {
  return (
    Array.isArray(recorded) &&
    recorded.every(
      (one) => isJsonObject(one) && typeof one['look'] === 'string' && isJsonObject(one['found']),
    )
  );
}

const valuesText = (values: readonly Json[]): string =>
  values.length === 0
    ? 'nothing'
    : values
        .map((value) => JSON.stringify(value))
        .join(', ')
        .slice(0, 200);

/**
 * Refuses checks that could not be carried out, or that would change something.
 *
 * @throws EngramError `config_invalid`, with what to change.
 */
export function refuseBadChecks(
  checks: readonly ToolCheckSettings[],
  tools: Pick<ToolRuntime, 'names' | 'has'>,
  describe: (tool: string) => ToolDescription | undefined,
): void {
  for (const { tool, look } of checks) {
    const checked = tools.names().filter(globMatcher(tool));
    const [name] = checked;
    // What is not there is not called, so nothing has to be checked.
    if (name === undefined) continue;
    const refuse = (why: string): EngramError =>
      new EngramError('config_invalid', `The check of "${name}" in tools.checks ${why}`, {
        details: { setting: 'tools.checks', tool: name, look },
      });
    if (!tools.has(look))
      throw refuse(`looks with "${look}", which is not among the tools: ${tools.names().join(', ')}.`);
    if (effectSaid(describe(look)?.annotations ?? {}) !== 'read')
      throw refuse(
        `looks with "${look}", which is not known to only read. If it changes nothing, add "${look}" to tools.readOnly.`,
      );
    const own = checked.find((other) => describe(other)?.check !== undefined);
    if (own !== undefined)
      throw refuse(`is for a tool that the program gives a check of its own ("${own}"): remove one of them.`);
  }
}
