import { EngramError, type Phrase } from '../../errors.ts';
import { type Json, type JsonObject, sameJson } from '../../json/json.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import { type Parameter, valueInRun } from '../../records/plan.ts';
import type { Template } from '../../records/template.ts';
import type { RecordedValue } from '../../records/template-run.ts';
import { inputReferences } from '../../templates/input-references.ts';
import { mayChangeAnything } from './effect.ts';

/** The values of a template's parameters, as far as they are known. */
export interface ReadParameters {
  readonly values: JsonObject;
  /** Those that must be given and were not. */
  readonly missing: readonly Parameter[];
  /** Those that the caller gave; a recorded run that is repeated whole gives its open values itself. */
  readonly given: ReadonlySet<string>;
  /** Those that were not given, and have the value of a recorded run. */
  readonly recorded: readonly RecordedValue[];
  /** The number of the recorded run that open values belong to: then its answers must be the same, too. */
  readonly run: number | undefined;
}

/** How values of parameters are found. */
export interface ParameterReading {
  /** Tools decide whether the plan may change anything; without them the plan says so. */
  readonly tools?: Pick<ToolRuntime, 'describe'> | undefined;
  /** Parameters whose recorded values the caller asks for: all that are not given, or those of these names. */
  readonly asRecorded?: boolean | readonly string[] | undefined;
  /** Whether a model fills open values. */
  readonly mayFill?: boolean | undefined;
}

/**
 * The value of every parameter: the given one, or a recorded one where the caller asks for it, or where the plan only looks.
 * Recorded values all come from one run. What was given must be of the kind that was recorded; where only the writing
 * differs, as on a command line, it is read as that kind.
 *
 * @throws `invalid_input` for a name that the template does not have, and for a value of another kind.
 */
export function readParameters(
  { parameters, plan }: Pick<Template, 'parameters' | 'plan'>,
  inputs: JsonObject,
  { tools = { describe: () => undefined }, asRecorded = false }: ParameterReading = {},
): ReadParameters {
  refuseUnknown(parameters, [...Object.keys(inputs), ...(typeof asRecorded === 'boolean' ? [] : asRecorded)]);
  const mayChange = mayChangeAnything({ plan }, tools);
  const mustBeGiven = ({ source, required }: Parameter): boolean =>
    mayChange || required || source === 'secret';
  const isAskedFor = ({ name, source }: Parameter): boolean =>
    source !== 'secret' && (asRecorded === true || (asRecorded !== false && asRecorded.includes(name)));
  const entries = parameters.map((parameter): [Parameter, Json | undefined] => {
    const { name } = parameter;
    const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (value === undefined || (mustBeGiven(parameter) && isBlank(parameter, value)))
      return [parameter, undefined];
    return [parameter, ofRecordedKind(parameter, value)];
  });
  const repeated = repeatedRunOf(entries);
  const run = repeated ?? 0;
  const taken = entries.map(([parameter, value]): [Parameter, Json | undefined] => {
    const standsIn = !mustBeGiven(parameter) && (!parameter.unseen || repeated !== undefined);
    const isTaken = value === undefined && (isAskedFor(parameter) || standsIn);
    return [parameter, isTaken ? recordedValue(parameter, run) : value];
  });
  const missing = taken.flatMap(([parameter, value]) => (value === undefined ? [parameter] : []));
  const isOpen = ({ unseen, source }: Parameter): boolean => unseen && source !== 'secret';
  // Whoever gives all values of a recorded run repeats that run: its open values belong to what it saw.
  const isWhole = repeated !== undefined && missing.length === 0;
  const recorded = taken.flatMap(([{ name }, value], index) =>
    entries[index]?.[1] === undefined && value !== undefined ? [{ parameter: name, value }] : [],
  );
  const takesOpen = taken.some(
    ([parameter, value], index) =>
      isOpen(parameter) && value !== undefined && (isWhole || entries[index]?.[1] === undefined),
  );
  return {
    values: Object.fromEntries(taken.map(([{ name }, value]) => [name, value ?? null])),
    missing,
    given: new Set(
      entries.flatMap(([parameter, value]) =>
        value === undefined || (isWhole && isOpen(parameter)) ? [] : [parameter.name],
      ),
    ),
    recorded,
    run: takesOpen ? run : undefined,
  };
}

/** Null and empty texts say nothing, unless a run had them. */
function isBlank({ example, seen }: Parameter, value: Json): boolean {
  const isEmpty = value === null || (typeof value === 'string' && value.trim() === '');
  return isEmpty && ![example, ...seen].some((recorded) => sameJson(recorded, value));
}

/** The first recorded run that had all given values. A secret has no recorded value that it could differ from. */
function repeatedRunOf(entries: ReadonlyArray<readonly [Parameter, Json | undefined]>): number | undefined {
  const runs = Math.max(1, ...entries.map(([{ seen }]) => seen.length));
  const isOf = (run: number): boolean =>
    entries.every(
      ([parameter, value]) =>
        parameter.source === 'secret' ||
        value === undefined ||
        sameJson(value, recordedValue(parameter, run)),
    );
  return Array.from({ length: runs }, (_, run) => run).find(isOf);
}

function recordedValue(parameter: Parameter, run: number): Json {
  return run === 0 ? parameter.example : valueInRun(parameter, run);
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

/** The same, for a run: what must be given and was not is refused before anything is called. A model may fill open values. */
export function parameterValues(
  template: Pick<Template, 'parameters' | 'plan'>,
  given: JsonObject,
  reading: ParameterReading = {},
): ReadParameters {
  const read = readParameters(template, given, reading);
  const missing = read.missing.filter(
    ({ source, unseen }) => reading.mayFill !== true || source === 'secret' || !unseen,
  );
  refuseMissing(missing);
  return read;
}

/** Refuses a run whose parameters are not all given. */
export function refuseMissing(missing: readonly Parameter[]): void {
  if (missing.length === 0) return;
  throw new EngramError('invalid_input', describeMissing(missing), {
    details: { missing: missing.map(({ name }) => name) },
  });
}

/** What is missing, and how to give it. */
export function describeMissing(missing: readonly Parameter[]): Phrase {
  const problem = missing.every(({ source }) => source === 'secret')
    ? 'The recorded secrets were not kept; give them again: '
    : 'The template does not run without these: ';
  return [problem, ...inputReferences(missing)];
}

function refuseUnknown(parameters: readonly Parameter[], names: readonly string[]): void {
  const known = parameters.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
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
