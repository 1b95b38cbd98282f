import { maySee, maySeeRun } from '../../access/reach.ts';
import type { WordReads } from '../../ports/word-reads.ts';
import { type Listed, newestFirst } from '../../records/page.ts';
import { messageText, runText } from '../../records/recorded.ts';
import { entryOf } from './life.ts';
import { foundBy } from './recorded.ts';
import { type State, visibleMemories } from './state.ts';

const lowered = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Those that contain one of some words: with more of them first, then the newest. */
function withWords<Item extends Listed>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  words: readonly string[],
  limit: number,
): Item[] {
  const asked = [...new Set(words)].filter((word) => word !== '').map(lowered);
  return items
    .map((item) => ({ item, held: asked.filter((word) => lowered(textOf(item)).includes(word)).length }))
    .filter(({ held }) => held > 0)
    .sort((left, right) => right.held - left.held || newestFirst(left.item, right.item))
    .slice(0, limit)
    .map(({ item }) => item);
}

export function readByWords(state: State): WordReads {
  return {
    async findEntriesByWords(reader, words, limit) {
      const said = ({ text, content }: { text: string; content: object }) =>
        `${text} ${JSON.stringify(content)}`;
      return withWords(visibleMemories(state, reader), said, words, limit).map(entryOf);
    },
    async findRecordedByWords(viewer, words, limit) {
      const messages = [...state.messages.values()].filter(({ scope }) => maySee(viewer, scope));
      const runs = [...state.runs.values()].filter((run) => run.outcome !== null && maySeeRun(viewer, run));
      const keys = [
        ...withWords(messages, messageText, words, limit).map(({ id }) => ({ kind: 'message', id }) as const),
        ...withWords(runs, (run) => runText(run, []), words, limit).map(
          ({ id }) => ({ kind: 'run', id }) as const,
        ),
      ];
      return structuredClone(keys.flatMap((key) => foundBy(state, key)));
    },
  };
}
