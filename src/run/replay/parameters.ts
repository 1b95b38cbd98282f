import { EngramError, type Phrase } from '../../errors.ts';
import { type Json, type JsonObject, sameJson } from '../../json/json.ts';
import { type Parameter, valueInRun } from '../../records/plan.ts';
import { inputReferences } from '../../templates/input-references.ts';

/** The values of a template's parameters, as far as they are known. */
export interface ReadParameters {
  readonly values: JsonObject;
  /** Those that must be given and were not. */
  readonly missing: readonly Parameter[];
  /** The number of the recorded run that open values were taken from: then its answers must be the same, too. */
  readonly run: number | undefined;
}

/**
 * The value of every parameter: given, or as recorded. What was given must be of the kind that was recorded; where only
 * the writing differs, as on a command line, it is read as that kind.
 *
 * @throws `invalid_input` for a name that the template does not have, and for a value of another kind.
 */
export function readParameters(parameters: readonly Parameter[], given: JsonObject): ReadParameters {
  refuseUnknown(parameters, given);
  const entries = parameters.map((parameter): [Parameter, Json | undefined] => {
    const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : undefined;
    return [parameter, value === undefined ? undefined : ofRecordedKind(parameter, value)];
  });
  const taken = entries.map(([parameter, value]): [Parameter, Json | undefined] => [
    parameter,
    value === undefined && !parameter.unseen ? parameter.example : value,
  ]);
  const run = recordedRunOf(taken);
  const values = taken.map(([parameter, value]): [string, Json | undefined] => [
    parameter.name,
    value === undefined && run !== undefined ? valueInRun(parameter, run) : value,
  ]);
  const isMissing = (parameter: Parameter, index: number): boolean => {
    const given = entries[index]?.[1] ?? null;
    if (parameter.source === 'secret' || parameter.required) return given === null;
    return values[index]?.[1] === undefined;
  };
  return {
    values: Object.fromEntries(values.map(([name, value]) => [name, value ?? null])),
    missing: parameters.filter(isMissing),
    run: taken.some(([, value]) => value === undefined) ? run : undefined,
  };
}

/** The recorded run that had all these values: only with them its open values are known. */
function recordedRunOf(taken: ReadonlyArray<readonly [Parameter, Json | undefined]>): number | undefined {
  const runs = Math.max(1, ...taken.map(([{ seen }]) => seen.length));
  const isOf = (run: number): boolean =>
    taken.every(
      ([parameter, value]) =>
        // A secret has no recorded value that it could differ from.
        parameter.source === 'secret' ||
        value === undefined ||
        sameJson(value, run === 0 ? parameter.example : valueInRun(parameter, run)),
    );
  return Array.from({ length: runs }, (_, run) => run).find(isOf);
}

/** Values that a model is given: those of parameters are of the recorded kind, others are left as they are. */
export function valuesOfKind(parameters: readonly Parameter[], given: JsonObject): JsonObject {
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const parameter = known.get(name);
      return [name, parameter === undefined ? value : ofRecordedKind(parameter, value)];
    }),
  );
}

/** The same, for a run: what must be given and was not is refused before anything is called. */
export function parameterValues(parameters: readonly Parameter[], given: JsonObject): ReadParameters {
  const read = readParameters(parameters, given);
  const { missing } = read;
  if (missing.length === 0) return read;
  throw new EngramError('invalid_input', describeMissing(missing), {
    details: { missing: missing.map(({ name }) => name) },
  });
}

/** The same where a model may fill open values: only what it cannot know is refused. */
export function fillableValues(parameters: readonly Parameter[], given: JsonObject): ReadParameters {
  const read = readParameters(parameters, given);
  const mustBeGiven = read.missing.filter(
    ({ source, required, unseen }) => source === 'secret' || required || !unseen,
  );
  if (mustBeGiven.length > 0) parameterValues(parameters, given);
  return read;
}

/** What is missing, and how to give it. */
export function describeMissing(missing: readonly Parameter[]): Phrase {
  const problem = missing.every(({ source }) => source === 'secret')
    ? 'The recorded secrets were not kept; give them again: '
    : 'The template does not run without these: ';
  return [problem, ...inputReferences(missing)];
}

function refuseUnknown(parameters: readonly Parameter[], given: JsonObject): void {
  const known = parameters.map(({ name }) => name);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const has = known.length === 0 ? 'It has none.' : `It has: ${known.join(', ')}.`;
  throw new EngramError('invalid_input', `The template has no parameter "${unknown.join('", "')}". ${has}`, {
    details: { unknown, known },
  });
}

/** Null means that there is none, whatever the kind. Of a secret only a placeholder was recorded, which has no kind. */
function ofRecordedKind({ name, source, example }: Parameter, value: Json): Json {
  const kind = kindOf(example);
  if (source === 'secret' || example === null || value === null || kindOf(value) === kind) return value;
  const read = typeof value === 'string' ? readAs(kind, value) : kind === 'text' ? asText(value) : undefined;
  if (read !== undefined) return read;
  throw new EngramError(
    'invalid_input',
    `"${name}" must be ${kind === 'object' ? 'an' : 'a'} ${kind}, as it was when this was recorded: ${shown(example)}; not ${shown(value)}.`,
    { details: { name, expected: kind } },
  );
}

function kindOf(value: Json): 'text' | 'number' | 'boolean' | 'list' | 'object' {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || typeof value === 'boolean')
    return typeof value === 'number' ? 'number' : 'boolean';
  return Array.isArray(value) ? 'list' : 'object';
}

function readAs(kind: ReturnType<typeof kindOf>, text: string): Json | undefined {
  try {
    // JSON knows no `.5` and no `007`; both are numbers to people, and to no tool another one.
    const value = (kind === 'number' && text.trim() !== '' ? Number(text) : JSON.parse(text)) as Json;
    if (value === null || kindOf(value) !== kind) return undefined;
    return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** A number that was too large to be kept exactly would become another text. */
function asText(value: Json): string | undefined {
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number') return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 60).toWellFormed()}…`;
}
