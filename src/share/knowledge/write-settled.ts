import type { Command } from '../../ports/store.ts';
import type { KnowledgeReport } from '../../records/knowledge.ts';
import type { Settled } from './settle.ts';

/** Limits of one commit: enough to be cheap, few enough not to keep other writers waiting. */
const maxCommands = 1_000;
const maxCharacters = 500_000;

/**
 * The commits of what was settled, in bounded pieces. Each may be repeated: what is new is written if it is absent, and what
 * is replaced names the revision it was made from. So doing it again after a crash does what is left.
 */
export function commitsOf({ added, replaced }: Settled, note: string, at: number): Command[][] {
  const commands: Command[] = [
    ...replaced.map(
      ({ own, by }): Command => ({
        type: 'revise-memory',
        owner: own.scope,
        memory: by,
        change: { at, reason: 'updated', note },
      }),
    ),
    ...added.map((memory): Command => ({ type: 'record-memory', memory, ifAbsent: true })),
  ];
  const pieces: Command[][] = [];
  let size = maxCharacters;
  for (const command of commands) {
    const last = pieces.at(-1);
    if (last === undefined || size >= maxCharacters || last.length >= maxCommands) {
      pieces.push([command]);
      size = 0;
    } else last.push(command);
    size += 'memory' in command ? JSON.stringify(command.memory).length : 0;
  }
  return pieces;
}

/** What was done, or would be, in figures. */
export function reportOf(
  { added, replaced, already, conflicts }: Settled,
  skipped: KnowledgeReport['skipped'],
  dryRun: boolean,
): KnowledgeReport {
  return { dryRun, added: added.length, replaced: replaced.length, already, conflicts, skipped };
}
