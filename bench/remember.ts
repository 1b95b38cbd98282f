import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Engram, openEngram } from '../src/index.ts';
import type { JsonObject } from '../src/json/json.ts';
import type { Row } from './measure.ts';
import { readConversations } from './recall-data.ts';

/** A conversation as `memory remember` takes it. */
interface BenchConversation {
  readonly id: string;
  readonly messages: readonly JsonObject[];
}

/** What was kept of it, and where it stands. */
interface KeptLine {
  readonly conversation: string;
  readonly position: number;
  readonly why: string;
  readonly text: string;
}

/** Conversations that were in view while the rules were written; the others were opened to be judged only. */
const locomoInView = new Set(['conv-26', 'conv-41']);
const isSessionInView = (session: string): boolean =>
  Number.parseInt(createHash('sha256').update(session).digest('hex').slice(0, 1), 16) % 2 === 0;

/**
 * What `memory remember` keeps of real conversations, per 1,000 messages. Precision is judged by hand, because no data says what is worth
 * keeping: `ENGRAM_BENCH_SAMPLE=100` prints a random sample of what was kept of the half that was not in view, the same in every run.
 */
export async function benchRemember(): Promise<Row[]> {
  const sets = [
    { name: 'LoCoMo, people who talk', all: friends(), inView: (id: string) => locomoInView.has(id) },
    { name: 'coding sessions, calls only', all: codingSessions(), inView: isSessionInView },
  ];
  const rows: Row[] = [];
  for (const { name, all, inView } of sets) {
    if (all.length === 0) console.log(`Left out: ${name}; set ENGRAM_BENCH_DATA.`);
    for (const [half, isWanted] of [
      ['in view', inView],
      ['not in view', (id: string) => !inView(id)],
    ] as const) {
      const conversations = all.filter(({ id }) => isWanted(id));
      if (conversations.length === 0) continue;
      const messages = conversations.reduce((sum, one) => sum + one.messages.length, 0);
      const kept = await keptOf(conversations);
      rows.push({
        what: `${name}: kept of ${messages} messages, ${half}`,
        measured: String(kept.length),
        against: 'all of them',
        ratio: `${((kept.length / messages) * 1_000).toFixed(1)} per 1,000`,
        goal: '–',
        held: true,
      });
      if (half === 'not in view') printSample(name, kept);
    }
  }
  return rows;
}

async function keptOf(conversations: readonly BenchConversation[]): Promise<KeptLine[]> {
  const engram: Engram = await openEngram({
    db: 'memory:',
    surroundings: { environment: {}, folder: tmpdir(), home: tmpdir() },
  });
  try {
    const kept: KeptLine[] = [];
    for (const { id, messages } of conversations) {
      const report = await engram.memories.remember({ messages: [...messages], session: id, by: 'rules' });
      kept.push(...report.kept.map(({ position, why, text }) => ({ conversation: id, position, why, text })));
    }
    return kept;
  } finally {
    await engram.close();
  }
}

function friends(): BenchConversation[] {
  if (!existsSync(file('locomo/open.json'))) return [];
  return readConversations().map(({ agent, items }) => ({
    id: agent,
    messages: items.map(({ text, createdAt }) => {
      const [, name = '', content = ''] = /^([^:]+): ([\s\S]*)$/.exec(text) ?? [];
      return { role: 'user', name, content, at: createdAt };
    }),
  }));
}

interface RecordedLine {
  readonly kind: 'call' | 'result';
  readonly session: string;
  readonly ts: string;
  readonly id: string;
  readonly name?: string;
  readonly input?: JsonObject;
  readonly is_error?: boolean;
  readonly output?: string;
}

function codingSessions(): BenchConversation[] {
  const path = file('coding-sessions/sessions.jsonl.gz');
  if (!existsSync(path)) return [];
  const sessions = new Map<string, JsonObject[]>();
  for (const line of gunzipSync(readFileSync(path)).toString('utf8').split('\n')) {
    if (line === '') continue;
    const record: RecordedLine = JSON.parse(line);
    const messages = sessions.get(record.session) ?? [];
    sessions.set(record.session, messages);
    messages.push(messageOf(record));
  }
  return [...sessions].map(([id, messages]) => ({ id, messages }));
}

function messageOf({
  kind,
  id,
  ts,
  name = '',
  input = {},
  output = '',
  is_error: failed = false,
}: RecordedLine): JsonObject {
  return kind === 'call'
    ? { role: 'assistant', at: ts, content: [{ type: 'tool_use', id, name, input }] }
    : {
        role: 'user',
        at: ts,
        content: [{ type: 'tool_result', tool_use_id: id, content: output, is_error: failed }],
      };
}

function file(name: string): string {
  return resolve(process.env['ENGRAM_BENCH_DATA'] ?? 'no-data', name);
}

/** A random sample by the hash of what was kept, so that every run prints the same. */
function printSample(name: string, kept: readonly KeptLine[]): void {
  const size = Number(process.env['ENGRAM_BENCH_SAMPLE'] ?? 0);
  if (size === 0) return;
  const hash = (line: KeptLine): string =>
    createHash('sha256')
      .update(`seed 1 ${JSON.stringify(line)}`)
      .digest('hex');
  const sample = kept.toSorted((left, right) => (hash(left) < hash(right) ? -1 : 1)).slice(0, size);
  console.log(`\n${name}: ${sample.length} of ${kept.length} kept`);
  for (const [index, { conversation, position, why, text }] of sample.entries())
    console.log(`${index + 1}\t${conversation}#${position}\t${why}\t${text.replaceAll('\n', ' ')}`);
}
