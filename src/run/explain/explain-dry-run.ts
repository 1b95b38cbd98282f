import { type JsonObject, sameJson } from '../../json/json.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import type { Template } from '../../records/template.ts';
import type { DryRun } from '../../records/template-run.ts';
import { explainArguments } from '../../templates/plan/explain-arguments.ts';
import { findUnusedChange } from '../replay/checks.ts';
import { type ParameterReading, readParameters } from '../replay/parameters.ts';
import { explainCheck } from './explain-check.ts';
import { explainableCalls, explainGuards } from './explain-guards.ts';

/** A dry run that says what would be asked for, and what would stop each call, with these inputs. */
export function explainDryRun(
  dryRun: DryRun,
  template: Template,
  given: JsonObject,
  reading: ParameterReading & { readonly tools: ToolRuntime },
): DryRun {
  const { tools } = reading;
  const { values, missing } = readParameters(template, given, reading);
  const isKnown = missing.length === 0;
  const unused = isKnown ? findUnusedChange(template, values, tools) : undefined;
  const isExplainable = explainableCalls(template);
  return {
    ...dryRun,
    calls: dryRun.calls.map((call, index) => {
      const step = template.plan[index];
      if (step === undefined) return call;
      return {
        ...call,
        explained: explainArguments(step, index, template.parameters),
        guards: isExplainable[index] === true ? explainGuards(template, index) : [],
        ...explainCheck(step, tools.describe(step.tool)?.check !== undefined),
        asksAsRecorded: step.observed.some(({ arguments: recorded }) => sameJson(recorded, call.preview)),
      };
    }),
    asks: missing.map(({ name, example, source }) => ({
      parameter: name,
      example: source === 'secret' ? null : example,
      places: template.plan.flatMap((step, index) =>
        explainArguments(step, index, template.parameters)
          .filter(({ parameter }) => parameter === name)
          .map(({ place }) => place),
      ),
    })),
    problems: [...dryRun.problems, ...(unused === undefined ? [] : [`${unused.why.reason}.`])],
  };
}
