import type * as z from 'zod';
import type { Context } from '../ports/context.ts';
import type { Command } from '../ports/store.ts';
import {
  type ImportedMemory,
  importedMemoryInput,
  type importReportSchema,
  isPlainlyValid,
} from '../records/import.ts';
import { type Memory, type MemoryKind, memoryContents, newLife } from '../records/memory.ts';
import { problemOf } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import type { Viewer } from '../records/scope.ts';
import { redactText } from '../text/redact/redact.ts';
import { storableText } from '../text/text.ts';

/** The result of importing memories. */
export type ImportReport = z.infer<typeof importReportSchema>;

/** Limits of one commit: enough memories to be cheap, few enough not to keep other writers waiting. */
const maxMemories = 2_000;
const maxCharacters = 500_000;

/**
 * Imports memories. Importing again changes nothing for memories with an external id. A memory that cannot be imported is
 * reported and does not stop the rest.
 */
export async function importMemories(
  context: Context,
  viewer: Viewer,
  items: readonly unknown[],
): Promise<ImportReport> {
  const skipped: Array<{ item: number; reason: string }> = [];
  const waiting: Command[] = [];
  let size = 0;
  let imported = 0;
  let already = 0;
  async function write(): Promise<void> {
    const commands = waiting.splice(0);
    size = 0;
    const { ignored } = await context.store.commit(commands);
    already += ignored.length;
    imported += commands.length - ignored.length;
    // Others who share this process get their turn.
    await new Promise(setImmediate);
  }
  for (const [item, raw] of items.entries()) {
    const memory = memoryFrom(context, viewer, raw);
    if (typeof memory === 'string') {
      skipped.push({ item, reason: memory });
      continue;
    }
    waiting.push({ type: 'record-memory', memory, ifAbsent: true });
    size += memory.text.length;
    if (waiting.length >= maxMemories || size >= maxCharacters) await write();
  }
  if (waiting.length > 0) await write();
  if (imported > 0)
    await context.audit.note({ action: 'import', of: viewer, kind: 'memory', ids: [], count: imported });
  return { imported, already, skipped };
}

/** The memory a record stands for, or why there is none. */
function memoryFrom(context: Context, viewer: Viewer, raw: unknown): Memory | string {
  const given = isPlainlyValid(raw) ? raw : checked(raw);
  if (typeof given === 'string') return given;
  const { agent, kind = 'knowledge', text = '' } = given;
  if (agent !== undefined && viewer.agent !== null && agent !== viewer.agent) {
    return `it belongs to the agent "${agent}"; import it as that agent or as the owner of the project`;
  }
  const names = [agent, given.session, given.externalId];
  if (names.some((name) => name !== undefined && redactText(name) !== name)) {
    return 'its agent, session or externalId holds a secret; names are kept as they are, so give it another';
  }
  const parsed = contentOf(kind, text, given.content);
  if (typeof parsed === 'string') return parsed;
  return {
    schemaVersion,
    id: context.ids('mem'),
    scope: agent === undefined ? viewer : { ...viewer, agent },
    createdAt: given.createdAt ?? context.clock.now(),
    kind,
    text: parsed.text,
    content: parsed.content,
    tags: given.tags ?? [],
    confidence: given.confidence ?? 0.5,
    relevance: given.relevance ?? 0.5,
    successRate: given.successRate ?? null,
    expiresAt: given.expiresAt ?? null,
    visibility: given.visibility ?? 'private',
    provenance: {
      byPerson: null,
      runId: null,
      stepId: null,
      importedFrom: null,
      agent: null,
      externalId: given.externalId ?? null,
      sessionId: given.session ?? null,
      position: given.position ?? null,
    },
    derivedFrom: [],
    ...newLife(),
  } as Memory;
}

function checked(raw: unknown): ImportedMemory | string {
  const parsed = importedMemoryInput.safeParse(raw, { reportInput: true });
  return parsed.success ? parsed.data : problemOf(parsed.error);
}

const nothingSaid = 'it has neither text nor content';

/** The words and the fields of a record; sources differ in whether `content` holds the one or the other. */
function contentOf(
  kind: MemoryKind,
  text: string,
  content: unknown,
): { text: string; content: object } | string {
  if (typeof content === 'string' && text === '') {
    const words = storableText.safeParse(content);
    if (!words.success) return problemOf(words.error, 'content');
    return content.trim() === '' ? nothingSaid : { text: content, content: {} };
  }
  if (content === undefined || content === null || typeof content === 'string') {
    return text.trim() === '' ? nothingSaid : { text, content: {} };
  }
  const fields = memoryContents[kind].safeParse(content, { reportInput: true });
  if (!fields.success) return problemOf(fields.error, 'content');
  const empty = text.trim() === '' && Object.keys(fields.data).length === 0;
  return empty ? nothingSaid : { text, content: fields.data };
}
