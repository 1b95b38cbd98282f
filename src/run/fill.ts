import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { parsePath } from '../json/path.ts';
import type { ChatMessage, LanguageModel } from '../ports/language-model.ts';
import type { RunHandle } from '../ports/run-handle.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import type { Parameter, PlanStep } from '../records/plan.ts';
import type { Template } from '../records/template.ts';
import type { FilledArgument } from '../records/template-run.ts';
import { explainArguments } from '../templates/plan/explain-arguments.ts';
import type { Unbound } from '../templates/plan/resolve.ts';
import { inertJson, inertLine } from '../text/inert/inert.ts';
import { asRecordedData } from '../text/inert/recorded-data.ts';
import { describeThrown } from '../text/thrown.ts';
import { countTokens, cutAtSentence } from '../text/token-count.ts';
import { valuesOfKind } from './replay/parameters.ts';
import { findSchemaProblem } from './replay/schema-check.ts';

/** What a model works with that fills open arguments. */
export interface Filler {
  readonly model: LanguageModel;
  readonly template: Pick<Template, 'parameters' | 'plan' | 'task'>;
  readonly task: string;
  readonly tools: ToolRuntime;
  readonly run: RunHandle;
  /** Tokens of what the model is told about the work; the schema and the example always fit. */
  readonly maxTokens: number;
  readonly maxOutputTokens: number;
  readonly elapsed: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** What is known just before a call. Secrets are concealed. */
export interface FillMoment {
  readonly step: PlanStep;
  readonly index: number;
  readonly values: JsonObject;
  readonly results: readonly Json[];
}

/** Fills the open arguments of a call: their values by name, or why one could not be found. */
export type FillOpen = (
  moment: FillMoment,
  missing: readonly Parameter[],
) => Promise<{ readonly values: JsonObject } | { readonly unfilled: Unbound }>;

const instruction = [
  'You fill in one argument of one tool call, and nothing else. The other arguments are settled.',
  'Answer with one JSON object: {"value": …}. When what you are told does not settle the value, answer',
  '{"unknown": "what is missing"} instead: a guess would change the wrong thing.',
].join(' ');
/** A first answer that does not fit is put right once. */
const maxAttempts = 2;

/**
 * Asks a model for open arguments, each alone and just before its call: the schema, the recorded example, the inputs and
 * the earlier results. What it answers must fit the schema. `onFilled` is called with every argument and its cost.
 *
 * @example
 * const fill = createFill({ model, template, task, tools, run, maxTokens: 1500, … }, (one) => filled.push(one));
 */
export function createFill(filler: Filler, onFilled: (filled: FilledArgument) => void): FillOpen {
  return async (moment, missing) => {
    const values: Record<string, Json> = {};
    for (const parameter of missing) {
      const known = { ...moment, values: { ...moment.values, ...values } };
      const answer = await askFor(filler, known, parameter, onFilled);
      if ('unfilled' in answer) return answer;
      values[parameter.name] = answer.value;
    }
    return { values };
  };
}

async function askFor(
  filler: Filler,
  moment: FillMoment,
  parameter: Parameter,
  onFilled: (filled: FilledArgument) => void,
): Promise<{ readonly value: Json } | { readonly unfilled: Unbound }> {
  const { step, index } = moment;
  const { model, run, signal } = filler;
  const place = placeOf(step, index, parameter, filler.template.parameters);
  const schema = schemaAt(filler.tools.describe(step.tool)?.inputSchema ?? null, place);
  const messages: ChatMessage[] = [
    { role: 'system', text: instruction },
    { role: 'user', text: questionOf(filler, moment, parameter, place, schema) },
  ];
  const cost = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  let problem = '';
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const since = filler.elapsed();
    let text: string;
    try {
      const { maxOutputTokens } = filler;
      const answer = await model.generate({ messages, maxOutputTokens, ...(signal && { signal }) });
      cost.modelCalls += 1;
      cost.inputTokens += answer.inputTokens;
      cost.outputTokens += answer.outputTokens;
      const { inputTokens, outputTokens } = answer;
      await run.model({ model: model.id, inputTokens, outputTokens, durationMs: filler.elapsed() - since });
      text = answer.text;
    } catch (thrown) {
      problem = describeThrown(thrown).message;
      break;
    }
    const read = readAnswer(text, parameter, step.tool, schema);
    if ('value' in read) {
      onFilled({ parameter: parameter.name, place, value: read.value, ...cost });
      return read;
    }
    problem = read.problem;
    if (read.isUnknown) break;
    messages.push(
      { role: 'assistant', text },
      { role: 'user', text: `That does not fit: ${shown(problem)}. Answer again.` },
    );
  }
  onFilled({ parameter: parameter.name, place, value: null, ...cost, problem });
  return {
    unfilled: {
      reason: `The model could not fill "${parameter.name}" (${place}): ${problem}`,
      expected: `a value such as ${JSON.stringify(parameter.example)}`,
      found: 'none that can be used',
    },
  };
}

function placeOf(
  step: PlanStep,
  index: number,
  { name }: Parameter,
  parameters: readonly Parameter[],
): string {
  const explained = explainArguments(step, index, parameters);
  return explained.find(({ parameter }) => parameter === name)?.place ?? `${index + 1}:$`;
}

/** The part of a schema that is about one argument; null where it says nothing. */
function schemaAt(schema: JsonObject | null, place: string): JsonObject | null {
  const path = parsePath(place.slice(place.indexOf(':') + 1)) ?? [];
  let at: Json = schema;
  for (const part of path) {
    if (!isJsonObject(at)) return null;
    const properties: Json = at['properties'] ?? null;
    at =
      typeof part === 'string' && isJsonObject(properties)
        ? (properties[part] ?? null)
        : (at['items'] ?? null);
  }
  return isJsonObject(at) ? at : null;
}

function questionOf(
  { template, task, tools, maxTokens }: Filler,
  { step, index, values, results }: FillMoment,
  parameter: Parameter,
  place: string,
  schema: JsonObject | null,
): string {
  const recorded = Object.fromEntries(
    template.parameters
      .filter(({ source, unseen }) => source !== 'secret' && !unseen)
      .map(({ name, example }) => [name, example]),
  );
  const head = [
    `Tool: ${shown(step.tool)}. ${shown(tools.describe(step.tool)?.description ?? '')}`,
    `Argument: ${shown(place.slice(place.indexOf(':') + 1))}`,
    `Its schema: ${schema === null ? 'not known' : shownJson(schema)}`,
    `When this was recorded, the task was ${shownJson(template.task.description)}, the inputs were ${shownJson(recorded)}, and the value was ${shownJson(parameter.example)}.`,
  ];
  const now = [
    `Now the task is ${shownJson(task)}, and the inputs are ${shownJson(values)}.`,
    // The latest answers are the ones that values are usually taken from.
    ...results
      .slice(0, index)
      .map((result, at) => {
        const before = template.plan[at]?.observed[0]?.result ?? null;
        return `Call ${at + 1}, ${shown(template.plan[at]?.tool ?? '')}, answered ${shownJson(result)}; when recorded: ${shownJson(before)}.`;
      })
      .reverse(),
  ];
  let room = maxTokens - countTokens(head.join('\n'));
  const told = now.flatMap((line) => {
    const cut = room <= 0 ? '' : cutAtSentence(line, room);
    room -= countTokens(cut);
    return cut === '' ? [] : [cut];
  });
  return asRecordedData(`${[...head, ...told].join('\n')}\n`);
}

/** What others wrote, in one line; no more of it than a prompt can hold. */
const maxShown = 4_000;
const shown = (text: string): string => inertLine(text.slice(0, maxShown));
const shownJson = (value: unknown): string => inertJson(value, { maxLength: maxShown });

function readAnswer(
  text: string,
  parameter: Parameter,
  tool: string,
  schema: JsonObject | null,
): { readonly value: Json } | { readonly problem: string; readonly isUnknown: boolean } {
  const answer = jsonIn(text);
  if (!isJsonObject(answer)) return { problem: 'it is no JSON object', isUnknown: false };
  if (!Object.hasOwn(answer, 'value')) {
    const { unknown } = answer;
    return typeof unknown === 'string'
      ? { problem: unknown.slice(0, 300).toWellFormed(), isUnknown: true }
      : { problem: 'it has no "value"', isUnknown: false };
  }
  const value = answer['value'] ?? null;
  const wrong = findSchemaProblem(tool, schema, { from: 'constant', value }, {});
  if (wrong !== undefined)
    return { problem: `expected ${wrong.expected}, found ${wrong.found}`, isUnknown: false };
  try {
    // Where the schema says nothing, the recorded value says of which kind it is.
    return { value: valuesOfKind([parameter], { [parameter.name]: value })[parameter.name] ?? null };
  } catch (error) {
    return { problem: describeThrown(error).message, isUnknown: false };
  }
}

function jsonIn(text: string): Json {
  const [json = ''] = /\{[\s\S]*\}/.exec(text) ?? [];
  try {
    return JSON.parse(json) as Json;
  } catch {
    return null;
  }
}
