import type { ExportedAudit, ShownAudit, VerifiedAudit } from '../../../records/audit-inputs.ts';
import { counted } from '../../../text/counted.ts';
import { printableJson } from '../bulk/json-files.ts';
import { ago } from '../layout.ts';
import { listTable, more, nothing, optional, type PageStyle, safe } from './presenter.ts';

export function presentAudit(
  { items, next }: { items: readonly ShownAudit[]; next: string | null },
  page: PageStyle,
): string {
  if (items.length === 0)
    return nothing(
      page,
      'Nothing was written down that fits. Reads across agents, shares, exports and deletions are, as they happen.',
    );
  const { paint, now } = page;
  const table = listTable(page, items, [
    ['WHEN', ({ at }) => ago(at, now)],
    ['WHO', ({ by }) => (by === null ? paint.dim('engram') : party(by))],
    ['DID', ({ action }) => paint.accent(action)],
    ['WHAT', what],
    ['OF', ({ of }) => party(of)],
    ['TO', ({ to }) => (to === null ? '–' : party(to)), optional],
    ['WHY', ({ why }) => safe(why ?? '–')],
    ['BY', ({ operation }) => safe(operation ?? '–'), optional],
  ]);
  return `${table}${more(next, paint)}`;
}

export function presentVerified(
  { whole, records, head, problems }: VerifiedAudit,
  { paint }: PageStyle,
): string {
  if (head === null && whole) return 'Nothing was written down yet.';
  if (whole)
    return `${paint.good('Whole')}: ${counted(records, 'record')}, each as it was written
Head ${head}
${paint.dim('Keep it elsewhere: given as --head later, it shows whether records were cut off.')}`;
  return [
    `${paint.bad('Not whole')}: ${counted(records, 'record')} looked at`,
    ...problems.map(({ message }) => `  ${paint.bad('✗')} ${safe(message)}`),
  ].join('\n');
}

export const presentExported = (document: ExportedAudit): string => printableJson(document);

export const describeExported = ({ records }: ExportedAudit): string => counted(records.length, 'record');

function party({ project, agent }: { readonly project: string; readonly agent: string | null }): string {
  return safe(agent ?? project);
}

function what({ kind, ids, count: number }: ShownAudit): string {
  if (number === 1 && ids[0] !== undefined) return `${safe(kind)} ${safe(ids[0])}`;
  return number === 0 ? safe(kind) : counted(number, safe(kind), `${safe(kind).replace(/y$/, 'ie')}s`);
}
