import type * as z from 'zod';
import { grants } from '../grant.ts';
import { holds } from '../hold.ts';
import { loans } from '../loan.ts';
import { registeredAgents } from '../registered-agent.ts';
import { removals, retentionPolicies } from '../retention.ts';
import { taskPlans } from '../task-plan.ts';
import { userEntries } from '../user-entry.ts';

/** Every kind of owned record, in the order they were added: a new one comes last. */
export const ownedRecords = {
  agent: registeredAgents,
  plan: taskPlans,
  grant: grants,
  loan: loans,
  entry: userEntries,
  hold: holds,
  policy: retentionPolicies,
  removal: removals,
} as const;

/** What an owned record is called in commands and events. */
export type OwnedKind = keyof typeof ownedRecords;

/** An owned record of this kind. */
export type OwnedOf<Kind extends OwnedKind> = z.infer<(typeof ownedRecords)[Kind]['schema']>;

/** Which owned records of a kind to list: those with these values. */
export type OwnedFilter<Kind extends OwnedKind> = {
  readonly [Field in (typeof ownedRecords)[Kind]['filters'][number]]?: string | undefined;
};

export const ownedKinds = Object.keys(ownedRecords) as OwnedKind[];

/** What several owned records of a kind are called: `grants`, `entries`. */
export const severalOf = (kind: OwnedKind): string => `${kind.replace(/y$/, 'ie')}s`;
