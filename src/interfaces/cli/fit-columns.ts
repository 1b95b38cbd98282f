/** A column as wide as its texts are, and what may be done to it. */
export interface MeasuredColumn {
  /** Columns of the terminal its longest text takes. */
  readonly natural: number;
  /** Whether its texts may be cut. */
  readonly flexible: boolean;
  /** Whether it may be left out. */
  readonly optional: boolean;
}

/** Between two columns. */
const gap = 2;
/** Width that a text column keeps, the last one more than the others; and what is left where even that is too much. */
const minWidth = 8;
const minLastWidth = 20;
const narrowestWidth = 4;

/**
 * How wide each column of a table may be, so that its rows fit; null for one that is left out. Where there is not room for
 * all, optional columns are left out from the right, as long as the texts would become too short; then those share what is
 * left evenly, none getting more than it needs.
 *
 * @example
 * fitColumns([id, agent, text], 80); // [30, 12, 34]
 */
export function fitColumns(
  columns: readonly MeasuredColumn[],
  available: number,
): ReadonlyArray<number | null> {
  const widths = columns.map(({ natural }) => natural);
  if (sum(widths) <= available) return widths;
  const minWidthOf = ({ natural, flexible }: MeasuredColumn, index: number): number =>
    flexible ? Math.min(natural, index === columns.length - 1 ? minLastWidth : minWidth) : natural;
  const kept = new Set(columns.keys());
  const minTotalWidth = (): number =>
    sum([...kept].map((index) => minWidthOf(columns[index] as MeasuredColumn, index)));
  for (const [index, { optional }] of [...columns.entries()].reverse()) {
    if (minTotalWidth() <= available) break;
    if (optional) kept.delete(index);
  }
  const isTight = minTotalWidth() > available;
  const places = [...kept].map((index) => {
    const column = columns[index] as MeasuredColumn;
    const room = minWidthOf(column, index);
    return { index, column, width: isTight && column.flexible ? Math.min(room, narrowestWidth) : room };
  });
  const widened = shareOut(places, available - sum(places.map(({ width }) => width)));
  return columns.map((_, index) => widened.get(index) ?? null);
}

interface PlacedColumn {
  readonly index: number;
  readonly column: MeasuredColumn;
  readonly width: number;
}

/** The narrowest are served first: what they do not need goes to the others. */
function shareOut(places: readonly PlacedColumn[], spare: number): Map<number, number> {
  const widths = new Map(places.map(({ index, width }) => [index, width]));
  const tooNarrow = places
    .map(({ index, column, width }) => ({ index, width, missing: column.natural - width }))
    .filter(({ missing }) => missing > 0)
    .sort((left, right) => left.missing - right.missing);
  let left = Math.max(0, spare);
  for (const [served, { index, width, missing }] of tooNarrow.entries()) {
    const given = Math.min(missing, Math.floor(left / (tooNarrow.length - served)));
    widths.set(index, width + given);
    left -= given;
  }
  return widths;
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0) + gap * Math.max(0, widths.length - 1);
}
