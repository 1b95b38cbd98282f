import { notFound } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { ReportedAgent } from '../records/agent-report.ts';
import type { Viewer } from '../records/scope.ts';
import { reportFor } from './learning.ts';

/** How agents do, with what they contributed to plans; one of them when it is named (MET-2, MET-3). */
export async function agentReport(
  context: Context,
  viewer: Viewer,
  { name, days }: { readonly name?: string | undefined; readonly days?: number | undefined },
): Promise<ReportedAgent[]> {
  const { agents, coordination } = await reportFor(context, viewer, days === undefined ? {} : { days });
  const wanted = agents.filter(({ agent }) => name === undefined || agent === name);
  if (name !== undefined && wanted.length === 0) throw notFound('agent', name);
  return wanted.map((figures) => ({
    ...figures,
    plans: coordination.agents.find(({ agent }) => agent === figures.agent) ?? null,
  }));
}
