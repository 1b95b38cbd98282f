import { EngramError } from '../errors.ts';
import type { JsonObject } from '../json/json.ts';
import type { Template } from '../records/template.ts';
import type { RecordedValue } from '../records/template-run.ts';
import { inputReferences } from '../templates/input-references.ts';
import { findOtherValue, readTask, taskWith, wordedOtherwise } from '../templates/task-values.ts';
import { type ParameterReading, readParameters, refuseMissing, valuesOfKind } from './replay/parameters.ts';

/** What a caller says of the values of a run. */
interface AskedRun {
  readonly task?: string | undefined;
  readonly inputs: JsonObject;
  readonly asRecorded: ParameterReading['asRecorded'];
}

/**
 * The values of a replay: those given by name, and those that a task in the recorded words names. A task in other words is
 * only a description, and must name no other values than those given.
 *
 * @throws `invalid_input` when the task contradicts the inputs, or says more than the recorded one.
 */
export function replayInputs(
  template: Template,
  { task, inputs, asRecorded }: AskedRun,
): { readonly task: string | undefined; readonly inputs: JsonObject } {
  const read = task === undefined ? undefined : readTask(template, task);
  if (read !== undefined) {
    const unclear = read.otherForm.filter((name) => !Object.hasOwn(inputs, name));
    if (unclear.length > 0) throw otherForm(template, read.values, unclear);
    return { task: read.text, inputs: joined(template, read.values, inputs) };
  }
  if (task === undefined) return { task, inputs };
  const recorded = template.parameters
    .filter(({ name }) => asRecorded === true || (Array.isArray(asRecorded) && asRecorded.includes(name)))
    .map(({ name, example }) => [name, example]);
  const values = { ...Object.fromEntries(recorded), ...inputs };
  if (Object.keys(values).length === 0) throw wordedOtherwise(template);
  const other = findOtherValue(template, task, values);
  if (other === undefined) return { task, inputs };
  throw new EngramError(
    'invalid_input',
    `The task is worded otherwise than the one "${template.slug}" was saved from, and names ${JSON.stringify(other)}, which is the value of no input. Leave the task out, or name only values in it that are given.`,
    { details: { recorded: template.task.description, named: other } },
  );
}

/** An adaptive run: its task as a model reads it, what it is given by name, and all values that are known. */
export function adaptiveInputs(
  template: Template,
  { task, inputs, asRecorded }: AskedRun,
): {
  readonly task: string;
  readonly inputs: JsonObject;
  readonly values: JsonObject;
  readonly recorded: readonly RecordedValue[];
} {
  const byName = valuesOfKind(template.parameters, inputs);
  const { values: named = {}, otherForm = [] } =
    (task === undefined ? undefined : readTask(template, task)) ?? {};
  const clear = Object.fromEntries(Object.entries(named).filter(([name]) => !otherForm.includes(name)));
  const values = joined(template, clear, byName);
  // Everything else is for the model to find out.
  const parameters = template.parameters
    .filter(({ source }) => source === 'input' || source === 'task')
    .map((parameter) => ({ ...parameter, required: true }));
  const ofParameters = Object.fromEntries(
    parameters.flatMap(({ name }) => (Object.hasOwn(values, name) ? [[name, values[name] ?? null]] : [])),
  );
  const { missing, recorded } = readParameters({ ...template, parameters }, ofParameters, { asRecorded });
  // A task in the caller's own words says what it is about; a model reads any wording.
  if (task === undefined) refuseMissing(missing);
  const asked = Object.fromEntries(recorded.map(({ parameter, value }) => [parameter, value]));
  return {
    task: task ?? taskWith(template, { ...asked, ...values }),
    inputs: { ...asked, ...byName },
    values: { ...asked, ...values },
    recorded,
  };
}

function otherForm(
  { slug, task, parameters }: Template,
  values: Readonly<Record<string, string>>,
  names: readonly string[],
): EngramError {
  const unclear = parameters.filter(({ name }) => names.includes(name));
  const said = unclear.map(({ name, source }) =>
    source === 'secret' ? `something for "${name}"` : `${JSON.stringify(values[name])} for "${name}"`,
  );
  return new EngramError(
    'invalid_input',
    `The task says more than the one "${slug}" was saved from ("${task.description}"), or has a value of another form: it names ${said.join(', ')}.`,
    {
      details: { recorded: task.description },
      hint: ['Give the value by name: ', ...inputReferences(unclear)],
    },
  );
}

/** Merges the values of the task with those given by name, and refuses contradictions. */
function joined({ parameters }: Template, named: JsonObject, given: JsonObject): JsonObject {
  const contradicted = Object.keys(given).filter(
    (name) => Object.hasOwn(named, name) && String(named[name]) !== String(given[name]),
  );
  const [name] = contradicted;
  if (name === undefined) return { ...named, ...given };
  const isSecret = parameters.some((parameter) => parameter.name === name && parameter.source === 'secret');
  const shown = (value: unknown): string => (isSecret ? 'one value' : JSON.stringify(value));
  throw new EngramError(
    'invalid_input',
    `The task names ${shown(named[name])} for "${name}", and ${isSecret ? 'another' : shown(given[name])} was given: leave one of them out, or make them the same.`,
    { details: { contradicted } },
  );
}
