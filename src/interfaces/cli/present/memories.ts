import type { Listing } from '../../../recall/browse.ts';
import type { ShownMemory } from '../../../records/link-inputs.ts';
import { type Memory, memoryText } from '../../../records/memory.ts';
import { counted, times } from '../../../text/counted.ts';
import type { FileImport } from '../bulk/import-memories.ts';
import { ago, fields, oneLine, percent } from '../layout.ts';
import {
  agentColumn,
  agentName,
  listTable,
  more,
  nothing,
  type PageStyle,
  safe,
  shownJson,
  whole,
} from './presenter.ts';

export function presentRecorded(memory: Memory, { paint }: PageStyle): string {
  return `${paint.good('Recorded')} ${memory.kind} ${paint.accent(memory.id)} for ${agentName(memory.scope.agent)}`;
}

export function presentMemories({ items, next }: Listing<Memory>, page: PageStyle): string {
  if (items.length === 0) {
    return nothing(
      page,
      `No memories yet. Write the first one down:\n  engram memory record --type knowledge --text "The staging API needs a VPN"`,
    );
  }
  const listed = listTable(page, items, [
    ['ID', ({ id }) => id, whole],
    ['KIND', ({ kind }) => kind],
    ...agentColumn<Memory>(page, ({ scope }) => scope.agent, items),
    ['AGE', ({ createdAt }) => ago(createdAt, page.now)],
    ['MEMORY', (memory) => safe(memoryText(memory))],
  ]);
  return listed + more(next, page.paint);
}

export function presentMemory(memory: ShownMemory, { paint, now }: PageStyle): string {
  const moment = (time: number): string => new Date(time).toISOString();
  return fields(paint, [
    ['id', memory.id],
    ['kind', memory.kind],
    ['agent', agentName(memory.scope.agent)],
    ['text', memory.text !== '' && safe(memory.text)],
    ...Object.entries(memory.content).map(([name, value]) => [name, safe(shownJson(value))] as const),
    ['tags', memory.tags.length > 0 && safe(memory.tags.join(', '))],
    ['confidence', percent(memory.confidence)],
    ['standing', memory.standing !== 'active' && memory.standing],
    ['created', `${moment(memory.createdAt)} (${ago(memory.createdAt, now)})`],
    ['recalled', times(memory.accessCount)],
    ['expires', memory.expiresAt !== null && moment(memory.expiresAt)],
    ['held until', memory.validUntil !== null && moment(memory.validUntil)],
    ...memory.links.map(({ kind, id }) => [kind.replace('-', ' '), id] as const),
    ...(memory.linked ?? []).map(
      ({ relation, direction, id, title }) =>
        [direction === 'to' ? relation : `${relation} it`, `${id}  ${safe(title)}`] as const,
    ),
  ]);
}

export function presentUpdated(memory: Memory, { paint }: PageStyle): string {
  const { kind, id, revision } = memory;
  return `${paint.good('Updated')} ${kind} ${paint.accent(id)} (revision ${revision}): ${oneLine(safe(memoryText(memory)), 80)}`;
}

export function presentImported(report: FileImport, { paint }: PageStyle): string {
  const number = (count: number): string => count.toLocaleString('en');
  const lines = [
    `${paint.good('Imported')} ${counted(report.imported, 'memory', 'memories')}${report.already === 0 ? '' : `; ${number(report.already)} ${report.already === 1 ? 'was' : 'were'} there already`}`,
  ];
  if (report.skippedCount > 0) {
    lines.push(`${paint.bad('Skipped')} ${number(report.skippedCount)}:`);
    for (const { line, reason } of report.skipped.slice(0, 10)) lines.push(`  line ${line}: ${safe(reason)}`);
    if (report.skippedCount > 10) lines.push(paint.dim('  … and more; --json names them'));
  }
  return lines.join('\n');
}

export function presentDeleted({ deleted }: { deleted: string }, { paint }: PageStyle): string {
  return `${paint.good('Deleted')} ${deleted} and what was derived from it`;
}
