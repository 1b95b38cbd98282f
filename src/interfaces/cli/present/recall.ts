import type { PromptContext } from '../../../recall/context/markdown.ts';
import type { Recalled } from '../../../recall/rank.ts';
import type { ShownRecorded } from '../../../recall/recorded/find-recorded.ts';
import type { SearchHit } from '../../../recall/recorded/fuse.ts';
import type { SimilarTask } from '../../../recall/similar-tasks.ts';
import { memoryText } from '../../../records/memory.ts';
import { ago, percent } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { agentColumn, listTable, type PageStyle, right, safe, whole } from './presenter.ts';

/** As wide as a score, so that the lines below a row are aligned with the text right of it. */
const indent = ' '.repeat('SCORE  '.length);

export function presentRecalled({ items }: { items: readonly Recalled[] }, page: PageStyle): string {
  if (items.length === 0) return 'Nothing found. Try other words, or see all with "engram memory list".';
  const found = listTable(page, items, [
    // What is linked with a hit has no score of its own.
    ['SCORE', ({ score, linked }) => (linked === undefined ? score.toFixed(2) : '·'), right],
    ['ID', ({ memory }) => memory.id, whole],
    ['KIND', ({ memory }) => memory.kind],
    ...agentColumn<Recalled>(page, ({ memory }) => memory.scope.agent, items),
    ['MEMORY', textOf],
  ]);
  if (!page.explains) return found;
  return `${withNotes(found, items.map(partsOf), page.paint)}\n\n${page.paint.dim(legend)}`;
}

/** Memories as ever; of messages and runs what they say around the words, and below it how to read on. */
export function presentSearched({ items }: { items: readonly SearchHit[] }, page: PageStyle): string {
  if (items.every((item) => item.memory !== undefined))
    return presentRecalled(
      { items: items.flatMap((item) => (item.memory === undefined ? [] : [item])) },
      page,
    );
  const scopeOf = (item: SearchHit) => (item.memory ?? item.record).scope;
  const found = listTable(page, items, [
    ['SCORE', ({ score, linked }) => (linked === undefined ? score.toFixed(2) : '·'), right],
    ['ID', (item) => (item.memory ?? item.record).id, whole],
    ['KIND', ({ kind }) => kind],
    ...agentColumn<SearchHit>(page, (item) => scopeOf(item).agent, items),
    ['FOUND', (item) => (item.memory === undefined ? safe(item.record.excerpt) : textOf(item))],
  ]);
  const notes = items.map((item) => [
    ...(item.memory === undefined ? [openedBy(item.record, page)] : []),
    ...(page.explains ? partsOf(item) : []),
  ]);
  return `${withNotes(found, notes, page.paint)}${page.explains ? `\n\n${page.paint.dim(legend)}` : ''}`;
}

function textOf({ memory, linked }: Recalled): string {
  return `${linked === undefined ? '' : relationOf(linked)}${safe(memoryText(memory))}`;
}

/** The command that shows a message or a run. */
function openedBy({ id, session, number, scope }: ShownRecorded, page: PageStyle): string {
  // Another agent may have a session of this name.
  const agent = page.asOwner && scope.agent !== null ? ` --agent ${shellWord(scope.agent)}` : '';
  return session === null
    ? `engram run show ${shellWord(id)}`
    : `engram session show ${shellWord(session)} --message ${number}${agent}`;
}

/** Text as a shell takes it for one word. */
function shellWord(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) ? text : `'${safe(text).replaceAll("'", "'\\''")}'`;
}

/** How a memory came into the answer that was not found itself. */
function relationOf({ relation, direction, with: hit }: NonNullable<Recalled['linked']>): string {
  return direction === 'to' ? `[${hit} ${relation} this] ` : `[${relation} ${hit}] `;
}

/** Every part of a score (REC-3): the four it is the mean of, and below them what makes the relevance. */
function partsOf({ parts, match, duplicates }: SearchHit): string[] {
  // Without neighbours in a conversation the two are the same.
  const alone = match.similarity.toFixed(2);
  const meaning = alone === match.meaning.toFixed(2) ? '' : ` (${alone} alone)`;
  return [
    listed({ ...parts }),
    `${listed({ topic: match.topic, words: match.words, meaning: match.meaning })}${meaning} · ` +
      listed({ speaker: match.speaker, date: match.date }),
    ...(duplicates.length === 0 ? [] : [`says the same: ${duplicates.join(', ')}`]),
  ];
}

function listed(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .map(([name, part]) => `${name} ${part.toFixed(2)}`)
    .join(' · ');
}

const legend = [
  'The score is the weighted mean of relevance, recency, confidence and success',
  '(settings recall.weights). Relevance is topic, or else words, meaning, speaker',
  'and date together, against the best match.',
].join('\n');

/** A table with some lines below each of its rows. */
function withNotes(rows: string, notes: ReadonlyArray<readonly string[]>, paint: Paint): string {
  const [header = '', ...lines] = rows.split('\n');
  const noted = lines.map((line, index) =>
    [line, ...(notes[index] ?? []).map((note) => paint.dim(`${indent}${note}`))].join('\n'),
  );
  return [header, ...noted].join('\n');
}

/** Only the text, so that it can be piped into a prompt. */
export function presentContext({ text }: PromptContext): string {
  return text.trimEnd();
}

export function presentSimilarTasks({ items }: { items: readonly SimilarTask[] }, page: PageStyle): string {
  if (items.length === 0) return 'No successful run of a similar task. See all with "engram run list".';
  const found = listTable(page, items, [
    ['SCORE', ({ score }) => score.toFixed(2), right],
    ['RUN', ({ run }) => run.id, whole],
    ...agentColumn<SimilarTask>(page, ({ run }) => run.scope.agent),
    ['AGE', ({ run }) => ago(run.createdAt, page.now)],
    ['TASK', ({ run }) => safe(run.task.description)],
  ]);
  return withNotes(found, items.map(likenessOf), page.paint);
}

function likenessOf({ parts }: SimilarTask): string[] {
  const { description, ...others } = parts;
  const same = Object.entries(others).flatMap(([name, part]) => (part === 1 ? [name] : []));
  const shared = same.length === 0 ? '' : `same ${same.join(', ')} · `;
  return [`${shared}description ${percent(description)} alike`];
}
