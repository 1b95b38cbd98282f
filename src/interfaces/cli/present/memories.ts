import type { Listing } from '../../../recall/browse.ts';
import { type Memory, memoryText } from '../../../records/memory.ts';
import { counted, times } from '../../../text/counted.ts';
import type { FileImport } from '../bulk/import-memories.ts';
import { ago, fields, percent, table } from '../layout.ts';
import { agentName, more, nothing, type PageStyle, safe, shownJson } from './presenter.ts';

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
  const columns = [
    { title: 'ID', whole: true },
    { title: 'KIND' },
    ...(page.asOwner ? [{ title: 'AGENT' }] : []),
    { title: 'AGE' },
    { title: 'MEMORY' },
  ];
  const rows = items.map((memory) => [
    memory.id,
    memory.kind,
    ...(page.asOwner ? [agentName(memory.scope.agent)] : []),
    ago(memory.createdAt, page.now),
    safe(memoryText(memory)),
  ]);
  return table(columns, rows, page.paint, page.columns) + more(next, page.paint);
}

export function presentMemory(memory: Memory, { paint, now }: PageStyle): string {
  const content = Object.entries(memory.content).map(([name, value]): [string, string] => [
    name,
    safe(shownJson(value)),
  ]);
  return fields(
    [
      ['id', memory.id],
      ['kind', memory.kind],
      ['agent', agentName(memory.scope.agent)],
      ...(memory.text === '' ? [] : [['text', safe(memory.text)] as [string, string]]),
      ...content,
      ...(memory.tags.length === 0 ? [] : [['tags', safe(memory.tags.join(', '))] as [string, string]]),
      ['confidence', percent(memory.confidence)],
      ...(memory.standing === 'active' ? [] : [['standing', memory.standing] as [string, string]]),
      ['created', `${new Date(memory.createdAt).toISOString()} (${ago(memory.createdAt, now)})`],
      ['recalled', times(memory.accessCount)],
      ...(memory.expiresAt === null
        ? []
        : [['expires', new Date(memory.expiresAt).toISOString()] as [string, string]]),
      ...(memory.validUntil === null
        ? []
        : [['held until', new Date(memory.validUntil).toISOString()] as [string, string]]),
      ...memory.links.map(({ kind, id }): [string, string] => [kind.replace('-', ' '), id]),
    ],
    paint,
  );
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
