import type { PlannedSubTask } from '../records/task-plan.ts';
import { refuseLargePlan } from './plan-graph.ts';

/** What the reader knows of the project. */
export interface KnownNames {
  readonly agents: readonly string[];
  /** Categories and specialisations. */
  readonly categories: readonly string[];
}

/** An item of a list in a task. */
interface Item {
  readonly indent: number;
  /** As written, such as `2` or `1.3`; null for a bullet. */
  readonly label: string | null;
  /** Its check box is ticked. */
  readonly isDone: boolean;
  text: string;
}

/** A bullet, a check box, or a number or letter with a dot or bracket. */
const itemPattern = /^(\s*)(?:[-*+•–]\s+(\[[ xX]\]\s+)?|(\d+(?:\.\d+)*)[.):]\s+|([a-zA-Z])[.)]\s+)(\S.*)$/u;

/**
 * Breaks a task down by what its text says: the items of a list, or clauses joined by "then". Numbered items follow each
 * other, bullets do not; `(after 1, 2)` names what an item needs, `[backend]` its category and `@ada` its agent. A text
 * without any of these is one sub-task: nothing is guessed.
 *
 * @example
 * readTask('1. Build\n2. Test', { agents: [], categories: [] }).map(({ needs }) => needs); // [[], ['1']]
 */
export function readTask(description: string, known: KnownNames): PlannedSubTask[] {
  const items = itemsOf(description);
  if (items.length >= 2 && items.some(({ isDone }) => !isDone)) return fromItems(items, known);
  const clauses = clausesOf(description);
  return clauses.map((text, index) => {
    const { needs: _, ...parts } = partsOf(text, known, () => false);
    return { ...parts, id: String(index + 1), needs: index === 0 ? [] : [String(index)], taskId: null };
  });
}

function itemsOf(description: string): Item[] {
  const items: Item[] = [];
  let isCode = false;
  for (const line of description.replaceAll('\t', '    ').split(/\r?\n/)) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    // A list in a block of code is no list of work.
    const found = isCode ? null : itemPattern.exec(line);
    const last = items.at(-1);
    if (isFence) isCode = !isCode;
    if (found !== null) {
      const [, indent = '', box, number, letter, text = ''] = found;
      const isDone = /x/i.test(box ?? '');
      items.push({ indent: indent.length, label: number ?? letter ?? null, isDone, text: text.trim() });
    } else if (last !== undefined && line.trim() !== '' && (isCode || isFence || /^\s/.test(line))) {
      last.text += ` ${line.trim()}`;
    }
  }
  return items;
}

/** Items that have items of their own are headings of these. */
function fromItems(items: readonly Item[], known: KnownNames): PlannedSubTask[] {
  const isHeading = (index: number): boolean => (items[index + 1]?.indent ?? 0) > (items[index]?.indent ?? 0);
  const leaves = items.flatMap((item, index) => (isHeading(index) ? [] : [{ item, index }]));
  refuseLargePlan(leaves.length);
  const ids = idsFor(leaves.map(({ item }) => item));
  const idOf = new Map(leaves.map(({ index }, place) => [index, ids[place] ?? String(place + 1)]));
  const leavesUnder = (index: number): string[] => {
    const own = idOf.get(index);
    if (own !== undefined) return [own];
    const end = items.findIndex((other, at) => at > index && other.indent <= (items[index]?.indent ?? 0));
    const last = end === -1 ? items.length : end;
    return leaves
      .filter(({ index: at }) => at > index && at < last)
      .map(({ index: at }) => idOf.get(at) ?? '');
  };
  // Bullets have no labels: they are named by the numbers they are given.
  const areBullets = items.every(({ label }) => label === null);
  const labels = items.map(({ label }, index) => (areBullets ? (idOf.get(index) ?? null) : label));
  const done = new Set(leaves.flatMap(({ item, index }) => (item.isDone ? [idOf.get(index) ?? ''] : [])));
  const all = leaves.map(({ item, index }) => {
    const placeOf = (reference: string): number =>
      labels.findIndex((label, place) => label === reference && place !== index);
    const parts = partsOf(item.text, known, (reference) => placeOf(reference) !== -1);
    const named = parts.needs.flatMap((reference) => leavesUnder(placeOf(reference)));
    const needs = named.length > 0 ? named : before(items, index).flatMap(leavesUnder);
    const left = [...new Set(needs)].filter((need) => !done.has(need));
    return { ...parts, id: idOf.get(index) ?? '', needs: left, taskId: null };
  });
  return all.filter(({ id }) => !done.has(id));
}

/** The numbered item that comes just before this one, or before the heading it is under. */
function before(items: readonly Item[], index: number): number[] {
  const item = items[index];
  if (item === undefined) return [];
  let indent = item.indent;
  let at = index;
  for (let place = index - 1; place >= 0; place -= 1) {
    const other = items[place];
    if (other === undefined || other.indent > indent) continue;
    if (other.indent === indent) {
      if (items[at]?.label != null && other.label !== null) return [place];
      continue;
    }
    // Its heading: what comes before that comes before this.
    indent = other.indent;
    at = place;
  }
  return [];
}

/** Labels as they are written, where they tell the items apart; otherwise numbers. */
function idsFor(items: readonly Item[]): string[] {
  const labels = items.map(({ label }) => label);
  const areNames = !labels.includes(null) && new Set(labels).size === labels.length;
  return items.map(({ label }, index) => (areNames && label !== null ? label : String(index + 1)));
}

/** `(after 1, 2)`, `[needs: 3]`, `(depends on 1 and 2)`: in brackets, so that prose is not taken for it. */
const needsPattern =
  /[([]\s*(?:after|needs|depends on|requires|blocked by)\s*:?\s+((?:(?:steps?|tasks?|items?)\s+)?#?[\w.]+(?:(?:\s*,\s*|\s+and\s+|\s*&\s*)#?[\w.]+)*)\s*[)\]]/iu;

/** What is said about an item; brackets that name no other item, such as `(needs review)`, stay in its text. */
function partsOf(
  written: string,
  known: KnownNames,
  isItem: (reference: string) => boolean,
): Pick<PlannedSubTask, 'text' | 'category' | 'type' | 'needs' | 'agent'> {
  // The patterns take the square of the time for a long run of spaces.
  let text = written.replaceAll(/\s+/g, ' ');
  const needs: string[] = [];
  const named = needsPattern.exec(text);
  if (named !== null) {
    const list = (named[1] ?? '').replace(/^(?:steps?|tasks?|items?)\s+/i, '');
    const names = list.split(/\s*,\s*|\s+and\s+|\s*&\s*/).map((name) => name.replace(/^#|\.$/g, ''));
    if (names.every(isItem)) {
      needs.push(...names);
      text = text.replace(named[0], ' ');
    }
  }
  const [mention, agent = null] = /(?:^|\s)@([\w.-]*\w)/u.exec(text) ?? [];
  const isAgent = agent !== null && known.agents.includes(agent);
  if (isAgent && mention !== undefined) text = text.replace(mention, ' ');
  const category = categoryOf(text, known);
  if (category !== null) text = text.slice(category.length);
  const left = text.replaceAll(/\s+/g, ' ').trim();
  return {
    text: left === '' ? written.trim() : left,
    category: category?.name ?? null,
    type: null,
    needs,
    agent: isAgent ? agent : null,
  };
}

/** `[backend]` in front, which is no link, or `backend:` where the project knows that category. */
function categoryOf(text: string, known: KnownNames): { name: string; length: number } | null {
  const bracketed = /^\s*\[([^\]\s][^\]]{0,40})\](?!\()\s*/u.exec(text);
  if (bracketed !== null) return { name: (bracketed[1] ?? '').trim(), length: bracketed[0].length };
  const before = /^\s*([^:]{1,40}):\s+/u.exec(text);
  const name = known.categories.find((each) => each.toLowerCase() === before?.[1]?.trim().toLowerCase());
  return before === null || name === undefined ? null : { name, length: before[0].length };
}

/** Words that begin the next clause: after punctuation or "and", or at the start of a sentence. */
const sequencePattern =
  /(?:\s*[,;.]\s+|\s+and\s+|\s*[,;]\s+and\s+)(?:then|after that|afterwards|finally|lastly)\b,?\s+/giu;

/** Clauses in order. "If … then …" is one: what comes after it depends on more than its place. */
function clausesOf(description: string): string[] {
  if (/^\s*(?:if|when|whenever|unless)\b/iu.test(description)) return [description];
  const clauses = description
    .trim()
    // The pattern takes the square of the time for a long run of spaces.
    .replaceAll(/\s+/g, ' ')
    .split(sequencePattern)
    .map((clause) => clause.replace(/^first,?\s+/iu, '').trim())
    .filter((clause) => clause !== '');
  return clauses.length === 0 ? [description] : clauses;
}
