import { resolve } from 'node:path';
import { sessionFilesIn } from '../../../capture/import/session-files.ts';
import type { SessionImport } from '../../../capture/import-sessions.ts';
import { loadTemplates } from '../../../engine/stages.ts';
import { toEngramError } from '../../../errors.ts';
import { counted } from '../../../text/counted.ts';
import type { CommandCall } from '../call.ts';
import { createProgress } from '../progress.ts';

/** `import session --file F`: a file, or every file of a folder. What cannot be read does not stop the rest. */
export async function importSessions(call: CommandCall): Promise<SessionImport | undefined> {
  const { own, input, request, terminal, paint } = call;
  if (typeof own['file'] !== 'string') return undefined;
  const given = resolve(terminal.folder, own['file']);
  const files = sessionFilesIn(given);
  const [context, { importSessionFile }] = await Promise.all([request.open(), loadTemplates()]);
  const progress = createProgress(terminal, paint, 'Importing');
  const runs: Array<SessionImport['runs'][number]> = [];
  const skipped: Array<SessionImport['skipped'][number]> = [];
  let ignored = 0;
  try {
    for (const [number, file] of files.entries()) {
      const of = files.length === 1 ? '' : `file ${number + 1} of ${files.length}, `;
      const onProgress = (records: number): void =>
        progress.update(undefined, `${of}${counted(records, 'record')}`);
      try {
        const report = await importSessionFile(context, context.viewer, file, {
          ...input,
          onProgress,
        } as never);
        runs.push(...report.runs);
        skipped.push(...report.skipped.map(({ place, reason }) => ({ place: placeIn(file, place), reason })));
        ignored += report.ignored;
      } catch (error) {
        const { code, message } = toEngramError(error);
        // Alone, a file that cannot be read is the answer; among others, it is one thing to report.
        if (files.length === 1 || code !== 'invalid_input') throw error;
        skipped.push({ place: file, reason: message });
      }
    }
  } finally {
    progress.end();
  }
  return { runs, skipped, ignored };

  function placeIn(file: string, place: string): string {
    return files.length === 1 ? place : `${file}, ${place}`;
  }
}
