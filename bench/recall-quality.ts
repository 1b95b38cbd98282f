import { tmpdir } from 'node:os';
import { type EngramOptions, openEngram } from '../src/index.ts';
import { type AnsweredQuestion, type Item, readConversations } from './recall-data.ts';

/** How much of what answers a question is found; means over questions. */
export interface Quality {
  /** The share of the evidence among the first five and the first ten. */
  readonly recall5: number;
  readonly recall10: number;
  /** One divided by the place of the first evidence; nothing when it is not among the first ten. */
  readonly reciprocalRank: number;
}

/** How well one question is answered by these ids, best first. */
export function qualityOf({ evidence }: AnsweredQuestion, ids: readonly string[]): Quality {
  const share = (limit: number): number => {
    const first = new Set(ids.slice(0, limit));
    return evidence.filter((id) => first.has(id)).length / evidence.length;
  };
  const place = ids.slice(0, 10).findIndex((id) => evidence.includes(id));
  return { recall5: share(5), recall10: share(10), reciprocalRank: place === -1 ? 0 : 1 / (place + 1) };
}

export function meanOf(qualities: readonly Quality[]): Quality {
  const mean = (part: keyof Quality): number =>
    qualities.reduce((sum, quality) => sum + quality[part], 0) / qualities.length;
  return { recall5: mean('recall5'), recall10: mean('recall10'), reciprocalRank: mean('reciprocalRank') };
}

/** One way to search. */
interface Way {
  readonly name: string;
  readonly options: Pick<EngramOptions, 'embedder' | 'recall'>;
  /** Whether it is unknown when a turn was said, and which one it follows. */
  readonly textAlone?: boolean;
}

const nothingElse = { speaker: 0, date: 0, question: 0 };

/** The defaults come last. */
const ways: readonly Way[] = [
  {
    name: 'words, each turn by itself (BM25)',
    options: { embedder: { provider: 'none' }, recall: { relevance: { ...nothingElse, vector: 0 } } },
    textAlone: true,
  },
  { name: 'words alone', options: { embedder: { provider: 'none' } } },
  {
    // Words always count 1; beside 100 they do not matter.
    name: 'vectors alone',
    options: { recall: { relevance: { ...nothingElse, vector: 100 } } },
  },
  { name: 'both, as it comes', options: {} },
];

export interface WayQuality extends Quality {
  readonly name: string;
  readonly byConversation: ReadonlyMap<string, Quality>;
}

/** LoCoMo through the library: every turn a memory, an agent for each conversation. */
export async function measureQuality(): Promise<WayQuality[]> {
  const measured: WayQuality[] = [];
  for (const way of ways) measured.push(await measureWay(way));
  return measured;
}

async function measureWay({ name, options, textAlone }: Way): Promise<WayQuality> {
  const nowhere = { environment: {}, folder: tmpdir(), home: tmpdir() };
  const engram = await openEngram({ db: 'memory:', surroundings: nowhere, ...options });
  const byConversation = new Map<string, Quality>();
  const all: Quality[] = [];
  for (const { agent, items, questions } of readConversations()) {
    const view = engram.agent(agent);
    await view.memories.import(items.map((item) => importedFrom(item, textAlone)));
    const qualities: Quality[] = [];
    for (const question of questions) {
      const found = await view.memories.search({ query: question.text, limit: 10 });
      const ids = found.map(({ memory }) => memory?.provenance.externalId ?? '');
      qualities.push(qualityOf(question, ids));
    }
    byConversation.set(agent, meanOf(qualities));
    all.push(...qualities);
  }
  await engram.close();
  return { name, ...meanOf(all), byConversation };
}

/** What is given to `memories.import`: the text alone, or also when it was said and what it was said after. */
export function importedFrom({ id, text, ...circumstances }: Item, textAlone = false): object {
  const imported = { kind: 'knowledge', text, externalId: id };
  return textAlone ? imported : { ...imported, ...circumstances };
}
