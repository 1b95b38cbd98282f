import type { PromptContext } from '../../../recall/context/markdown.ts';
import type { Recalled } from '../../../recall/rank.ts';
import type { SimilarTask } from '../../../recall/similar-tasks.ts';
import { memoryText } from '../../../records/memory.ts';
import { ago, type Column, percent, table } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { agentName, type PageStyle, safe } from './presenter.ts';

const score: Column = { title: 'SCORE', align: 'right' };
/** As wide as a score, so that what is said below a row stands under what is right of it. */
const indent = ' '.repeat('SCORE  '.length);

export function presentRecalled({ items }: { items: readonly Recalled[] }, page: PageStyle): string {
  if (items.length === 0) return 'Nothing found. Try other words, or see all with "engram memory list".';
  const columns = [
    score,
    { title: 'ID', whole: true },
    { title: 'KIND' },
    ...(page.asOwner ? [{ title: 'AGENT' }] : []),
    { title: 'MEMORY' },
  ];
  const rows = items.map((item) => [
    item.score.toFixed(2),
    item.memory.id,
    item.memory.kind,
    ...(page.asOwner ? [agentName(item.memory.scope.agent)] : []),
    safe(memoryText(item.memory)),
  ]);
  const found = table(columns, rows, page.paint, page.columns);
  if (!page.explains) return found;
  return `${withNotes(found, items.map(partsOf), page.paint)}\n\n${page.paint.dim(legend)}`;
}

/** Every part of a score (REC-3): the four it is the mean of, and below them what makes the relevance. */
function partsOf({ parts, match, duplicates }: Recalled): string[] {
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
  const columns = [
    score,
    { title: 'RUN', whole: true },
    ...(page.asOwner ? [{ title: 'AGENT' }] : []),
    { title: 'AGE' },
    { title: 'TASK' },
  ];
  const rows = items.map((item) => [
    item.score.toFixed(2),
    item.run.id,
    ...(page.asOwner ? [agentName(item.run.scope.agent)] : []),
    ago(item.run.createdAt, page.now),
    safe(item.run.task.description),
  ]);
  const found = table(columns, rows, page.paint, page.columns);
  return withNotes(found, items.map(likenessOf), page.paint);
}

function likenessOf({ parts }: SimilarTask): string[] {
  const { description, ...others } = parts;
  const same = Object.entries(others).flatMap(([name, part]) => (part === 1 ? [name] : []));
  const shared = same.length === 0 ? '' : `same ${same.join(', ')} · `;
  return [`${shared}description ${percent(description)} alike`];
}
