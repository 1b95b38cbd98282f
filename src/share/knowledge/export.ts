import type * as z from 'zod';
import { mayPassOn, readerWith } from '../../access/grants.ts';
import { mayChange } from '../../access/reach.ts';
import { actingItself } from '../../audit/acting.ts';
import { redactCommand } from '../../capture/redact-command.ts';
import { EngramError, phrase } from '../../errors.ts';
import { groupBy } from '../../learn/group-by.ts';
import type { Context } from '../../ports/context.ts';
import { exportKnowledgeInput, type KnowledgeDocument } from '../../records/knowledge.ts';
import { parseInput } from '../../records/parse.ts';
import type { Viewer } from '../../records/scope.ts';
import { knowledgeDocument } from './document.ts';
import { knowledgeRecord } from './knowledge-record.ts';
import { readMemories, readSolutions } from './read-knowledge.ts';
import { inOrder, isWanted } from './selection.ts';

type ExportKnowledge = z.input<typeof exportKnowledgeInput>;

/**
 * What a viewer knows, as a document for a file (SHR-2): its own memories and the solutions it was taught, and of what others
 * share with it only what it may share on. The owner of a project exports what all its agents know.
 */
export async function exportKnowledge(
  context: Context,
  viewer: Viewer,
  raw: ExportKnowledge,
): Promise<KnowledgeDocument> {
  const { fromAgent, ...selection } = parseInput(exportKnowledgeInput, raw, 'export');
  if (fromAgent !== undefined && !mayChange(viewer, { ...viewer, agent: fromAgent }))
    throw ofAnother(fromAgent);
  const now = context.clock.now();
  const reader = readerWith(viewer, await context.store.openGrants(viewer.user), now);
  const known = [
    // Of what others share, what is exported is told below.
    ...(await actingItself('knowledge', () => readMemories(context, viewer, selection.kind))),
    ...(await readSolutions(context, viewer)).filter(({ scope }) => mayChange(viewer, scope)),
  ];
  const wanted = known.filter(
    (memory) =>
      isWanted(selection, memory, now) &&
      mayPassOn(reader, memory) &&
      (fromAgent === undefined || memory.scope.agent === fromAgent),
  );
  const records = inOrder(wanted).map((memory) => {
    // Once more: what was stored before a rule was added has not met it.
    const { memory: clean } = redactCommand({ type: 'record-memory', memory });
    return knowledgeRecord(clean, mayChange(viewer, memory.scope));
  });
  for (const [, theirs] of groupBy(wanted, ({ scope }) => JSON.stringify(scope))) {
    const of = theirs[0]?.scope ?? viewer;
    await context.audit.note({ action: 'export', of, kind: 'memory', ids: theirs.map(({ id }) => id) });
  }
  return knowledgeDocument(viewer, selection, records, now);
}

function ofAnother(agent: string): EngramError {
  return new EngramError(
    'forbidden',
    `An agent exports what it knows itself, and "${agent}" is another one.`,
    {
      hint: phrase`Act without ${{ acting: 'agent' }}, or leave ${{ field: 'fromAgent' }} out.`,
    },
  );
}
