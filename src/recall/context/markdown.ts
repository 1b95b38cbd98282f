import { isStatedByUser, type Memory } from '../../records/memory.ts';
import type { RecordedKey } from '../../records/recorded.ts';
import type { Viewer } from '../../records/scope.ts';
import { inert, inertLine } from '../../text/inert/inert.ts';
import { asRecordedData, fieldFrame, recordedDataTokens, toldField } from '../../text/inert/recorded-data.ts';
import { countTokens, cutAtSentence } from '../../text/token-count.ts';
import type { ShownRecorded } from '../recorded/find-recorded.ts';
import { type Experience, experienceOf } from './experience.ts';
import { statedMarkdown } from './stated.ts';

/** Default number of experiences in a prompt. */
const defaultMaxExperiences = 5;
/** An experience is cut to no fewer tokens than this. */
const minTokens = 80;
/** Characters of a stored text that are read for each token of room. A token holds at most five visible ones. */
const charactersPerToken = 8;

/** The lines of an experience, in the order of a story. */
const lines = [
  ['Situation', 'situation'],
  ['Done', 'action'],
  ['Result', 'result'],
  ['Lesson', 'lesson'],
] as const satisfies ReadonlyArray<readonly [string, keyof Experience]>;

/** A text without any of these says nothing. */
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Markdown for a prompt, and what it holds. */
export interface PromptContext {
  /** Empty when not even one experience fits. */
  readonly text: string;
  /** Ids of the memories in it, best first. */
  readonly memories: readonly string[];
  /** Messages and runs in it, best first. */
  readonly recorded: readonly RecordedKey[];
  readonly tokens: number;
  /** How many of those handed in are not in it. */
  readonly leftOut: number;
}

interface PreparedExperience {
  readonly id: string;
  /** What it is: a memory, a message or a run. */
  readonly heading: string;
  /** Its lines, made inert. */
  readonly lines: ReadonlyArray<{ readonly name: string; readonly text: string }>;
  readonly reference: string;
}

/** A memory that is told, or a message or run. */
interface ToldMemory {
  readonly memory: Memory;
  readonly record?: undefined;
}
interface ToldRecorded {
  readonly memory?: undefined;
  readonly record: ShownRecorded;
}

/**
 * The best experiences as Markdown for a prompt (REC-4): what the user stated first, as the user's own, then all else
 * marked as data that gives no orders; texts of several lines in blocks that they cannot end. Never more tokens than allowed, the same for the same input, in the order given. Where there is little room, fewer are included rather than
 * all of them cut short, and none is skipped for a worse one.
 *
 * @example
 * const { text } = contextMarkdown(await retrieve({ context: 'payment timeout' }), { tokens: 800 });
 */
export function contextMarkdown(
  experiences: ReadonlyArray<ToldMemory | ToldRecorded>,
  options: {
    readonly tokens: number;
    readonly maxExperiences?: number;
    /** Whose statements are the user's own; without it, none are. */
    readonly reader?: Viewer | undefined;
  },
): PromptContext {
  const { reader } = options;
  const isStated = (memory: Memory): boolean => reader !== undefined && isStatedByUser(memory, reader);
  const worthTelling = experiences
    .filter(saysSomething)
    .slice(0, options.maxExperiences ?? defaultMaxExperiences);
  const memories = worthTelling.flatMap(({ memory }) => memory ?? []);
  const stated = statedMarkdown(memories.filter(isStated), options.tokens);
  const room = options.tokens - countTokens(stated.text) - recordedDataTokens;
  const best = worthTelling
    .filter(({ memory }) => memory === undefined || !isStated(memory))
    .map((told) => {
      const maxLength = Math.max(0, room) * charactersPerToken;
      return told.memory === undefined
        ? prepareRecorded(told.record, maxLength)
        : prepare(told.memory, experienceOf(told.memory), maxLength);
    })
    .filter(({ lines }) => lines.length > 0);
  const told = cutToFit(chooseFitting(best, room), room);
  const recorded = told.length === 0 ? '' : asRecordedData(told.map(tell).join(''));
  const text = [stated.text, recorded].filter((part) => part !== '').join('\n');
  const ids = new Set([...stated.memories, ...told.map(({ id }) => id)]);
  return {
    text,
    memories: experiences.flatMap(({ memory }) => memory?.id ?? []).filter((id) => ids.has(id)),
    recorded: experiences
      .flatMap(({ record }) => (record === undefined ? [] : [{ kind: record.kind, id: record.id }]))
      .filter((key) => ids.has(keyOf(key))),
    tokens: countTokens(text),
    leftOut: experiences.length - ids.size,
  };
}

function prepare(memory: Memory, experience: Experience, maxLength: number): PreparedExperience {
  const [day] = new Date(memory.createdAt).toISOString().split('T', 1);
  return {
    id: memory.id,
    heading: 'Memory',
    lines: lines
      .map(([name, part]) => ({ name, text: inert((experience[part] ?? '').slice(0, maxLength)).trimEnd() }))
      .filter(({ text }) => text.trim() !== ''),
    reference: `${inertLine(memory.id)} · ${memory.kind} · ${day} · confidence ${Math.round(memory.confidence * 100)} %`,
  };
}

/** What a message or a run says, in its own words, and where it is. */
function prepareRecorded(record: ShownRecorded, maxLength: number): PreparedExperience {
  const { kind, id, session, number, role, outcome, createdAt, excerpt } = record;
  const [day] = new Date(createdAt).toISOString().split('T', 1);
  const text = inert(excerpt.slice(0, maxLength)).trimEnd();
  return {
    id: keyOf(record),
    heading: kind === 'message' ? 'Message' : 'Run',
    lines: text.trim() === '' ? [] : [{ name: kind === 'message' ? 'Said' : 'Done', text }],
    reference:
      kind === 'message'
        ? `session ${inertLine(session ?? '')}, message ${number} · ${role} · ${day}`
        : `run ${inertLine(id)} · ${outcome} · ${day}`,
  };
}

/** Ids of different kinds may be the same. */
const keyOf = ({ kind, id }: RecordedKey): string => `${kind} ${id}`;

function saysSomething({ memory, record }: ToldMemory | ToldRecorded): boolean {
  const texts = memory === undefined ? [record.excerpt] : Object.values(experienceOf(memory));
  return texts.some((text) => seen.test(text ?? ''));
}

/** As many of the best as fit together: whole, or cut to `minTokens`. */
function chooseFitting(prepared: readonly PreparedExperience[], room: number): readonly PreparedExperience[] {
  let left = room;
  const tooMany = prepared.findIndex((experience, index) => {
    left -= frameTokens(experience, index) + Math.min(minTokens, textTokens(experience));
    return left < 0;
  });
  return tooMany === -1 ? prepared : prepared.slice(0, tooMany);
}

/** Cuts each to its share of the room. One that cannot be cut, such as a single endless word, is left out. */
function cutToFit(chosen: readonly PreparedExperience[], room: number): readonly PreparedExperience[] {
  const frames = chosen.reduce((sum, experience, index) => sum + frameTokens(experience, index), 0);
  const shares = fairShares(chosen.map(textTokens), room - frames);
  return chosen
    .map((experience, index) => cut(experience, shares[index] ?? 0))
    .filter(({ lines }) => lines.length > 0);
}

/** One experience in so many tokens of text. A line of which nothing fits is left out. */
function cut(experience: PreparedExperience, tokens: number): PreparedExperience {
  const needs = experience.lines.map(({ text }) => countTokens(text));
  const shares = fairShares(needs, tokens);
  return {
    ...experience,
    lines: experience.lines
      .map(({ name, text }, index) => ({ name, text: cutAtSentence(text, shares[index] ?? 0) }))
      .filter(({ text }) => text !== ''),
  };
}

function tell({ heading, lines, reference }: PreparedExperience, index: number): string {
  const told = lines.map(({ name, text }) => toldField(name, text)).join('');
  return `### ${heading} ${index + 1}\n\n${told}- **Reference:** ${reference}\n\n`;
}

/** What an experience takes besides its text. One that is cut takes no more. */
function frameTokens({ heading, lines, reference }: PreparedExperience, index: number): number {
  const frames = lines
    .map(({ name, text }) => fieldFrame(name, text))
    .map(({ before, after }) => before + after);
  return countTokens(tell({ id: '', heading, lines: [], reference }, index)) + countTokens(frames.join(''));
}

function textTokens({ lines }: PreparedExperience): number {
  return lines.reduce((sum, { text }) => sum + countTokens(text), 0);
}

/** Shares room fairly, without giving more than needed: `fairShares([10, 100, 100], 90)` is `[10, 40, 40]`. */
function fairShares(needs: readonly number[], room: number): number[] {
  const shares = needs.map(() => 0);
  let left = room;
  const modestFirst = needs
    .map((need, index) => ({ need, index }))
    .sort((one, other) => one.need - other.need);
  for (const [served, { need, index }] of modestFirst.entries()) {
    const share = Math.min(need, Math.floor(left / (needs.length - served)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
