import type { MemoryLink } from '../../../records/memory-link.ts';
import type { ManyDeleted } from '../../../records/retention-inputs.ts';
import { counted } from '../../../text/counted.ts';
import { oneLine } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { day, type PageStyle, safe } from './presenter.ts';

export function presentLinked({ from, relation, to }: MemoryLink, { paint }: PageStyle): string {
  return `${paint.good('Linked')} ${paint.accent(from)} ${relation} ${paint.accent(to)}`;
}

export function presentUnlinked({ unlinked }: { unlinked: string }, { paint }: PageStyle): string {
  return `${paint.good('Removed')} the link ${unlinked}`;
}

export function presentManyDeleted(result: ManyDeleted, page: PageStyle): string {
  const { confirmed, count } = result;
  const { paint } = page;
  const what = counted(count, 'memory', 'memories');
  if (confirmed)
    return [`${paint.good('Deleted')} ${what} and what was derived from them`, ...details(result, page)].join(
      '\n',
    );
  if (count === 0) return ['Nothing fits that could be deleted.', ...heldLines(result)].join('\n');
  return [
    `Would delete ${what}:`,
    ...details(result, page),
    paint.dim('Nothing was deleted. Repeat the command with --yes to delete them for good.'),
  ].join('\n');
}

/** Kinds, span of time, some of the records, and what is held back. */
export function details(
  result: Pick<ManyDeleted, 'byKind' | 'oldest' | 'newest' | 'sample' | 'held' | 'holds'>,
  { paint, columns }: Pick<PageStyle, 'columns'> & { readonly paint: Paint },
): string[] {
  const { byKind, oldest, newest, sample } = result;
  const kinds = Object.entries(byKind).map(([kind, count]) => `${count} ${kind}`);
  return [
    ...(kinds.length === 0 ? [] : [`  ${kinds.join(', ')}`]),
    ...(oldest === null || newest === null ? [] : [`  created from ${day(oldest)} to ${day(newest)}`]),
    ...sample.map(({ id, title }) =>
      paint.dim(`  ${id}  ${oneLine(safe(title), Math.max(20, columns - 40))}`),
    ),
    ...heldLines(result),
  ];
}

function heldLines({ held, holds }: Pick<ManyDeleted, 'held' | 'holds'>): string[] {
  if (held === 0) return [];
  const names = holds.map(({ name, reason }) => `${safe(name)} (${safe(reason)})`).join(', ');
  return [`  ${held} kept by a legal hold${names === '' ? '' : `: ${names}`}`];
}
