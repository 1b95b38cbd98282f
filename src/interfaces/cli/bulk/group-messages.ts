import type { FileContent } from '../../../capture/import/file-content.ts';
import { loadLearn } from '../../../engine/stages.ts';
import { invalidInput } from '../../../errors.ts';
import { type CommandCall, written } from '../call.ts';
import type { MessageGroups } from '../present/statistics.ts';
import { createProgress, type ProgressLine } from '../progress.ts';
import type { Terminal } from '../terminal.ts';
import { everyLineOf, openFile } from './read-lines.ts';

/** Characters per write: a system call for every line would take longer than the grouping. */
const writtenAtOnce = 1 << 16;

/**
 * `learning signatures`: groups messages from flags, or the lines of a file. With `--json` the answer for a file is one
 * JSON object per line. Nothing is stored, so no database is opened.
 */
export async function groupMessages(call: CommandCall): Promise<unknown> {
  const { own, input, terminal, paint, asJson } = call;
  const { groupLines, groupMessages: groupGiven } = await loadLearn();
  if (typeof own['file'] !== 'string') {
    const items = groupGiven(input as never);
    return asJson ? { items } : groupsOf(items);
  }
  if (input['messages'] !== undefined) throw invalidInput('Give --file or --message, not both.');
  const file = await openFile(own['file'], terminal);
  const progress = createProgress(terminal, paint, 'Reading');
  try {
    const grouped = groupLines(everyLineOf(watched(file, progress)));
    if (!asJson) return await groupsOf(grouped);
    await writeLines(grouped, terminal);
    return written;
  } finally {
    progress.end();
  }
}

/** Reports progress once per chunk, because once per line would be slow. */
async function* watched(file: FileContent, progress: ProgressLine): AsyncGenerator<Uint8Array> {
  for await (const piece of file.content) {
    progress.update(
      file.bytesRead() / Math.max(1, file.bytes),
      `${file.bytesRead().toLocaleString('en')} bytes`,
    );
    yield piece;
  }
}

async function writeLines(items: AsyncIterable<object>, terminal: Terminal): Promise<void> {
  let waiting = '';
  for await (const item of items) {
    waiting += `${JSON.stringify(item)}\n`;
    if (waiting.length < writtenAtOnce) continue;
    terminal.write(waiting);
    waiting = '';
  }
  terminal.write(waiting);
}

/** Most frequent first, then in order of appearance. */
async function groupsOf(
  items: AsyncIterable<{ readonly pattern: string }> | Iterable<{ readonly pattern: string }>,
): Promise<MessageGroups> {
  const counts = new Map<string, number>();
  let lines = 0;
  for await (const { pattern } of items) {
    lines += 1;
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  const groups = [...counts].map(([pattern, count]) => ({ pattern, count }));
  return { lines, groups: groups.sort((left, right) => right.count - left.count) };
}
