import { expect } from 'vitest';
import type { Command, Exported, Store } from '../../ports/store.ts';
import type { Scope } from '../../records/scope.ts';

/** More pieces than any case needs: a store that never ends its export would keep a test going for ever. */
const tooMany = 500;

/** Everything a store exports, piece by piece. */
export async function piecesOf(store: Store, limit: number): Promise<Array<readonly Command[]>> {
  const pieces: Array<readonly Command[]> = [];
  let after: string | null = null;
  do {
    const piece: Exported = await store.export(after, limit);
    pieces.push(piece.commands);
    after = piece.next;
  } while (after !== null && pieces.length < tooMany);
  expect(after, 'the export does not end').toBeNull();
  return pieces;
}

export async function exportedFrom(store: Store, limit = 1_000): Promise<Command[]> {
  return (await piecesOf(store, limit)).flat();
}

/** Writes what one store exports into another, piece by piece. */
export async function move(from: Store, to: Store, limit = 1_000): Promise<void> {
  for (const piece of await piecesOf(from, limit)) await to.commit(piece);
}

/** What a command writes, in words that no other record of a store has. */
export function recordOf(command: Command): string {
  switch (command.type) {
    case 'create-task':
      return nameOf('task', command.task);
    case 'start-run':
      return nameOf('run', command.run);
    case 'append-step':
      return nameOf(`step of ${command.step.runId}`, command.step);
    case 'append-message':
      return nameOf('message', command.message);
    case 'record-memory':
      return nameOf('memory', command.memory);
    case 'keep-revision':
      return nameOf(`revision ${command.revision.before.revision}`, command.revision.before);
    case 'note-uses':
      return JSON.stringify(command.uses.map(({ memoryId, runId }) => ['use', memoryId, runId]));
    case 'save-lesson':
      return nameOf('lesson', command.lesson);
    case 'save-template':
      return nameOf('template', command.template);
    case 'keep-template-version':
      return nameOf(`version ${command.template.version} of template`, command.template);
    case 'create-token':
      return nameOf('token', command.token);
    case 'keep-audit-key':
      return JSON.stringify(['audit key', command.user]);
    case 'append-audit':
      return JSON.stringify(['audit record', command.record.position]);
    case 'create-record':
      return nameOf(command.kind, command.record);
    default:
      return command.type;
  }
}

function nameOf(what: string, { scope, id }: { scope: Scope; id: string }): string {
  return JSON.stringify([what, id, scope.user, scope.project, scope.agent]);
}

/** The contract promises an order of messages only; for comparing, commands are put into one. */
export function inOrder(commands: readonly Command[]): Command[] {
  return commands.toSorted((left, right) => (recordOf(left) < recordOf(right) ? -1 : 1));
}
