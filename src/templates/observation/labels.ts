import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { isMap } from '../../json/map-like.ts';
import { formatPath, leavesOf, type PathPart } from '../../json/path.ts';

/**
 * A value of a run that has a name: a parameter, an argument of the call at hand, a field of an earlier answer. Two runs
 * that give the same thing different values give it the same name, so that their answers can be compared.
 */
export interface Label {
  readonly name: string;
  readonly value: string | number;
}

/** The named values of one run, as one call sees them. */
export interface Labels {
  /** The name of exactly this value. */
  nameOf(value: Json): string | undefined;
  /** Parameters and arguments, longest text first: these are also looked for inside texts. */
  readonly inTexts: readonly Label[];
  /** The name of a value that the caller or the call itself gave, which tells whose item this is. */
  givenNameOf(value: Json): string | undefined;
  /** Numbers and dates that other numbers and dates may have been compared with. */
  readonly yardsticks: readonly Yardstick[];
}

interface Yardstick extends Label {
  /** Set for a number of the task that an input of the same run is, too: what is that input is not compared with it. */
  readonly isInput?: true;
}

/** What a call of a run knows. */
export interface KnownValues {
  readonly parameters: JsonObject;
  readonly arguments: JsonObject;
  /** The earlier answers of the run, structured. */
  readonly earlier: readonly Json[];
  /** Numbers in the text of the task. */
  readonly taskNumbers: readonly number[];
}

export function labelsOf({ parameters, arguments: given, earlier, taskNumbers }: KnownValues): Labels {
  const parameterLabels = namedLeaves(parameters, 'parameter ');
  const argumentLabels = namedLeaves(given, 'argument ');
  const answerLabels = earlier.flatMap((answer, call) =>
    fixedLeaves(answer)
      // Two whole answers that happen to be the same sentence name nothing.
      .filter(({ path, value }) => isTelling(value) && (path !== '$' || !/\s/.test(String(value))))
      .map(({ path, value }) => ({ name: `call ${call + 1} ${path}`, value })),
  );
  const givenNames = nameByValue([...parameterLabels, ...argumentLabels]);
  const names = nameByValue([...parameterLabels, ...argumentLabels, ...answerLabels]);
  return {
    nameOf: (value) => names.get(value),
    givenNameOf: (value) => givenNames.get(value),
    inTexts: [...parameterLabels, ...argumentLabels]
      .filter(({ value }) => isTelling(value))
      .toSorted((left, right) => String(right.value).length - String(left.value).length),
    yardsticks: [
      ...parameterLabels.filter(({ value }) => typeof value === 'number' || isDate(value)),
      ...taskNumbers.map((value) => ({
        name: `${value} of the task`,
        value,
        ...(parameterLabels.some((label) => String(label.value) === String(value)) && {
          isInput: true as const,
        }),
      })),
    ],
  };
}

function nameByValue(labels: readonly Label[]): ReadonlyMap<Json, string> {
  const names = new Map<Json, string>();
  // The first name counts: what the caller gave before what the call says, and that before what was answered.
  for (const { name, value } of labels) if (!names.has(value)) names.set(value, name);
  return names;
}

function namedLeaves(root: JsonObject, prefix: string): Label[] {
  return leavesOf(root).flatMap(({ path, value }) =>
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
      ? [{ name: `${prefix}${formatPath(path)}`, value }]
      : [],
  );
}

interface FixedLeaf {
  readonly path: string;
  readonly value: string | number;
}

/** Every later call of a run looks at the same answers. */
const knownLeaves = new WeakMap<object, readonly FixedLeaf[]>();

/** Leaves that no collection leads to: tomorrow they are at the same place. */
function fixedLeaves(root: Json): readonly FixedLeaf[] {
  if (root === null || typeof root !== 'object') return readFixedLeaves(root);
  const found = knownLeaves.get(root) ?? readFixedLeaves(root);
  knownLeaves.set(root, found);
  return found;
}

function readFixedLeaves(root: Json): readonly FixedLeaf[] {
  const found: Array<{ path: string; value: string | number }> = [];
  const walk = (value: Json, path: PathPart[]): void => {
    if (typeof value === 'string' || typeof value === 'number') found.push({ path: formatPath(path), value });
    if (!isJsonObject(value) || isMap(value)) return;
    for (const [name, member] of Object.entries(value)) walk(member, [...path, name]);
  };
  walk(root, []);
  return found;
}

/** Whether two equal values of this kind are hardly equal by accident. */
export function isTelling(value: string | number): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Math.abs(value) >= 10;
  const text = value.trim();
  return text.length >= 3 || (text.length === 2 && /\d/.test(text));
}

/** A day or a moment as ISO 8601 writes it. */
export function isDate(value: Json): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/.test(value);
}
