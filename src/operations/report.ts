import { loadMeasure } from '../engine/stages.ts';
import { presentReport } from '../interfaces/cli/present/report.ts';
import { reportFlags } from '../interfaces/cli/report-flags.ts';
import * as inputs from '../records/learning-inputs.ts';
import { reportSchema } from '../records/report.ts';
import { defineOperation, route } from './operation.ts';

/** The report on work and learning. */
export const reportOperations = {
  /** How work goes, what was learned and whether it helps. `reportMarkdown` and `reportPage` make a page of it. */
  report: defineOperation({
    name: 'report',
    summary: 'Report how work goes, what was learned and whether it helps',
    effect: 'read',
    group: 'learning',
    input: inputs.reportInput,
    output: reportSchema,
    run: async (context, input) => (await loadMeasure()).reportFor(context, context.viewer, input),
    cli: {
      ownFlags: reportFlags,
      carryOut: async (call, perform) =>
        (await import('../interfaces/cli/write-report.ts')).writeReport(call, perform),
      present: presentReport,
      examples: [
        'engram report',
        'engram report --format markdown --days 30',
        'engram report --output report.html --watch',
      ],
    },
    http: route('GET /api/report', { days: 30 }),
    mcp: `Reports how work goes, what was learned and whether it helps: success by category and agent, trends, failures, checks, what to do about it. A long answer; use it when you are asked how it stands.
Example: {"days":30}`,
  }),
};
