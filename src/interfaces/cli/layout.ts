import { stripVTControlCharacters } from 'node:util';
import { fitColumns } from './fit-columns.ts';
import type { Paint } from './terminal.ts';

const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/**
 * Graphemes, one at a time, because the segmenter takes seconds for the whole of a long text. Plain text, by far the most
 * common, needs no segmenter.
 */
function* graphemesOf(text: string): Iterable<string> {
  if (/^[\x20-\x7e]*$/.test(text)) return yield* text;
  for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
}

const widthOf = (sign: string): number => (wide.test(sign) ? 2 : 1);

/** Columns a text takes on a terminal: emoji and East Asian characters take two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const sign of graphemesOf(stripVTControlCharacters(text))) width += widthOf(sign);
  return width;
}

/** One line of at most this many columns, cut with an ellipsis. Control characters cannot disturb the terminal. */
export function oneLine(text: string, columns: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  if (columns === Number.POSITIVE_INFINITY) return line;
  let cut = '';
  let width = 0;
  for (const sign of graphemesOf(line)) {
    width += widthOf(sign);
    if (width > columns) return `${cut.trimEnd()}…`;
    if (width < columns) cut += sign;
  }
  return line;
}

/** A column of a table: its title, whether its values are numbers, and what is done where the terminal is narrow. */
export interface Column {
  readonly title: string;
  readonly align?: 'right';
  /** An id, which other commands need: it is never cut. Numbers are not, either. */
  readonly whole?: boolean;
  /** Left out where there is not room for all. */
  readonly optional?: boolean;
}

/** An aligned table whose rows fit into the columns of the terminal; a pipe has any number of them. */
export function table(
  columns: readonly Column[],
  rows: ReadonlyArray<readonly string[]>,
  paint: Paint,
  available: number,
): string {
  const lines = rows.map((row) => row.map((cell) => (hasColour(cell) ? cell : cellLine(cell, available))));
  const last = columns.length - 1;
  // The last one is not padded: where nothing is cut, its texts, which may be long, need not be measured.
  const isMeasured = (index: number): boolean =>
    index !== last || columns[index]?.align === 'right' || available !== Number.POSITIVE_INFINITY;
  const measured = columns.map(({ title, align, whole = false, optional = false }, index) => {
    const cells = isMeasured(index) ? lines.map((line) => line[index] ?? '') : [];
    return {
      natural: Math.max(displayWidth(title), ...cells.map(displayWidth)),
      // A cut could take the end of a colour away.
      flexible: align !== 'right' && !whole && !cells.some(hasColour),
      optional,
    };
  });
  const widths = fitColumns(measured, available);
  const line = (cells: readonly string[]): string =>
    cells
      .flatMap((cell, index) => {
        const width = widths[index] ?? null;
        if (width === null) return [];
        if (!isMeasured(index)) return [cell];
        const fitting = measured[index]?.flexible === true ? cellLine(cell, width) : cell;
        return [
          index === last && columns[index]?.align !== 'right'
            ? fitting
            : pad(fitting, width, columns[index]?.align),
        ];
      })
      .join('  ')
      .trimEnd();
  return [paint.dim(line(columns.map((column) => column.title))), ...lines.map(line)].join('\n');
}

/** Spaces before a text say that it belongs to the row above. */
function cellLine(cell: string, columns: number): string {
  const [indent = ''] = /^ */.exec(cell) ?? [];
  return `${indent}${oneLine(cell, Math.max(1, columns - indent.length))}`;
}

function hasColour(cell: string): boolean {
  return cell.includes('\u001b');
}

function pad(text: string, width: number, align: 'right' | undefined): string {
  const gap = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'right' ? gap + text : text + gap;
}

/** A name and its value; left out where there is no value. */
export type FieldLine = readonly [name: string, value: string | null | false];

/** Names and values under each other, the values aligned. A second line of a value cannot pass for a field. */
export function fields(paint: Paint, lines: readonly FieldLine[]): string {
  const kept = lines.filter((line): line is [string, string] => typeof line[1] === 'string');
  const width = Math.max(0, ...kept.map(([name]) => displayWidth(name)));
  const indent = `\n${' '.repeat(width + 2)}`;
  return kept
    .map(([name, value]) => `${paint.dim(pad(name, width, undefined))}  ${value.replaceAll('\n', indent)}`)
    .join('\n');
}

/**
 * How long ago, in the largest fitting unit.
 *
 * @example
 * ago(now - 90_000, now); // '1m ago'
 */
export function ago(time: number | null, now: number): string {
  if (time === null) return 'never';
  const seconds = Math.max(0, Math.round((now - time) / 1000));
  if (seconds < 5) return 'now';
  if (seconds < 60) return `${seconds}s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h ago`;
  if (seconds < 30 * 86_400) return `${Math.floor(seconds / 86_400)}d ago`;
  return new Date(time).toISOString().slice(0, 10);
}

/** A duration people can read: `0.4 ms`, `12 ms`, `3.2 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}

export function percent(rate: number | null): string {
  return rate === null ? '–' : `${Math.round(rate * 100)}%`;
}
