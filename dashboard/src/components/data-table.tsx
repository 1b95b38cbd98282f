import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { classes } from './class-names.ts';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

/** One column: its title, its width as a track of a CSS grid, and what it shows of a row. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** `minmax(0,1fr)` unless given; `7rem` for figures. */
  readonly width?: string;
  readonly align?: 'end';
  /** Left out on phones, where a row is its widest column with the others in a line below. */
  readonly isSecondary?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** What a table needs of a list: `usePages` answers it, and `listOf` makes it of an array. */
export interface TableRows<Row> {
  readonly rows: readonly Row[];
  readonly data: unknown;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** A whole list that is there already, as rows of a table. */
export function listOf<Row>(query: {
  readonly data: { readonly items: readonly Row[] } | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}): TableRows<Row> {
  return {
    rows: query.data?.items ?? [],
    data: query.data,
    error: query.error === null ? null : (query.error as Error),
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: () => undefined,
    refetch: query.refetch,
  };
}

/** What a row is taken to be high until it is measured. */
const usualHeight = 45;
/** The next page is asked for when so few rows are left below. */
const rowsAhead = 20;

/**
 * A list of any length: only the rows in sight exist, and pages are asked for as they come into sight. Arrow keys, Home
 * and End move between rows, Enter opens one.
 *
 * @example
 * <DataTable label="Runs" pages={runs} columns={columns} rowKey={(run) => run.id} href={(run) => `/runs/${run.id}`}
 *   empty={<EmptyState icon={Play} title="No runs yet">…</EmptyState>} />
 */
export function DataTable<Row>({
  label,
  pages,
  columns,
  rowKey,
  href,
  empty,
  selected,
}: {
  readonly label: string;
  readonly pages: TableRows<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Where a row leads. */
  readonly href?: (row: Row) => string;
  /** Shown where there is no row. */
  readonly empty: ReactNode;
  /** The key of the row that is open. */
  readonly selected?: string;
}) {
  const { rows, data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  const [, navigate] = useLocation();
  const [focused, setFocused] = useState(0);
  const [top, setTop] = useState(0);
  const body = useRef<HTMLDivElement>(null);
  const hasRows = rows.length > 0;
  useLayoutEffect(() => {
    if (hasRows) setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, [hasRows]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => usualHeight,
    overscan: 12,
    scrollMargin: top,
  });
  const visible = virtual.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= rows.length - rowsAhead) fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <Skeleton lines={8} className="p-5" />;
  if (rows.length === 0) return empty;

  const open = (row: Row): void => {
    if (href !== undefined) navigate(href(row));
  };
  const focusRow = (index: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setFocused(next);
    virtual.scrollToIndex(next, { align: 'auto' });
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + 10,
      PageUp: index - 10,
      Home: 0,
      End: rows.length - 1,
    };
    const target = targets[event.key];
    const row = rows[index];
    if (target !== undefined) focusRow(target);
    else if (event.key === 'Enter' && row !== undefined && event.target === event.currentTarget) open(row);
    else return;
    event.preventDefault();
  };
  const tracks = {
    '--tracks': columns.map(({ width }) => width ?? 'minmax(0,1fr)').join(' '),
  } as React.CSSProperties;
  const main = columns.find(({ width }) => width === undefined || width.startsWith('minmax'));
  const line = 'items-center gap-x-4 px-5 md:grid md:grid-cols-(--tracks)';
  const cellLook = (column: Column<Row>): string =>
    classes(
      'min-w-0',
      column.align === 'end' && 'tabular-nums md:text-right',
      column.isSecondary === true && 'max-md:hidden',
    );

  return (
    <div role="grid" aria-label={label} aria-rowcount={hasNextPage ? -1 : rows.length + 1} style={tracks}>
      <div
        role="row"
        aria-rowindex={1}
        className={classes(line, 'h-9 border-b border-line text-tiny font-medium text-soft max-md:sr-only')}
      >
        {columns.map((column) => (
          <div role="columnheader" key={column.id} className={cellLook(column)}>
            {column.title}
          </div>
        ))}
      </div>
      <div role="rowgroup" ref={body} className="relative" style={{ height: virtual.getTotalSize() }}>
        {visible.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const key = rowKey(row);
          return (
            <div
              role="row"
              key={key}
              data-index={index}
              ref={virtual.measureElement}
              aria-rowindex={index + 2}
              aria-selected={key === selected}
              tabIndex={index === Math.min(focused, rows.length - 1) ? 0 : -1}
              onFocus={() => setFocused(index)}
              onKeyDown={(event) => onKeyDown(event, index)}
              onClick={() => open(row)}
              className={classes(
                line,
                'absolute inset-x-0 min-h-11 border-b border-line py-2 -outline-offset-2 max-md:flex max-md:flex-wrap max-md:gap-y-1',
                href !== undefined && 'cursor-pointer hover:bg-sunken aria-selected:bg-accent-soft',
              )}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {columns.map((column) => (
                <div
                  role="gridcell"
                  key={column.id}
                  className={classes(
                    cellLook(column),
                    column === main
                      ? 'max-md:order-first max-md:basis-full max-md:line-clamp-2 md:truncate'
                      : 'max-md:text-small max-md:text-soft truncate',
                  )}
                >
                  {column.cell(row)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}
