import type { Template } from '../records/template.ts';
import { inert } from '../text/inert/inert.ts';
import { asRecordedData, fenced } from '../text/inert/recorded-data.ts';
import { type AgentReport, type AgentTask, runAgent } from './agent/run-agent.ts';
import { dependenciesOf } from './replay/lanes.ts';

/** A part of the task and its agent. */
export interface AdaptivePart {
  readonly subTask: string | null;
  readonly agent: string | null;
}

/** An adaptive run: what every agent gets, and the system message of each. */
export interface AdaptiveTask extends Omit<AgentTask, 'system'> {
  readonly template: Template;
  /** Whether the parts are recorded as the work of the agents that did them; they take part in the run then. */
  readonly namesAgents: boolean;
  systemFor(part: AdaptivePart): string;
}

/**
 * Lets a model do the task of a template again. The parts of a task are done each by itself: those that need nothing of
 * each other at the same time, the others one after the other, with the results of those before (TPL-9).
 */
export async function runAdaptive(adaptive: AdaptiveTask): Promise<AgentReport> {
  const { template, systemFor, namesAgents, ...common } = adaptive;
  const parts = orderedParts(template);
  if (parts.length < 2) {
    return runAgent({ ...common, system: systemFor({ subTask: null, agent: template.agents[0] ?? null }) });
  }
  // All parts share the limits of one task.
  const share = (limit: number): number => Math.max(1, Math.floor(limit / parts.length));
  const limits = {
    ...common.limits,
    maxModelCalls: share(common.limits.maxModelCalls),
    maxToolCalls: share(common.limits.maxToolCalls),
  };
  const reports = new Map<string, Promise<AgentReport>>();
  for (const { id, index, text, needs, agent: by } of parts) {
    const before = needs.map((need) => reports.get(need)).filter((report) => report !== undefined);
    reports.set(
      id,
      Promise.all(before).then((done) => {
        const failed = done.find(({ status }) => status === 'failed');
        if (failed !== undefined) return leftOut(text, failed);
        const agent =
          by ?? template.examples.find(({ subTask }) => subTask === id)?.agent ?? template.agents[0] ?? null;
        const results = done.map((report) => report.text).filter((said) => said !== '');
        return runAgent({
          ...common,
          limits,
          run: common.run.subTask({ id, index, text, ...(namesAgents && agent !== null && { agent }) }),
          system: systemFor({ subTask: id, agent }),
          task: partOf(common.task, text, results),
        });
      }),
    );
  }
  return joined(await Promise.all(reports.values()));
}

function partOf(task: string, part: string, results: readonly string[]): string {
  const told = results.map((result) => fenced(inert(result))).join('\n');
  const known = results.length === 0 ? '' : `\n\nWhat came of the parts before:\n\n${asRecordedData(told)}`;
  return `${task}\n\nDo this part of it, and nothing else: ${inert(part)}${known}`;
}

function leftOut(text: string, because: AgentReport): AgentReport {
  const reason = `"${text}" was not begun, because a part that it needs failed: ${because.reason ?? because.text}`;
  return { status: 'failed', text: '', modelCalls: 0, calls: [], reason };
}

function joined(reports: readonly AgentReport[]): AgentReport {
  const failed = reports.find(({ status }) => status === 'failed');
  return {
    status: failed === undefined ? 'completed' : 'failed',
    text: reports
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n\n'),
    modelCalls: reports.reduce((sum, { modelCalls }) => sum + modelCalls, 0),
    calls: reports.flatMap(({ calls }) => calls),
    ...(failed?.reason === undefined ? {} : { reason: failed.reason }),
  };
}

type OrderedPart = Template['subTasks'][number] & { readonly needs: readonly string[] };

/**
 * The parts with those before them that they depend on: an agent that works at the same time cannot see what they found or
 * changed. When two depend on each other, the task is done as a whole.
 */
function orderedParts({ subTasks, plan, parameters }: Template): OrderedPart[] {
  const parts = subTasks.toSorted((left, right) => left.index - right.index);
  const dependencies = dependenciesOf(plan, parameters);
  const ordered = parts.map((part) => {
    const needs = plan
      .flatMap(({ subTask }, index) => (subTask === part.id ? (dependencies[index] ?? []) : []))
      .flatMap((source) => plan[source]?.subTask ?? [])
      .filter((id) => id !== part.id);
    return { ...part, needs: [...new Set(needs)] };
  });
  const places = new Map(ordered.map(({ id }, place) => [id, place]));
  const backwards = ordered.some(({ needs }, place) =>
    needs.some((need) => (places.get(need) ?? -1) >= place),
  );
  return backwards ? [] : ordered;
}
