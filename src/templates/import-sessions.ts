import { readSessionFile } from '../capture/import/session-files.ts';
import {
  type ImportSession,
  importSessions,
  importSessionText,
  type SessionImport,
} from '../capture/import-sessions.ts';
import type { Context } from '../ports/context.ts';
import type { Viewer } from '../records/scope.ts';
import { afterImport } from './session-templates/automatic.ts';

/** How to read a file of sessions. */
export interface ImportFile extends Omit<ImportSession, 'content' | 'name'> {
  /** Called with the number of records read so far. */
  readonly onProgress?: (records: number) => void;
}

/** Imports sessions that another tool recorded. Outcomes count for the session templates that were injected. */
export async function importSession(
  context: Context,
  viewer: Viewer,
  input: ImportSession,
): Promise<SessionImport> {
  const imported = await importSessionText(context, viewer, input);
  await noteImport(context, viewer, imported);
  afterImport(context, viewer, imported);
  return imported;
}

/** The same from a file of any size. */
export async function importSessionFile(
  context: Context,
  viewer: Viewer,
  path: string,
  { format = 'auto', task, outcome, agents = [], onProgress }: ImportFile = {},
): Promise<SessionImport> {
  const sessions = readSessionFile(path, format);
  const how = { task, outcome, agents, provenance: 'transcript' } as const;
  const imported = await importSessions(context, viewer, sessions, how, onProgress);
  await noteImport(context, viewer, imported);
  afterImport(context, viewer, imported);
  return imported;
}

async function noteImport({ audit }: Context, viewer: Viewer, { runs }: SessionImport): Promise<void> {
  const ids = runs.filter(({ already }) => !already).map(({ runId }) => runId);
  if (ids.length > 0) await audit.note({ action: 'import', of: viewer, kind: 'run', ids });
}
