import type * as z from 'zod';
import { EngramError } from '../errors.ts';
import { runTemplateInput } from '../model/inputs.ts';
import type { JsonObject } from '../model/json.ts';
import { parseInput } from '../model/parse.ts';
import type { Binding } from '../model/plan.ts';
import type { RunMode } from '../model/run.ts';
import type { Template } from '../model/template.ts';
import type { RunHandle } from '../ports/run-handle.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import { checkTools, type ReplayReport, replay } from './replay.ts';
import { parameterValues } from './resolve.ts';

/** Which template to run, and with which inputs. */
export type RunTemplate = z.input<typeof runTemplateInput>;

/** What the engine lends to this stage: finding a template, and beginning a run through the gate. */
export interface TemplateRunning {
  showTemplate(idOrSlug: string): Promise<Template>;
  beginRun(
    input: { description: string; inputs: JsonObject; approach: string },
    mode: RunMode,
  ): Promise<{ run: RunHandle; learning: { template: Template } | null }>;
}

/** The calls a replay would make, with where each value would come from. */
export interface DryRun {
  readonly status: 'planned';
  readonly templateId: string;
  readonly parameters: JsonObject;
  readonly calls: ReadonlyArray<{ tool: string; arguments: Binding }>;
}

/** What a template run did, as the record of its run shows it too. */
export interface TemplateRun extends ReplayReport {
  readonly templateId: string;
  readonly runId: string;
  readonly durationMs: number;
}

/** Executes a template again, recorded as a run of its own. */
export async function runTemplate(
  running: TemplateRunning,
  raw: RunTemplate,
  tools: ToolRuntime,
  elapsed: () => number,
): Promise<TemplateRun | DryRun> {
  const input = parseInput(runTemplateInput, raw, 'template run');
  const template = await running.showTemplate(input.id);
  const values = parameterValues(template.parameters, input.inputs);
  if (input.dryRun) {
    const calls = template.plan.map((step) => ({ tool: step.tool, arguments: step.arguments }));
    return {
      status: 'planned',
      templateId: template.id,
      parameters: withoutSecrets(template, values),
      calls,
    };
  }
  checkTools(template, tools);
  const since = elapsed();
  const { run, learning } = await running.beginRun(
    { description: template.task.description, inputs: withoutSecrets(template, values), approach: 'replay' },
    { kind: 'template', style: input.mode, templateId: template.id },
  );
  if (learning === null) throw new EngramError('internal', 'The gate kept the template from its own run.');
  const report = await replay(learning.template, input.inputs, tools, run);
  const { divergence } = report;
  await run.finish({
    outcome: report.status === 'completed' ? 'success' : report.toolCalls.length > 1 ? 'partial' : 'failure',
    ...(divergence === undefined
      ? {}
      : { summary: `${report.status} at call ${divergence.call}: ${divergence.reason}` }),
  });
  return { templateId: template.id, runId: run.id, durationMs: elapsed() - since, ...report };
}

function withoutSecrets(template: Template, values: JsonObject): JsonObject {
  const shown = template.parameters.filter(({ source }) => source !== 'secret');
  return Object.fromEntries(shown.map(({ name }) => [name, values[name] ?? null]));
}
