import type { Json, JsonObject } from '../../src/index.ts';
import type { SeededRandom } from '../random-worlds/random.ts';
import { kinds, type LoopTool, newAmount, newDay, type Part, parts, statuses } from './world.ts';

/** What an agent is told besides the owner. */
export interface LoopErrand {
  readonly owner: string;
  readonly limit: number;
  readonly before: string;
  readonly count: number;
  /** An input that no call uses: with another value than 0, the agent does nothing. */
  readonly hold: Json;
}

/** What an agent knows of an item. */
type Known = JsonObject;

/** A condition, in words, and the parts of an item that it goes by. */
interface Condition<Subject> {
  readonly rule: string;
  readonly needs: readonly Part[];
  holds(subject: Subject, errand: LoopErrand): boolean;
}

/** How an agent goes about a list: by which items it acts, what it does for each, and what comes before and after. */
export interface LoopAgent {
  readonly listed: readonly Part[];
  /** When it looks at each item: not at all, just before it acts on it, or at all of them first. */
  readonly looks: 'never' | 'in each round' | 'at all first';
  readonly gate: Condition<readonly Known[]>;
  readonly acts: Condition<Known>;
  readonly writes: ReadonlyArray<(item: Known) => readonly [LoopTool, JsonObject]>;
  /** Whether it does something else for an item that it does not act on. */
  readonly tagsOthers: boolean;
  /** Whether it ends with the first item that it does not act on. */
  readonly breaks: boolean;
  readonly report: Condition<readonly Known[]> | null;
  readonly looksAgain: boolean;
  /** A number in the text of the task. */
  readonly taskNumber: number | null;
  /** The inputs that it is told by name. */
  readonly told: ReadonlyArray<keyof LoopErrand>;
}

type Call = (tool: LoopTool, given: JsonObject) => Json;

/** Does the work by these tools. */
export function runLoopAgent(agent: LoopAgent, errand: LoopErrand, call: Call): void {
  if (agent.told.includes('hold') && errand.hold !== 0) return;
  const list = call('list_items', { owner: errand.owner }) as { items: Known[] };
  const look = (item: Known): Known => call('get_item', { id: item['id'] ?? null }) as Known;
  const known = agent.looks === 'at all first' ? list.items.map(look) : list.items;
  if (!agent.gate.holds(known, errand)) return;
  const seen: Known[] = [];
  for (const item of known) {
    const now = agent.looks === 'in each round' ? look(item) : item;
    seen.push(now);
    if (agent.acts.holds(now, errand)) for (const write of agent.writes) call(...write(now));
    else if (agent.tagsOthers) call('tag_item', { id: now['id'] ?? null, tag: 'skipped' });
    else if (agent.breaks) break;
  }
  if (agent.looksAgain) call('list_items', { owner: errand.owner });
  if (agent.report?.holds(seen, errand) === true)
    call('send_report', { to: errand.owner, text: 'all is done' });
}

const always = <Subject>(): Condition<Subject> => ({ rule: 'always', needs: [], holds: () => true });

/** How an agent decides about one item. */
function itemConditions(random: SeededRandom, taskNumber: number): Array<Condition<Known>> {
  const status = random.oneOf(statuses);
  const flagged = random.chance(0.5);
  const kind = random.oneOf(kinds);
  const isLess = random.chance(0.5);
  const compared = (left: number | string, right: number | string): boolean =>
    isLess ? left < right : left > right;
  return [
    always(),
    { rule: `status is ${status}`, needs: ['status'], holds: (item) => item['status'] === status },
    { rule: `status is not ${status}`, needs: ['status'], holds: (item) => item['status'] !== status },
    { rule: `flagged is ${flagged}`, needs: ['flagged'], holds: (item) => item['flagged'] === flagged },
    { rule: 'there is no hold', needs: ['hold'], holds: (item) => item['hold'] === undefined },
    { rule: 'a hold is there, or was', needs: ['hold'], holds: (item) => item['hold'] !== undefined },
    { rule: 'no hold now', needs: ['hold'], holds: (item) => (item['hold'] ?? null) === null },
    { rule: `kind is ${kind}`, needs: ['kind'], holds: (item) => item['kind'] === kind },
    {
      rule: `status is ${status} or flagged is ${flagged}`,
      needs: ['status', 'flagged'],
      holds: (item) => item['status'] === status || item['flagged'] === flagged,
    },
    {
      rule: 'amount against the input',
      needs: ['amount'],
      holds: (item, { limit }) => compared(Number(item['amount']), limit),
    },
    {
      rule: 'amount against the task',
      needs: ['amount'],
      holds: (item) => compared(Number(item['amount']), taskNumber),
    },
    {
      rule: `status is ${status}, or amount against the input`,
      needs: ['status', 'amount'],
      holds: (item, { limit }) => item['status'] === status || compared(Number(item['amount']), limit),
    },
    {
      rule: `no hold now, and amount against the task`,
      needs: ['hold', 'amount'],
      holds: (item) => (item['hold'] ?? null) === null && compared(Number(item['amount']), taskNumber),
    },
    {
      rule: 'due against the input',
      needs: ['due'],
      holds: (item, { before }) => compared(String(item['due']), before),
    },
  ];
}

/** How an agent decides about all of them. */
function listConditions(random: SeededRandom, taskNumber: number): Array<Condition<readonly Known[]>> {
  const status = random.oneOf(statuses);
  const has = (items: readonly Known[]): boolean => items.some((item) => item['status'] === status);
  return [
    { rule: `one is ${status}`, needs: ['status'], holds: has },
    { rule: `none is ${status}`, needs: ['status'], holds: (items) => !has(items) },
    {
      rule: `exactly one is ${status}`,
      needs: ['status'],
      holds: (items) => items.filter((item) => item['status'] === status).length === 1,
    },
    { rule: 'there is one item', needs: [], holds: (items) => items.length === 1 },
    { rule: 'there is more than one item', needs: [], holds: (items) => items.length > 1 },
    { rule: 'there is any item', needs: [], holds: (items) => items.length > 0 },
    { rule: 'count against the input', needs: [], holds: (items, { count }) => items.length <= count },
    { rule: 'count against the task', needs: [], holds: (items) => items.length < taskNumber },
  ];
}

/** Draws an agent that can see what it decides by. */
export function randomLoopAgent(random: SeededRandom): LoopAgent {
  const taskNumber = random.chance(0.5) ? random.between(2, 5) : random.between(100, 800);
  const acts = random.oneOf(itemConditions(random, taskNumber));
  const conditions = listConditions(random, taskNumber);
  const gate = random.chance(0.6) ? always<readonly Known[]>() : random.oneOf(conditions);
  const report = random.chance(0.5) ? null : random.oneOf([always<readonly Known[]>(), ...conditions]);
  const looks = random.oneOf(['never', 'never', 'in each round', 'at all first'] as const);
  const needs = new Set([
    ...(looks === 'never' ? acts.needs : []),
    ...(looks === 'at all first' ? [] : gate.needs),
    ...(looks === 'never' ? (report?.needs ?? []) : []),
  ]);
  const writes = random.some(possibleWrites(random), random.between(1, 2));
  const needsAmount = looks === 'never' && writes.some(({ needs: part }) => part === 'amount');
  const needsKind = looks === 'never' && writes.some(({ needs: part }) => part === 'kind');
  const talkativeness = random.oneOf([0.1, 0.5]);
  const listed = parts.filter(
    (part) =>
      needs.has(part) ||
      (part === 'amount' && needsAmount) ||
      (part === 'kind' && needsKind) ||
      random.chance(talkativeness),
  );
  const rules = [acts, gate, ...(report === null ? [] : [report])].map(({ rule }) => rule);
  const mentions = (what: string): boolean => rules.some((rule) => rule.endsWith(what));
  return {
    listed,
    looks,
    gate,
    acts,
    writes: writes.map(({ write }) => write),
    tagsOthers: random.chance(0.2),
    breaks: random.chance(0.2),
    report,
    looksAgain: random.chance(0.15),
    taskNumber: mentions('the task') ? taskNumber : null,
    told: [
      'owner',
      ...(mentions('amount against the input') ? (['limit'] as const) : []),
      ...(rules.includes('due against the input') ? (['before'] as const) : []),
      ...(rules.includes('count against the input') ? (['count'] as const) : []),
      ...(random.chance(0.3) ? (['hold'] as const) : []),
    ],
  };
}

interface PossibleWrite {
  readonly needs?: Part;
  readonly write: LoopAgent['writes'][number];
}

function possibleWrites(random: SeededRandom): PossibleWrite[] {
  const tag = random.oneOf(['urgent', 'later']);
  const id = (item: Known): Json => item['id'] ?? null;
  return [
    { write: (item) => ['close_item', { id: id(item) }] },
    { write: (item) => ['tag_item', { id: id(item), tag }] },
    { needs: 'kind', write: (item) => ['tag_item', { id: id(item), tag: item['kind'] ?? null }] },
    { needs: 'amount', write: (item) => ['refund_item', { id: id(item), amount: item['amount'] ?? null }] },
  ];
}

export function randomLoopErrand(owner: string, random: SeededRandom): LoopErrand {
  return { owner, limit: newAmount(random), before: newDay(random), count: random.between(1, 5), hold: 0 };
}

/** The text of the task: what is not an input is the same each time. */
export function taskOf({ taskNumber }: LoopAgent): string {
  const number = taskNumber === null ? '' : `, at ${taskNumber}`;
  return `Go through the items of the owner and tag them "urgent", "later" or "skipped"${number}; then report "all is done".`;
}

export function inputsOf({ told }: LoopAgent, errand: LoopErrand): JsonObject {
  return Object.fromEntries(told.map((name) => [name, errand[name]]));
}
