import * as z from 'zod';
import { loadRetain } from '../engine/stages.ts';
import * as present from '../interfaces/cli/present/retention.ts';
import { holdSchema } from '../records/hold.ts';
import { noInput } from '../records/inputs.ts';
import { removalSchema, retentionPolicySchema } from '../records/retention.ts';
import * as inputs from '../records/retention-inputs.ts';
import { asItems, command, createsAt, defineOperation, route } from './operation.ts';
import { itemsOf } from './outputs.ts';

/** How long records are kept, and which must not be deleted. */
export const retentionOperations = {
  /**
   * Says how long records are kept. It is carried out in the background, and by `run`.
   *
   * @example
   * await engram.retention.set({ name: 'old-runs', kind: 'run', olderThan: '90d' });
   */
  set: defineOperation({
    name: 'retention.set',
    summary: 'Set how long records are kept',
    effect: 'delete',
    idempotent: true,
    input: inputs.setPolicyInput,
    output: retentionPolicySchema,
    run: async (context, input) => (await loadRetain()).setPolicy(context, context.viewer, input),
    cli: command(
      present.presentPolicySet,
      'engram retention set old-runs --kind run --older-than 90d',
      'engram retention set quiet --kind memory --older-than 52w --by last-used --action archive',
    ),
    http: createsAt('/api/retention/policies', { name: 'old-runs', kind: 'run', olderThan: '90d' }),
    mcp: `Sets how long records are kept: memories of a "kind" (or "memory" for every kind), "run", "session" or "all", by their age "olderThan" such as "90d". Older ones are deleted, or archived with "action": "archive", from now on and by itself. Use it only when you were asked to; look at engram_retention_preview afterwards. A policy of an agent concerns its own records only.
Example: {"name":"old-runs","kind":"run","olderThan":"90d"}`,
  }),
  list: defineOperation({
    name: 'retention.list',
    summary: 'List retention policies',
    effect: 'read',
    input: noInput,
    output: itemsOf(retentionPolicySchema),
    run: async (context) => (await loadRetain()).listPolicies(context, context.viewer),
    answer: asItems,
    cli: command(present.presentPolicies, 'engram retention list'),
    http: route('GET /api/retention/policies', {}),
    mcp: `Lists the retention policies that concern you: your own and the project's.
Example: {}`,
  }),
  remove: defineOperation({
    name: 'retention.remove',
    summary: 'Remove a retention policy',
    effect: 'write',
    input: inputs.policyNameInput,
    output: z.object({ removed: z.string() }),
    run: async (context, { name }) => (await loadRetain()).removePolicy(context, context.viewer, name),
    library: { by: 'name' },
    cli: command(present.presentPolicyRemoved, 'engram retention remove old-runs'),
    http: route('DELETE /api/retention/policies/{name}', { name: 'old-runs' }),
    mcp: `Removes a retention policy. Nothing more is deleted or archived by it; what is gone stays gone.
Example: {"name":"old-runs"}`,
  }),
  /** What policies would do now. Nothing changes. */
  preview: defineOperation({
    name: 'retention.preview',
    summary: 'Show what retention policies would do now',
    effect: 'read',
    input: inputs.somePolicyInput,
    output: itemsOf(inputs.policyPreviewSchema),
    run: async (context, input) => (await loadRetain()).previewPolicies(context, context.viewer, input),
    answer: asItems,
    cli: command(present.presentPreviews, 'engram retention preview', 'engram retention preview old-runs'),
    http: route('GET /api/retention/preview', { name: 'old-runs' }),
    mcp: `Shows what each retention policy would do now: how many records of which kind, the oldest and newest, a sample, and what a legal hold keeps. Changes nothing.
Example: {"name":"old-runs"}`,
  }),
  /** Carries out policies now instead of in the background. */
  run: defineOperation({
    name: 'retention.run',
    summary: 'Carry out retention policies now',
    effect: 'delete',
    idempotent: true,
    input: inputs.somePolicyInput,
    output: itemsOf(inputs.policyResultSchema),
    run: async (context, input) => (await loadRetain()).runPolicies(context, context.viewer, input),
    answer: asItems,
    cli: command(present.presentEnforced, 'engram retention run', 'engram retention run old-runs'),
    http: route('POST /api/retention/run', { name: 'old-runs' }),
    mcp: `Carries out your retention policies now; otherwise they are carried out in the background. Cannot be undone: look at engram_retention_preview first. Answers what each policy deleted and archived.
Example: {"name":"old-runs"}`,
  }),
  /** What policies deleted and archived, by day. */
  report: defineOperation({
    name: 'retention.report',
    summary: 'Show what retention policies did, by day',
    effect: 'read',
    input: inputs.retentionReportInput,
    output: itemsOf(removalSchema),
    run: async (context, input) => (await loadRetain()).retentionReport(context, context.viewer, input),
    answer: asItems,
    cli: command(present.presentReport, 'engram retention report'),
    http: route('GET /api/retention/report', { policy: 'old-runs' }),
    mcp: `Tells what retention policies deleted and archived, by policy and day, the latest first.
Example: {}`,
  }),
  /**
   * Keeps records from being deleted, whoever or whatever wants to. Only the owner of the project sets and lifts holds.
   *
   * @example
   * await engram.retention.hold({ name: 'case-7', of: 'alice', reason: 'The court asked for it' });
   */
  hold: defineOperation({
    name: 'retention.hold',
    summary: 'Set a legal hold: nothing it covers is deleted',
    effect: 'write',
    input: inputs.setHoldInput,
    output: holdSchema,
    run: async (context, input) => (await loadRetain()).setHold(context, context.viewer, input),
    cli: command(
      present.presentHeld,
      'engram retention hold case-7 --of alice --reason "The court asked for it"',
      'engram retention hold case-8 --memory mem_01… --reason "Evidence"',
    ),
    http: createsAt('/api/retention/holds', {
      name: 'case-7',
      of: 'alice',
      reason: 'The court asked for it',
    }),
    // What is evidence is for people to decide.
    mcp: null,
  }),
  release: defineOperation({
    name: 'retention.release',
    summary: 'Lift a legal hold',
    effect: 'delete',
    input: inputs.holdNameInput,
    output: z.object({ released: z.string() }),
    run: async (context, { name }) => (await loadRetain()).releaseHold(context, context.viewer, name),
    library: { by: 'name' },
    cli: command(present.presentReleased, 'engram retention release case-7'),
    http: route('DELETE /api/retention/holds/{name}', { name: 'case-7' }),
    mcp: null,
  }),
  holds: defineOperation({
    name: 'retention.holds',
    summary: 'List legal holds',
    effect: 'read',
    input: noInput,
    output: itemsOf(holdSchema),
    run: async (context) => (await loadRetain()).listHolds(context, context.viewer),
    answer: asItems,
    cli: command(present.presentHolds, 'engram retention holds'),
    http: route('GET /api/retention/holds', {}),
    mcp: `Lists the legal holds of the project: what must not be deleted, and why.
Example: {}`,
  }),
};
