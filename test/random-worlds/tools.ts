import type { Json, JsonObject } from '../../src/index.ts';
import { type AnswerForm, answerList, answerNumber, answerRecord, randomForm } from './answer-forms.ts';
import { type Domain, roles } from './domain.ts';
import { answerNothing, answerOutOfOrder, type NothingForm, nothingForms } from './failures.ts';
import type { SeededRandom } from './random.ts';
import { answerReport } from './report-text.ts';
import type { Volatile } from './volatile.ts';
import { createNamer } from './words.ts';
import type { Entity, World } from './world.ts';
import { makeWrite, type WriteName, writeNames } from './writes.ts';

/** The looks of a world, by what they are for. */
export const lookNames = [
  'readSubject',
  'findSubjects',
  'readPartner',
  'listItems',
  'countItems',
  'readItem',
  'readEntry',
  'readReport',
] as const;
export type LookName = (typeof lookNames)[number];
export type ToolName = LookName | WriteName;

/** A call, in the words of agents: which tool, and the values by the parts they are of. */
export interface AgentCall {
  readonly tool: ToolName;
  readonly values: Readonly<Record<string, Json>>;
}

/** A call and its answer, as a recorder sees them, and what the answer means to an agent. */
export interface MadeCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly isWrite: boolean;
  readonly answer: Json;
  /** What the tool threw instead of an answer. */
  readonly error: string | null;
  /** What an agent understands; undefined when there is nothing or the call failed. */
  readonly meaning: Json | undefined;
}

interface Tool {
  /** What it is called by whoever uses it. */
  readonly label: string;
  readonly form: AnswerForm;
  readonly nothing: NothingForm;
}

/** The tools of a world, with what they are called and how they answer. */
export interface ToolDesign {
  readonly domain: Domain;
  readonly byName: Readonly<Record<ToolName, Tool>>;
  readonly argumentLabels: Readonly<Record<string, string>>;
  /** The parts of a subject that looks show. */
  readonly shownOfSubject: readonly string[];
}

export function createTools(
  domain: Domain,
  random: SeededRandom,
  neededOfSubject: ReadonlySet<string>,
): ToolDesign {
  const newLabel = createNamer(random);
  const talkativeness = random.oneOf([0.1, 0.4]);
  const names: readonly ToolName[] = [...lookNames, ...writeNames];
  return {
    domain,
    byName: Object.fromEntries(
      names.map((name): [ToolName, Tool] => [
        name,
        { label: newLabel(), form: randomForm(random), nothing: random.oneOf(nothingForms) },
      ]),
    ) as Record<ToolName, Tool>,
    argumentLabels: Object.fromEntries(argumentParts.map((part) => [part, newLabel()])),
    shownOfSubject: roles.subject.filter(
      (role) => role === 'id' || role === 'name' || neededOfSubject.has(role) || random.chance(talkativeness),
    ),
  };
}

const argumentParts = [...new Set([...Object.values(roles).flat(), 'to', 'text', 'number'])];

export const isLook = (name: ToolName): boolean => (lookNames as readonly string[]).includes(name);

/** A call as it is made: with the labels of the tool and of its arguments. */
export function argumentsOf(tools: ToolDesign, values: AgentCall['values']): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([part, value]) => [tools.argumentLabels[part] ?? part, value]),
  );
}

/** The values of arguments by their parts; a label that no tool knows stays as it is. */
export function valuesOf(tools: ToolDesign, toolArguments: JsonObject): Record<string, Json> {
  const parts = new Map(Object.entries(tools.argumentLabels).map(([part, label]) => [label, part]));
  return Object.fromEntries(
    Object.entries(toolArguments).map(([label, value]) => [parts.get(label) ?? label, value]),
  );
}

/** Makes a call in a world. */
export function makeCall(tools: ToolDesign, world: World, call: AgentCall, volatile: Volatile): MadeCall {
  const made = {
    tool: tools.byName[call.tool].label,
    arguments: argumentsOf(tools, call.values),
    isWrite: !isLook(call.tool),
  };
  try {
    const { meaning, answer } = isLook(call.tool)
      ? look(tools, world, call as AgentCall & { tool: LookName }, volatile)
      : makeWrite(tools.domain, world, call as AgentCall & { tool: WriteName }, tools.byName[call.tool].form);
    return { ...made, answer, error: null, meaning };
  } catch (error) {
    return { ...made, answer: null, error: (error as Error).message, meaning: undefined };
  }
}

interface Answered {
  readonly meaning: Json | undefined;
  readonly answer: Json;
}

function look(
  tools: ToolDesign,
  world: World,
  { tool, values }: AgentCall & { tool: LookName },
  volatile: Volatile,
): Answered {
  const { form, nothing } = tools.byName[tool];
  if (world.outOfOrder?.tool === tool)
    return { meaning: undefined, answer: answerOutOfOrder(world.outOfOrder.form) };
  const { kinds } = tools.domain;
  const subject = { kind: kinds.subject, parts: tools.shownOfSubject };
  const record = (shown: typeof subject, found: Entity | undefined, asked: Json): Answered =>
    found === undefined
      ? { meaning: undefined, answer: answerNothing(nothing, shown.kind.noun, asked) }
      : { meaning: pickParts(found, shown.parts), answer: answerRecord(form, shown, found, volatile) };
  const list = (shown: typeof subject, found: readonly Entity[]): Answered => ({
    meaning: found.map((entity) => pickParts(entity, shown.parts)),
    answer: answerList(form, shown, found, volatile),
  });
  switch (tool) {
    case 'readSubject':
      return record(subject, subjectAsked(world, values['id']), values['id'] ?? '');
    case 'findSubjects': {
      const found = world.subjects.filter(({ name }) => name === values['name']);
      return list({ kind: kinds.subject, parts: ['id', 'name'] }, found);
    }
    case 'readPartner': {
      const found = world.partners.find(({ id }) => id === values['id']);
      return record({ kind: kinds.partner, parts: roles.partner }, found, values['id'] ?? '');
    }
    case 'listItems':
      return list(
        { kind: kinds.item, parts: tools.domain.listsInFull ? roles.item : ['id', 'name'] },
        itemsAsked(world, values['id']),
      );
    case 'readItem': {
      const found = world.items.find(({ id }) => id === values['id']);
      return record({ kind: kinds.item, parts: roles.item }, found, values['id'] ?? '');
    }
    case 'countItems': {
      const count = itemsAsked(world, values['id']).length;
      return { meaning: count, answer: answerNumber(form, kinds.item.noun, count, volatile) };
    }
    case 'readEntry': {
      const found = world.entries.find(({ code }) => code === values['code']);
      return record({ kind: kinds.entry, parts: roles.entry }, found, values['code'] ?? '');
    }
    case 'readReport': {
      const found = subjectAsked(world, values['id']);
      if (found === undefined)
        return { meaning: undefined, answer: answerNothing(nothing, kinds.report.noun, values['id'] ?? '') };
      return {
        meaning: pickParts(found, roles.report),
        answer: answerReport(form, kinds.report, found, volatile),
      };
    }
  }
}

function pickParts(entity: Entity, parts: readonly string[]): JsonObject {
  return Object.fromEntries(
    parts.filter((part) => Object.hasOwn(entity, part)).map((part) => [part, entity[part] ?? null]),
  );
}

/** The one that is asked for; without an id, the only one there is. */
function subjectAsked(world: World, id: Json | undefined): Entity | undefined {
  if (id === undefined) return world.subjects[0];
  const answered = world.mistaken !== null && world.mistaken.asked === id ? world.mistaken.answered : id;
  return world.subjects.find((subject) => subject['id'] === answered);
}

function itemsAsked(world: World, id: Json | undefined): readonly Entity[] {
  return id === undefined ? world.items : world.items.filter(({ of }) => of === id);
}
