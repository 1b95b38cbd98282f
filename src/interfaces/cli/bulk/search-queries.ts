import * as z from 'zod';
import { loadRecall } from '../../../engine/stages.ts';
import { invalidInput } from '../../../errors.ts';
import type { SearchHit } from '../../../recall/recorded/fuse.ts';
import { memoryText } from '../../../records/memory.ts';
import { problemOf } from '../../../records/parse.ts';
import { nameText } from '../../../text/text.ts';
import { type CommandCall, written } from '../call.ts';
import { createProgress } from '../progress.ts';
import { type FileLine, linesOf, openFile } from './read-lines.ts';

const queryLine = z.object({
  id: z.union([z.string(), z.number()]),
  text: z.string(),
  agent: nameText.optional(),
});

/** `memory search --queries Q.jsonl`: a query a line in, its answer a line out, in the same order. */
export async function searchQueries(call: CommandCall): Promise<typeof written | undefined> {
  const { own, request, input, terminal, paint } = call;
  if (typeof own['queries'] !== 'string') return undefined;
  if (input['query'] !== undefined) throw invalidInput('Give a QUERY or --queries, not both.');
  const file = await openFile(own['queries'], terminal);
  const progress = createProgress(terminal, paint, 'Searching');
  const { searchMemories } = await loadRecall();
  let answered = 0;
  try {
    for await (const lines of linesOf(file.content)) {
      for (const line of lines) {
        const { id, text, agent } = parse(line);
        const context = await request.openAs(agent);
        const asked = { ...input, query: text } as never;
        const results = await searchMemories(context, context.viewer, asked);
        terminal.write(`${JSON.stringify({ id, results: results.map(shownResult) })}\n`);
        answered += 1;
        progress.update(undefined, `${answered.toLocaleString('en')} queries`);
      }
    }
  } finally {
    progress.end();
  }
  return written;
}

function parse({ number, text }: FileLine): z.infer<typeof queryLine> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw invalidInput(`Line ${number} is not valid JSON: ${(cause as Error).message}.`, { cause });
  }
  const parsed = queryLine.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidInput(
    `Line ${number} is no query: ${problemOf(parsed.error)}. Write {"id": "q1", "text": "…"} on each line.`,
  );
}

/** Short, because thousands of them are read by a program; the rest is a `memory get` away. */
function shownResult(hit: SearchHit): object {
  if (hit.memory === undefined) {
    const { record, ...rest } = hit;
    return { externalId: null, ...record, ...rest };
  }
  const { memory, score, parts, match, duplicates } = hit;
  const { externalId, sessionId, position } = memory.provenance;
  return {
    externalId,
    score,
    id: memory.id,
    agent: memory.scope.agent,
    kind: memory.kind,
    text: memoryText(memory),
    createdAt: memory.createdAt,
    session: sessionId,
    position,
    parts,
    match,
    duplicates,
  };
}
