import type { Parameter, PlanStep } from '../../records/plan.ts';
import type { Template } from '../../records/template.ts';
import { redactValue } from '../../text/redact/redact.ts';
import { redactName, redactOptional } from '../../text/redact/redact-name.ts';
import { redactNamed, redactPath } from '../../text/redact/redact-place.ts';
import { redactBinding, redactInvariant, redactPlace } from './redact-binding.ts';
import { redactCall, redactDetails, redactSubTask } from './redact-details.ts';

/**
 * A template without secrets. Recorded parts are already redacted, but edits by people are not. Ids, slugs
 * and the names of agents and parameters are left alone.
 */
export function redactTemplate(template: Template): Template {
  return {
    ...template,
    statusReason: redactOptional(template.statusReason),
    task: redactDetails(template.task),
    subTasks: template.subTasks.map(redactSubTask),
    parameters: template.parameters.map(redactParameter),
    plan: template.plan.map(redactPlanStep),
    dropped: template.dropped.map((call) => ({ ...call, tool: redactName(call.tool) })),
    toolEffects: template.toolEffects.map((told) => ({ ...told, tool: redactName(told.tool) })),
    examples: template.examples.map(redactCall),
    reexecuteModel: redactName(template.reexecuteModel),
  };
}

/** A parameter whose example was a secret must be given for each run: the placeholder is no value. */
function redactParameter(parameter: Parameter): Parameter {
  const { name, presentIn } = parameter;
  const example = redactNamed(name, parameter.example);
  return {
    ...parameter,
    example,
    note: redactOptional(parameter.note),
    ...(example === parameter.example ? {} : { source: 'secret', required: true }),
    seen: parameter.seen.map((value) => redactNamed(name, value)),
    repeats: parameter.repeats.map(redactPlace),
    presentIn: presentIn && redactPlace(presentIn),
  };
}

function redactPlanStep(step: PlanStep): PlanStep {
  return {
    ...step,
    tool: redactName(step.tool),
    arguments: redactBinding(step.arguments),
    observed: step.observed.map((observation) => ({
      ...observation,
      arguments: redactValue(observation.arguments),
      result: redactValue(observation.result),
      error: redactOptional(observation.error),
      ...(observation.captured === undefined ? {} : { captured: redactValue(observation.captured) }),
    })),
    free: step.free.map(redactPath),
    holds: step.holds.map(redactInvariant),
    ...(step.loop !== undefined && { loop: { ...step.loop, each: redactPlace(step.loop.each) } }),
  };
}
