import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** One half of the LoCoMo data, as it is written down. */
interface Conversation {
  readonly id: string;
  readonly turns: readonly {
    readonly dia_id: string;
    readonly speaker: string;
    readonly text: string;
    readonly time: string;
  }[];
  readonly qa: readonly { readonly question: string; readonly evidence: readonly string[] }[];
}

/** A memory as every contestant gets it. */
export interface Item {
  readonly id: string;
  readonly text: string;
  readonly createdAt: number;
  readonly session: string;
  readonly position: number;
}

/** A question, and the memories that answer it, each once. Some ids exist nowhere: they cannot be found. */
export interface AnsweredQuestion {
  readonly text: string;
  readonly evidence: readonly string[];
}

/** What one agent remembers, and what it is asked. */
export interface Remembered {
  readonly agent: string;
  readonly items: readonly Item[];
  readonly questions: readonly AnsweredQuestion[];
}

const file = (): string => resolve(process.env['ENGRAM_BENCH_DATA'] ?? 'no-data', 'locomo/open.json');

/** Whether there is data to measure with; says what to do when there is none. */
export function hasConversations(): boolean {
  const found = existsSync(file());
  if (!found) console.log('Left out: set ENGRAM_BENCH_DATA to a folder with locomo/open.json.');
  return found;
}

/** LoCoMo: long conversations, and questions whose answers are in a few known turns. */
export function readConversations(): readonly Remembered[] {
  const conversations: readonly Conversation[] = JSON.parse(readFileSync(file(), 'utf8'));
  return conversations.map(({ id, turns, qa }) => ({
    agent: id,
    items: turns.map(({ dia_id, speaker, text, time }) => {
      const [session = '', position] = dia_id.split(':');
      const createdAt = momentOf(time);
      return { id: dia_id, text: `${speaker}: ${text}`, createdAt, session, position: Number(position) };
    }),
    questions: qa
      .filter(({ evidence }) => evidence.length > 0)
      .map(({ question, evidence }) => ({ text: question, evidence: [...new Set(evidence)] })),
  }));
}

/** Of "1:56 pm on 8 May, 2023". */
function momentOf(time: string): number {
  const [hour, day] = time.split(' on ');
  return Date.parse(`${day} ${hour} UTC`);
}

/** All questions, each once. */
export function readQuestions(): readonly string[] {
  const questions = readConversations().flatMap((conversation) => conversation.questions);
  return [...new Set(questions.map(({ text }) => text))];
}

/** Turns in a session of memories that are made up. */
const sessionLength = 30;

/**
 * As many memories as one likes, in batches: the beginnings of two turns of LoCoMo each, in sessions. The same in
 * every run, and each the same in a larger set as in a smaller one.
 */
export function* madeUpMemories(from: number, to: number, batch = 1_000): Generator<readonly Item[]> {
  const turns = readConversations().flatMap(({ items }) => items.map(({ text }) => text.split(' ')));
  for (let start = from; start < to; start += batch) {
    const length = Math.min(batch, to - start);
    yield Array.from({ length }, (_, index) => madeUpMemory(start + index, turns));
  }
}

function madeUpMemory(number: number, turns: readonly (readonly string[])[]): Item {
  const random = randomNumbers(number);
  const beginning = (): readonly string[] => {
    const words = turns[Math.floor(random() * turns.length)] ?? [];
    return words.slice(0, Math.ceil(words.length * random()));
  };
  const text = [...beginning(), ...beginning()].join(' ').slice(0, 400);
  return {
    id: `made-up-${number}`,
    // Memories have names of their own as well, which nothing else contains.
    text: random() < 0.3 ? `${text} item${number}` : text,
    createdAt: 1_700_000_000_000 + 1_000 * number,
    session: `session-${Math.floor(number / sessionLength)}`,
    position: number % sessionLength,
  };
}

/** Numbers from 0 to 1 that look random, and are the same for the same seed. Near seeds give unlike numbers. */
function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The size of a large store, or what ENGRAM_BENCH_SIZE says, for a trial. */
export function atMostAsked(size: number): number {
  return Math.min(size, Number(process.env['ENGRAM_BENCH_SIZE'] ?? size));
}
