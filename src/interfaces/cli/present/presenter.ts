import { counted } from '../../../text/counted.ts';
import { type Column, oneLine, table } from '../layout.ts';
import type { Paint } from '../terminal.ts';

/** What a presenter needs to know about the place it writes to. */
export interface PageStyle {
  readonly paint: Paint;
  readonly columns: number;
  readonly now: number;
  /** Acting as the owner, so that rows must name their agent. */
  readonly asOwner?: boolean;
  /** The agent that acts; null for the owner. */
  readonly agent?: string | null;
  /** Only some records were asked for, so that an empty answer does not mean that there are none. */
  readonly filtered?: boolean;
  /** The reader wants to know why. */
  readonly explains?: boolean;
}

/** Turns the output of an operation into text for people. */
export type Presenter = (output: never, page: PageStyle) => string;

/** Text of a stored record, safe to print: a stored escape code must not drive the reader's terminal. */
export function safe(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '�')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '�');
}

/** An error for people. What others threw may begin with "Error:" itself. */
export function errorLine(message: string, paint: Paint): string {
  return `${paint.bad('Error:')} ${safe(message.replace(/^(?:Error: )+/, ''))}\n`;
}

/** JSON for a log view: at most 1,000 characters of it (CAP-1). */
export function shownJson(value: unknown, columns = 1_000): string {
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value), Math.min(columns, 1_000));
}

/** The agent of a row, when it needs naming. */
export function agentName(agent: string | null): string {
  return agent === null ? '(project)' : safe(agent);
}

/** A column of a list: its title, what a row has there, and how that is laid out. */
export type ListColumn<Item> = readonly [
  title: string,
  cell: (item: Item) => string,
  layout?: Omit<Column, 'title'>,
];

export const right = { align: 'right' } as const;
export const optional = { optional: true } as const;
export const whole = { whole: true } as const;

/** A table with a row for each item. */
export function listTable<Item>(
  page: Pick<PageStyle, 'paint' | 'columns'>,
  items: readonly Item[],
  columns: ReadonlyArray<ListColumn<Item>>,
): string {
  const titles = columns.map(([title, , layout]) => ({ title, ...layout }));
  const rows = items.map((item) => columns.map(([, cell]) => cell(item)));
  return table(titles, rows, page.paint, page.columns);
}

/**
 * The column that names the agent of each row: for the owner, who sees those of all agents, and for an agent when something of
 * others is among the items.
 */
export function agentColumn<Item>(
  { asOwner, agent }: PageStyle,
  agentOf: (item: Item) => string | null,
  items: readonly Item[] = [],
): ReadonlyArray<ListColumn<Item>> {
  const isOfOthers = (item: Item): boolean => agentOf(item) !== null && agentOf(item) !== agent;
  if (!asOwner && !items.some(isOfOthers)) return [];
  return [['AGENT', (item) => agentName(agentOf(item))]];
}

/** What an empty list says: how to begin, or that the filters left nothing. */
export function nothing(page: PageStyle, howToBegin: string): string {
  return page.filtered ? 'Nothing fits. Leave a filter out to see more.' : howToBegin;
}

/** The line under a list that goes on. */
export function more(next: string | null, paint: Paint): string {
  return next === null ? '' : `\n${paint.dim(`More: add --cursor ${next}`)}`;
}

/** What a run of a template has cost: `0 model calls, 1 tool call`. */
export function callsMade(model: number, tools: number): string {
  return `${counted(model, 'model call')}, ${counted(tools, 'tool call')}`;
}

/** A moment that may lie ahead. */
export function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
