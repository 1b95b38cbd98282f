import type { Json, JsonObject } from '../../src/index.ts';
import type { Kind } from './domain.ts';
import type { SeededRandom } from './random.ts';
import type { Volatile } from './volatile.ts';
import { capitalised, nonsense } from './words.ts';
import type { Entity } from './world.ts';

/** The forms that tools answer in. Each shows every part that was asked for, so that nothing an agent decides by is hidden. */
export const formNames = [
  'object',
  'wrapped',
  'list',
  'map by id',
  'JSON in a text',
  'prose',
  'lines',
  'table',
  'log',
] as const;
export type FormName = (typeof formNames)[number];

/** How one tool answers. */
export interface AnswerForm {
  readonly name: FormName;
  /** The member that holds what was asked for, where there is one. */
  readonly wrapper: string;
  readonly wording: number;
  /** Which of the usual answers it gives to a write that worked. */
  readonly acknowledgement: number;
  readonly noneWord: string;
  readonly yesAndNo: readonly [string, string];
  /** Which part of the answer differs each time, if any. */
  readonly volatile: 'time' | 'request' | 'duration' | null;
  readonly volatileLabel: string;
  /** Whether a secret stands in the answer: in a text, in the same text as what decides. */
  readonly hasSecret: boolean;
}

export function randomForm(random: SeededRandom): AnswerForm {
  const volatile = random.chance(0.25) ? random.oneOf(['time', 'request', 'duration'] as const) : null;
  const usual = { time: 'timestamp', request: 'requestId', duration: 'took_ms' };
  return {
    name: random.oneOf(formNames),
    wrapper: random.oneOf(['data', 'result', nonsense(random, 2)]),
    wording: random.below(3),
    acknowledgement: random.below(6),
    noneWord: random.oneOf(['none', '-', 'null', 'n/a']),
    yesAndNo: random.oneOf([['yes', 'no'] as const, ['true', 'false'] as const, ['on', 'off'] as const]),
    volatile,
    volatileLabel: volatile === null || random.chance(0.5) ? nonsense(random, 2) : usual[volatile],
    hasSecret: random.chance(0.15),
  };
}

/** What an answer is made of: things of one kind, with the parts that are shown. */
export interface Shown {
  readonly kind: Kind;
  readonly parts: readonly string[];
}

/** A thing with its labels instead of the names of its parts. */
function labelled({ kind, parts }: Shown, entity: Entity): JsonObject {
  return Object.fromEntries(
    parts
      .filter((part) => Object.hasOwn(entity, part))
      .map((part) => [kind.labels[part] ?? part, entity[part] ?? null]),
  );
}

export function answerRecord(form: AnswerForm, shown: Shown, entity: Entity, volatile: Volatile): Json {
  const record = labelled(shown, entity);
  switch (form.name) {
    case 'object':
      return withVolatile(form, record, volatile);
    case 'wrapped':
      return withVolatile(form, { [form.wrapper]: record }, volatile);
    case 'list':
      return [record];
    case 'map by id':
      return { [String(entity['id'])]: record };
    case 'JSON in a text':
      return JSON.stringify(withVolatile(form, record, volatile), null, form.wording === 0 ? 2 : 0);
    default:
      return withVolatileLine(form, textOf(form, shown, [record], [entity]), volatile);
  }
}

export function answerList(
  form: AnswerForm,
  shown: Shown,
  entities: readonly Entity[],
  volatile: Volatile,
): Json {
  const records = entities.map((entity) => labelled(shown, entity));
  // Keys that are numbers are put in order by JavaScript, and then the order of the list would be hidden.
  const canBeMap = entities.every(({ id }) => typeof id === 'string' && !/^\d+$/.test(id));
  switch (form.name) {
    case 'object':
      return withVolatile(form, { [form.wrapper]: records, total: records.length }, volatile);
    case 'wrapped':
      return withVolatile(form, { [form.wrapper]: records }, volatile);
    case 'list':
      return records;
    case 'map by id':
      return canBeMap
        ? Object.fromEntries(entities.map(({ id }, index) => [String(id), records[index] ?? null]))
        : records;
    case 'JSON in a text':
      return JSON.stringify(records, null, form.wording === 0 ? 2 : 0);
    default: {
      const text =
        records.length === 0
          ? `No ${shown.kind.noun} found.`
          : `${records.length} ${shown.kind.noun} found.\n${textOf(form, shown, records, entities)}`;
      return withVolatileLine(form, text, volatile);
    }
  }
}

export function answerNumber(form: AnswerForm, noun: string, number: number, volatile: Volatile): Json {
  switch (form.name) {
    case 'object':
    case 'wrapped':
      return withVolatile(form, { [form.wrapper]: number }, volatile);
    case 'list':
    case 'map by id':
      return number;
    case 'JSON in a text':
      return JSON.stringify({ [form.wrapper]: number });
    case 'prose':
      return `There are ${number} ${noun} at the moment.`;
    default:
      return withVolatileLine(form, `${form.wrapper}: ${number}`, volatile);
  }
}

function withVolatile(form: AnswerForm, shown: JsonObject, volatile: Volatile): JsonObject {
  const answer = form.hasSecret ? { ...shown, api_key: volatile.secret() } : shown;
  if (form.volatile === null) return answer;
  const value = {
    time: volatile.time,
    request: volatile.requestId,
    duration: volatile.milliseconds,
  }[form.volatile]();
  return { ...answer, [form.volatileLabel]: value };
}

function withVolatileLine(form: AnswerForm, shown: string, volatile: Volatile): string {
  const text = form.hasSecret ? `${shown}\napi_key: ${volatile.secret()}` : shown;
  switch (form.volatile) {
    case null:
      return text;
    case 'time':
      return `${text}\nAs of ${volatile.time()}`;
    case 'request':
      return `${text}\nRequest ${volatile.requestId()}`;
    case 'duration':
      return `${text}\n(${volatile.milliseconds()} ms)`;
  }
}

function textOf(
  form: AnswerForm,
  shown: Shown,
  records: readonly JsonObject[],
  entities: readonly Entity[],
): string {
  switch (form.name) {
    case 'prose':
      return records.map((record, index) => sentence(form, shown, record, entities[index])).join('\n');
    case 'lines':
      return records
        .map((record) =>
          Object.entries(record)
            .map(([label, value]) => `${label}: ${wordFor(form, value)}`)
            .join('\n'),
        )
        .join('\n\n');
    case 'table':
      return table(form, shown, records);
    default:
      return records
        .map((record, index) => {
          const parts = Object.entries(record).map(([label, value]) => `${label}=${wordFor(form, value)}`);
          const day = String(entities[index]?.['date'] ?? '2026-01-01');
          return `[${day}] ${form.wording === 0 ? 'INFO ' : ''}${shown.kind.noun} ${parts.join(' ')}`;
        })
        .join('\n');
  }
}

function sentence(form: AnswerForm, { kind }: Shown, record: JsonObject, entity: Entity | undefined): string {
  const parts = Object.entries(record);
  const id = String(entity?.['id']);
  if (form.wording === 0)
    return parts
      .map(([label, value]) => `The ${label} of ${kind.noun} ${id} is ${wordFor(form, value)}.`)
      .join(' ');
  const list = parts.map(([label, value]) => `${label} ${wordFor(form, value)}`).join(', ');
  return form.wording === 1
    ? `${capitalised(kind.noun)} ${id} has ${list}.`
    : `This is ${kind.noun} ${id}: ${list}.`;
}

function table(form: AnswerForm, { kind, parts }: Shown, records: readonly JsonObject[]): string {
  const labels = parts.map((part) => kind.labels[part] ?? part);
  const cells = records.map((record) =>
    labels.map((label) => (Object.hasOwn(record, label) ? wordFor(form, record[label] ?? null) : '')),
  );
  const separator = [' | ', '\t', ';'][form.wording] ?? ' | ';
  return [labels, ...cells].map((row) => row.join(separator)).join('\n');
}

function wordFor(form: AnswerForm, value: Json): string {
  if (value === null) return form.noneWord;
  if (typeof value === 'boolean') return form.yesAndNo[value ? 0 : 1];
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(String).join(' ');
  if (typeof value === 'object') return Object.values(value).map(String).join(' / ');
  return String(value);
}
