import type * as z from 'zod';
import { readerWith } from '../../access/grants.ts';
import { mayChange } from '../../access/reach.ts';
import { actingItself } from '../../audit/acting.ts';
import { EngramError, invalidInput, phrase } from '../../errors.ts';
import type { Context } from '../../ports/context.ts';
import { type KnowledgeReport, mergeKnowledgeInput } from '../../records/knowledge.ts';
import { parseInput } from '../../records/parse.ts';
import type { Viewer } from '../../records/scope.ts';
import { copiedMemory, grantsOfCopy } from './copied-memory.ts';
import { bringIn } from './import.ts';
import { readMemories } from './read-knowledge.ts';
import { inOrder, isWanted } from './selection.ts';
import type { Incoming } from './settle.ts';

type MergeKnowledge = z.input<typeof mergeKnowledgeInput>;

/**
 * Copies what another agent knows into one's own memories (SHR-2). An agent copies what the other lets it read, and each copy
 * carries that grant; the owner of a project copies what any of its agents knows to another one.
 */
export async function mergeKnowledge(
  context: Context,
  viewer: Viewer,
  raw: MergeKnowledge,
): Promise<KnowledgeReport> {
  const input = parseInput(mergeKnowledgeInput, raw, 'merge');
  const { fromAgent, toAgent = viewer.agent, onConflict, dryRun, ...selection } = input;
  const owner = { ...viewer, agent: toAgent };
  if (!mayChange(viewer, owner)) throw intoAnother(toAgent ?? '');
  if (fromAgent === toAgent) throw invalidInput(`"${fromAgent}" knows that already: it is its own.`);
  const now = context.clock.now();
  const open = await context.store.openGrants(viewer.user);
  const reader = readerWith(viewer, open, now);
  const known = await actingItself('knowledge', () => readMemories(context, viewer, selection.kind));
  const theirs = known.filter(({ scope }) => scope.project === viewer.project && scope.agent === fromAgent);
  const incoming: Incoming[] = [];
  const skipped: Array<KnowledgeReport['skipped'][number]> = [];
  for (const memory of inOrder(theirs.filter((each) => isWanted(selection, each, now)))) {
    const grants = grantsOfCopy(reader, memory, owner, open, now);
    if (grants === undefined) skipped.push({ id: memory.id, reason: lentOnly(fromAgent) });
    else incoming.push(copiedMemory(memory, grants, owner));
  }
  // A dry run of an agent shows it what it would copy; the owner sees what its agents know.
  if (!dryRun || viewer.agent !== null) {
    const action = dryRun ? 'access' : 'merge';
    const { project, agent } = owner;
    const ids = incoming.map(({ id }) => id);
    const of = { ...viewer, agent: fromAgent };
    await context.audit.note({ action, of, to: { project, agent }, kind: 'memory', ids });
  }
  const note = `The knowledge of ${fromAgent} was merged.`;
  return bringIn(context, owner, incoming, { rule: onConflict, dryRun, note, skipped });
}

const lentOnly = (agent: string): string =>
  `"${agent}" has it from somebody else, who did not let it be shared on`;

function intoAnother(agent: string): EngramError {
  return new EngramError(
    'forbidden',
    `An agent merges into what is its own, and "${agent}" is another one.`,
    {
      hint: phrase`Act without ${{ acting: 'agent' }}, or leave ${{ field: 'toAgent' }} out.`,
    },
  );
}
