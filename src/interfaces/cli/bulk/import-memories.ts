import type { ImportReport } from '../../../capture/import-memories.ts';
import { loadCapture } from '../../../engine/stages.ts';
import { counted } from '../../../text/counted.ts';
import type { CommandCall } from '../call.ts';
import { createProgress } from '../progress.ts';
import { type FileLine, linesOf, openFile } from './read-lines.ts';

/** Skipped lines named in the answer; a file of another kind would name every line. */
const maxNamed = 1_000;

/** The result of importing a file of memories. */
export interface FileImport {
  readonly imported: number;
  readonly already: number;
  readonly skippedCount: number;
  readonly skipped: ReadonlyArray<{ readonly item: number; readonly line: number; readonly reason: string }>;
}

/** `memory import --file F.jsonl`: a memory a line, in pieces, so that any size fits into memory. */
export async function importMemories(call: CommandCall): Promise<FileImport | undefined> {
  const { own, request, terminal, paint } = call;
  if (typeof own['file'] !== 'string') return undefined;
  const [context, { importMemories: importItems }] = await Promise.all([request.open(), loadCapture()]);
  const file = await openFile(own['file'], terminal);
  const progress = createProgress(terminal, paint, 'Importing');
  let imported = 0;
  let already = 0;
  let skippedCount = 0;
  const skipped: Array<FileImport['skipped'][number]> = [];
  const skip = (line: number, reason: string): void => {
    skippedCount += 1;
    if (skipped.length < maxNamed) skipped.push({ item: line - 1, line, reason });
  };
  try {
    for await (const lines of linesOf(file.content)) {
      const parsed = lines.flatMap((line) => parse(line, skip));
      const report: ImportReport = await importItems(
        context,
        context.viewer,
        parsed.map(({ value }) => value),
      );
      imported += report.imported;
      already += report.already;
      for (const { item, reason } of report.skipped) skip(parsed[item]?.number ?? 0, reason);
      const share = file.bytesRead() / Math.max(1, file.bytes);
      progress.update(share, counted(imported + already, 'memory', 'memories'));
    }
  } finally {
    progress.end();
  }
  return { imported, already, skippedCount, skipped };
}

function parse(
  { number, text }: FileLine,
  skip: (line: number, reason: string) => void,
): Array<{ number: number; value: unknown }> {
  if (text.includes('\ufffd')) {
    skip(number, 'it is not valid UTF-8');
    return [];
  }
  try {
    // A file may begin with a byte order mark.
    return [{ number, value: JSON.parse(text.replace(/^\ufeff/, '')) as unknown }];
  } catch (error) {
    skip(number, `it is not valid JSON: ${(error as Error).message}`);
    return [];
  }
}
