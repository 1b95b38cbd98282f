import type { Json } from '../../../json/json.ts';
import type { Why } from '../../../learn/life/explain.ts';
import type { HistoryEntry } from '../../../learn/life/history.ts';
import type { PruneReport } from '../../../learn/life/prune.ts';
import type { ConsolidationReport } from '../../../learn/life/round.ts';
import type { Evidence, Memory } from '../../../records/memory.ts';
import { counted, times } from '../../../text/counted.ts';
import { ago, type FieldLine, fields, percent } from '../layout.ts';
import { agentName, day, type PageStyle, safe, shownJson } from './presenter.ts';

export function presentFeedback(memory: Memory, { paint }: PageStyle): string {
  const standing = memory.standing === 'active' ? '' : `; it is ${paint.bad(memory.standing)}`;
  return `${paint.good('Noted')} for ${paint.accent(memory.id)}: confidence ${percent(memory.confidence)}, ${weighed(memory.evidence)}${standing}`;
}

/** Evidence fades, so it need not be a whole number. */
function weighed({ successes, failures }: Evidence): string {
  const rounded = (weight: number): number => Math.round(weight * 10) / 10;
  return `${rounded(successes)} for, ${rounded(failures)} against`;
}

export function presentWhy(why: Why, { paint, now }: PageStyle): string {
  const { memory, standing } = why;
  const { provenance } = memory;
  const titled = (name: string, { id, title }: { id: string; title: string | null }): FieldLine => [
    name,
    title === null ? `${id} ${paint.dim('(not there any more)')}` : `${id}  ${safe(title)}`,
  ];
  const lines: FieldLine[] = [
    ['memory', `${memory.id}  ${safe(why.title)}`],
    ['kind', `${memory.kind} of ${agentName(memory.scope.agent)}, ${why.lifetime}`],
    ['recorded', ago(memory.createdAt, now)],
    ['imported from', provenance.importedFrom && safe(provenance.importedFrom)],
    ['from run', provenance.runId && safe(provenance.runId)],
    ['from session', provenance.sessionId && safe(provenance.sessionId)],
    // What it was merged into is its source, so that they are deleted together; it was not made from it.
    ...why.sources
      .filter(({ id }) => !memory.links.some((link) => link.id === id))
      .map((source) => titled(`made from ${source.kind}`, source)),
    ...why.derived.map((source) => titled('made of it', source)),
    ['confidence', confidenceOf(why, now)],
    ['evidence', memory.confirmedAt === null ? 'no outcome yet' : weighed(memory.evidence)],
    [
      'standing',
      standing.reason === null
        ? standing.now
        : `${standing.now}, ${ago(standing.since, now)}${standing.note === '' ? '' : `: ${safe(standing.note)}`}`,
    ],
    ['expires', memory.expiresAt !== null && day(memory.expiresAt)],
    ['held until', memory.validUntil !== null && day(memory.validUntil)],
    ...why.links.map((link) => titled(link.kind.replace('-', ' '), link)),
    ['recalled', times(memory.accessCount)],
    ...why.uses.map((use): FieldLine => ['used by', `${use.runId}  ${ago(use.at, now)}, ${outcomeOf(use)}`]),
  ];
  return fields(paint, lines);
}

function confidenceOf({ memory, confidence }: Why, now: number): string {
  const { stated, earned, halfLifeDays, fadesSince } = confidence;
  const outcome =
    memory.confirmedAt === null
      ? ''
      : `, ${percent(earned)} after its last outcome (${ago(fadesSince, now)})`;
  return `${percent(confidence.now)} now; recorded with ${percent(stated)}${outcome}; half-life ${counted(halfLifeDays, 'day')}`;
}

function outcomeOf({ outcome }: { outcome: string | null }): string {
  return outcome ?? 'still running';
}

export function presentHistory({ items }: { items: readonly HistoryEntry[] }, page: PageStyle): string {
  return fields(
    page.paint,
    items.map((entry): FieldLine => [ago(entry.at, page.now), happened(entry, page)]),
  );
}

function happened(entry: HistoryEntry, { paint, columns }: PageStyle): string {
  if (entry.what === 'recorded') return paint.good('recorded');
  if (entry.what === 'used') return `used by ${entry.runId}: ${outcomeOf(entry)}`;
  const room = Math.max(20, Math.floor((columns - 40) / 2));
  return [
    `${paint.accent(entry.reason)}${entry.note === '' ? '' : `: ${safe(entry.note)}`}`,
    ...entry.changes
      .filter(({ field }) => !followingFields.has(field))
      .map(({ field, before, after }) =>
        paint.dim(`  ${field} ${shownValue(field, before, room)} → ${shownValue(field, after, room)}`),
      ),
  ].join('\n');
}

/** They follow from the evidence and from when it happened; `--json` has them. */
const followingFields = new Set(['successRate', 'confirmedAt']);

function shownValue(field: string, value: Json, room: number): string {
  if (field === 'evidence') return weighed(value as Evidence);
  if (value === null) return 'none';
  if (typeof value !== 'number') return safe(shownJson(value, room));
  if (field === 'expiresAt' || field === 'validUntil') return day(value);
  return percent(value);
}

export function presentPruned(
  { dryRun, pruned, ids, promoted, held }: PruneReport,
  { paint }: PageStyle,
): string {
  const removed = `${dryRun ? 'Would remove' : paint.good('Removed')} ${counted(pruned, 'memory', 'memories')} that expired`;
  const kept = `${counted(promoted.length, 'memory', 'memories')} expired, and ${dryRun ? 'would stay' : promoted.length === 1 ? 'stays' : 'stay'} for being used`;
  const lines = [
    ...(pruned === 0 ? [] : [removed]),
    ...(dryRun ? some(ids).map((id) => `  ${id}`) : []),
    ...(promoted.length === 0 ? [] : [kept]),
    ...(held === 0 ? [] : [`${counted(held, 'expired memory', 'expired memories')} kept by a legal hold`]),
  ];
  return lines.length === 0 ? 'Nothing has expired.' : lines.join('\n');
}

/** Enough to see what is meant. */
function some(lines: readonly string[]): string[] {
  const first = lines.slice(0, 10);
  return lines.length === first.length
    ? first
    : [...first, `… and ${lines.length - 10} more; --json names them`];
}

export function presentConsolidated(report: ConsolidationReport, { paint }: PageStyle): string {
  const { dryRun, examined, skipped } = report;
  const changes = changesIn(report, paint).filter(([, values]) => values.length > 0);
  const lines = changes.map(([name, values]) => [name, some(values).join('\n')] as const);
  const looked = `Looked at ${counted(examined, 'memory', 'memories')}`;
  const left =
    skipped === 0
      ? ''
      : `\n${counted(skipped, 'memory', 'memories')} left for next time: others were changing them`;
  if (lines.length === 0) return `${looked}: everything is in order.${left}`;
  const heading = dryRun
    ? `${looked}. Without --dry-run this would happen:`
    : `${looked} and put them ${paint.good('in order')}:`;
  return `${heading}\n${fields(paint, lines)}${left}`;
}

function changesIn(
  report: ConsolidationReport,
  paint: PageStyle['paint'],
): ReadonlyArray<readonly [string, string[]]> {
  const into = ({ into, from }: { into: string | null; from: readonly string[] }): string =>
    `${from.join(', ')} → ${into ?? 'a new one'}`;
  return [
    ['merged', report.merged.map(into)],
    [
      'superseded',
      report.contradictions.map(({ winner, loser, why }) => `${loser} by ${winner}: ${safe(why)}`),
    ],
    ['promoted', [...report.promoted]],
    ['demoted', [...report.demoted]],
    ['summarised', report.summarised.map(into)],
    ['archived', [...report.archived]],
    [
      'new rule',
      report.rules.map(({ text, support }) => `${safe(text)} ${paint.dim(`(learned ${times(support)})`)}`),
    ],
  ];
}
