import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { leavesOf } from '../../json/path.ts';
import type { ToolDescription } from '../../ports/tool-runtime.ts';

/** A call that was made earlier in the same run. */
export interface DoneCall {
  readonly tool: string;
  /** As the tool got them: a secret that is concealed here is not recognised. */
  readonly arguments: JsonObject;
  readonly result: Json;
  /** Whether it only looked; without it, it may have changed something. */
  readonly effect?: 'read' | 'write';
  /** Set when it was made and it is not known whether it took effect. */
  readonly uncertain?: true;
}

/** What a model is told instead of making such a call again. */
export interface EarlierAnswer {
  readonly result: Json;
  readonly failed: boolean;
}

type Describe = (tool: string) => ToolDescription | undefined;

/**
 * Finds calls that were already made: the same tool under whichever of its names, and the same arguments in whatever order
 * they are written. An argument that is left out equals its default in the tool's schema, and an empty one.
 *
 * A change is also recognised in other words: when all that it names is the same, and only prose differs. One that may
 * have been made is recognised as soon as it is about the same thing, whatever else it says.
 *
 * @example
 * const earlier = doneCalls([{ tool: 'cancel', arguments: { id: 7 }, result: 'cancelled' }], () => undefined);
 * earlier('cancel', { id: 7 }); // { failed: false, result: { note: '…', result: 'cancelled' } }
 */
export function doneCalls(
  done: readonly DoneCall[],
  describe: Describe,
): (tool: string, toolArguments: JsonObject) => EarlierAnswer | undefined {
  const nameOf = (tool: string): string => describe(tool)?.alias ?? tool;
  const known = done.map((call) => ({
    call,
    name: nameOf(call.tool),
    whole: inFull(call.arguments, describe(call.tool)),
  }));
  return (tool, toolArguments) => {
    const whole = inFull(toolArguments, describe(tool));
    const ofTool = known.filter(({ name }) => name === nameOf(tool));
    const same = ofTool.find((other) => canonicalJson(other.whole) === canonicalJson(whole));
    if (same !== undefined) return earlierAnswer(same.call);
    const alike = ofTool.find(
      ({ call, whole: other }) => call.effect !== 'read' && isSameChange(call, other, whole),
    );
    return alike === undefined ? undefined : inOtherWords(alike.call);
  };
}

function isSameChange({ uncertain }: DoneCall, made: JsonObject, asked: JsonObject): boolean {
  const isTold = uncertain === true ? isIdentifier : isName;
  const [before, now] = [leavesWhere(made, isTold), leavesWhere(asked, isTold)];
  return before.length > 0 && canonicalJson(before) === canonicalJson(now);
}

/** What identifies one thing among others: a word with a digit in it. */
function isIdentifier(value: Json): boolean {
  return isName(value) && typeof value === 'string' && /\d/.test(value);
}

/** Everything but prose, which can be worded in many ways. */
function isName(value: Json): boolean {
  return typeof value !== 'string' || !/\s/.test(value.trim());
}

function leavesWhere(value: JsonObject, isTold: (leaf: Json) => boolean): Json[] {
  return leavesOf(value)
    .filter((leaf) => isTold(leaf.value))
    .map(({ path, value: leaf }) => [path, typeof leaf === 'string' ? leaf.trim().toLowerCase() : leaf])
    .sort((left, right) => (canonicalJson(left as Json) < canonicalJson(right as Json) ? -1 : 1)) as Json[];
}

const notKnown =
  'This call was made earlier in this run, and it is not known whether it took effect. It is not made again. Find out by looking, and go on from there.';

function earlierAnswer({ result, uncertain }: DoneCall): EarlierAnswer {
  if (uncertain === true) return { failed: true, result: notKnown };
  const note = 'This call was already made in this run. It was not made again; this is what it answered.';
  return { failed: false, result: { note, result } };
}

function inOtherWords({ arguments: made, result, uncertain }: DoneCall): EarlierAnswer {
  if (uncertain === true) return { failed: true, result: { note: notKnown, arguments: made } };
  const note =
    'The same change was already made in this run, in other words. It was not made again; these were its arguments and its answer.';
  return { failed: false, result: { note, arguments: made, result } };
}

/** The arguments with the schema's defaults, and without empty ones. */
function inFull(toolArguments: JsonObject, tool: ToolDescription | undefined): JsonObject {
  const schema = tool?.inputSchema ?? null;
  const properties = Object.entries(isJsonObject(schema?.['properties']) ? schema['properties'] : {});
  const defaults = properties.flatMap(([name, property]) =>
    isJsonObject(property) && property['default'] !== undefined ? [[name, property['default']]] : [],
  );
  const whole: JsonObject = { ...Object.fromEntries(defaults), ...toolArguments };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: Json): boolean {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
