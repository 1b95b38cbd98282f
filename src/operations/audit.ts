import * as z from 'zod';
import { loadAudit } from '../engine/stages.ts';
import { writeJsonFile } from '../interfaces/cli/bulk/json-files.ts';
import { ownFlag } from '../interfaces/cli/call.ts';
import * as present from '../interfaces/cli/present/audit.ts';
import {
  type ExportedAudit,
  exportAuditInput,
  exportedAuditSchema,
  listAuditInput,
  shownAuditSchema,
  type VerifiedAudit,
  verifiedAuditSchema,
  verifyAuditInput,
} from '../records/audit-inputs.ts';
import { command, defineOperation, route } from './operation.ts';

/** What was written down about who did what to whose records. */
export const auditOperations = {
  /**
   * The last first: reads across agents, shares, revocations, exports, imports, deletions.
   *
   * @example
   * const { items } = await engram.audit.list({ action: 'access', who: 'bob' });
   */
  list: defineOperation({
    name: 'audit.list',
    summary: 'List who read, shared, exported or deleted what, and why',
    effect: 'read',
    input: listAuditInput,
    output: z.object({ items: z.array(shownAuditSchema), next: z.string().nullable() }),
    run: async (context, input) => (await loadAudit()).listAudit(context, context.viewer, input),
    cli: command(
      present.presentAudit,
      'engram audit list',
      'engram audit list --action access --who bob --since 2030-01-01',
      'engram audit list --record mem_01…',
    ),
    http: route('GET /api/audit', { action: 'access' }),
    mcp: `Lists what was written down about you and your records, the last first: who read, shared, revoked, exported, imported or deleted what, when, and why. Use it when somebody asks who has seen or removed something. "action", "who" (an agent), "record" (an id) and "since" narrow it.
Example: {"action":"access"}`,
  }),
  /**
   * Looks at every record of the store: whether one was altered, removed or moved. With a hash that was kept elsewhere, also
   * whether the last ones were cut off.
   *
   * @example
   * const { whole, head } = await engram.audit.verify({ head: keptHash });
   */
  verify: defineOperation({
    name: 'audit.verify',
    summary: 'Verify that no audit record was altered, removed or moved',
    effect: 'read',
    administers: true,
    input: verifyAuditInput,
    output: verifiedAuditSchema,
    run: async (context, input) => (await loadAudit()).verifyAudit(context, input),
    cli: {
      present: present.presentVerified,
      exitCode: ({ whole }: VerifiedAudit) => (whole ? 0 : 1),
      examples: ['engram audit verify', 'engram audit verify --head 4f0c…'],
    },
    http: route('GET /api/audit/verification', {}),
    mcp: null,
  }),
  /** All that concerns the viewer, as one document, oldest first. */
  export: defineOperation({
    name: 'audit.export',
    summary: 'Export the audit as a JSON document',
    effect: 'read',
    input: exportAuditInput,
    output: exportedAuditSchema,
    run: async (context, input) => (await loadAudit()).exportAudit(context, context.viewer, input),
    cli: {
      ownFlags: [ownFlag('file', 'Where to write it; printed when left out')],
      carryOut: (call, perform) =>
        writeJsonFile(call, async () => (await perform()) as ExportedAudit, present.describeExported),
      present: present.presentExported,
      examples: ['engram audit export --file audit.json', 'engram audit export --since 2030-01-01'],
    },
    http: route('GET /api/audit/export', {}),
    mcp: null,
  }),
};
