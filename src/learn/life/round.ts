import { EngramError } from '../../errors.ts';
import type { Context } from '../../ports/context.ts';
import type { Command } from '../../ports/store.ts';
import type { Memory } from '../../records/memory.ts';
import type { Viewer } from '../../records/scope.ts';
import { type Change, reviseCommand } from './change.ts';

/** The changes of a consolidation; in a dry run, those it would make. */
export interface ConsolidationReport {
  readonly dryRun: boolean;
  /** Memories that were looked at. */
  examined: number;
  readonly merged: Array<{ readonly into: string; readonly from: readonly string[] }>;
  readonly contradictions: Array<{ readonly winner: string; readonly loser: string; readonly why: string }>;
  readonly promoted: string[];
  readonly demoted: string[];
  /** Memories that are active again, because their winner or summary is gone or kept hurting. */
  readonly restored: string[];
  /** `into` is null in a dry run: the summary does not exist. */
  readonly summarised: Array<{ readonly into: string | null; readonly from: readonly string[] }>;
  readonly archived: string[];
  /** `id` is null in a dry run for a rule that would be new. */
  readonly rules: Array<{ readonly id: string | null; readonly text: string; readonly support: number }>;
  /** Changes that were left for the next round, because somebody else changed the memory meanwhile. */
  skipped: number;
}

/** One round of consolidation. */
export interface Round {
  readonly context: Context;
  readonly viewer: Viewer;
  readonly now: number;
  readonly report: ConsolidationReport;
  /** The current state of these memories, without those that are gone. */
  fetch(ids: readonly string[]): Promise<Memory[]>;
  /** Writes all or nothing; false when a memory was changed meanwhile, and the change is left for the next round. */
  write(changes: readonly Change[], recorded?: Memory): Promise<boolean>;
}

export function startRound(context: Context, viewer: Viewer, dryRun: boolean): Round {
  const now = context.clock.now();
  const report: ConsolidationReport = {
    dryRun,
    examined: 0,
    merged: [],
    contradictions: [],
    promoted: [],
    demoted: [],
    restored: [],
    summarised: [],
    archived: [],
    rules: [],
    skipped: 0,
  };
  /** What a dry run would have written, so that its later steps see the changes of the earlier ones. */
  const imagined = new Map<string, Memory>();
  return {
    context,
    viewer,
    now,
    report,
    async fetch(ids) {
      const memories = await context.store.getMemories(viewer, ids);
      return memories.map((memory) => imagined.get(memory.id) ?? memory);
    },
    async write(changes, recorded) {
      if (dryRun) {
        for (const { memory } of changes) imagined.set(memory.id, memory);
        return true;
      }
      const record: Command[] = recorded === undefined ? [] : [{ type: 'record-memory', memory: recorded }];
      const commands = [...record, ...changes.map((change) => reviseCommand(change, now))];
      const written = await committed(context, commands);
      if (!written) report.skipped += 1;
      return written;
    },
  };
}

/** Commits all of it; false when a memory was changed or deleted since it was read. */
export async function committed(context: Context, commands: readonly Command[]): Promise<boolean> {
  try {
    await context.store.commit(commands);
    return true;
  } catch (error) {
    if (EngramError.is(error) && (error.code === 'conflict' || error.code === 'not_found')) return false;
    throw error;
  }
}
