import { EngramError, libraryWording, sayPhrase } from '../../errors.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import { jsonSizeUpTo } from '../../json/json-size.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import type { Binding } from '../../records/plan.ts';
import type { Template } from '../../records/template.ts';
import type { DryRun } from '../../records/template-run.ts';
import { parametersOf, stepsOf } from '../../templates/plan/binding-sources.ts';
import { describeBinding } from '../../templates/plan/describe-binding.ts';
import { resolveBinding } from '../../templates/plan/resolve.ts';
import { findChangedTool, missingTools, whyNotRunnable } from './checks.ts';
import { concealing } from './conceal.ts';
import { effectOf } from './effect.ts';
import { describeMissing, type ParameterReading, readParameters } from './parameters.ts';

/** Bytes that the calls of a dry run may take together. */
const maxPreviewBytes = 10_000_000;

/** The values of parameters, and which of them were not given. */
interface KnownInputs {
  readonly values: JsonObject;
  readonly missing: ReadonlySet<string>;
}

const noTools: ToolRuntime = {
  has: () => false,
  names: () => [],
  describe: () => undefined,
  call: async () => null,
};

/**
 * What a replay would do, and what would keep it from doing so; nothing is called. Without tools, they are not checked.
 *
 * @throws `invalid_input` for parameters that the template does not have, or of another kind.
 */
export function planned(
  template: Template,
  given: JsonObject,
  tools?: ToolRuntime,
  asRecorded?: ParameterReading['asRecorded'],
): DryRun {
  const { values, missing, recorded } = readParameters(template, given, { tools, asRecorded });
  const conceal = concealing(template.parameters, values);
  const inputs = { values, missing: new Set(missing.map(({ name }) => name)) };
  const known = tools ?? noTools;
  let room = maxPreviewBytes;
  /** A value that stands in many places is held once, and written as often as it stands there. */
  const bounded = (preview: Json): Json => {
    room -= jsonSizeUpTo(preview, room);
    if (room < 0) throw tooLong();
    return preview;
  };
  const problems = [
    whyNotRunnable(template, known),
    missing.length === 0 ? undefined : sayPhrase(describeMissing(missing), libraryWording),
    tools === undefined ? undefined : missingTools(template, tools)?.message,
    findChangedTool(template, values, known)?.why.reason,
  ];
  return {
    status: 'planned',
    templateId: template.id,
    parameters: withoutSecrets(template, values),
    ...(recorded.length > 0 && { recorded }),
    calls: template.plan.map((step) => ({
      tool: step.tool,
      effect: effectOf(step, known),
      ...(step.loop !== undefined && { loop: step.loop }),
      arguments: step.arguments,
      preview: conceal(bounded(previewOf(step.arguments, template, inputs))),
    })),
    problems: problems.flatMap((problem) => (problem === undefined ? [] : [String(conceal(problem))])),
  };
}

function tooLong(): EngramError {
  return new EngramError(
    'too_large',
    `The calls with these inputs would be longer than ${maxPreviewBytes / 1_000_000} MB. Give shorter inputs.`,
    { details: { limit: maxPreviewBytes } },
  );
}

/** Parameters as they are shown and recorded. */
export function withoutSecrets({ parameters }: Pick<Template, 'parameters'>, values: JsonObject): JsonObject {
  const shown = parameters.filter(({ source }) => source !== 'secret');
  return Object.fromEntries(shown.map(({ name }) => [name, values[name] ?? null]));
}

/** What is known of a value before anything is called; in words where it comes from an answer, or was not given. */
function previewOf(binding: Binding, template: Pick<Template, 'parameters'>, known: KnownInputs): Json {
  const preview = (part: Binding): Json => previewOf(part, template, known);
  switch (binding.from) {
    case 'constant':
      return binding.value;
    case 'list':
      return binding.items.map(preview);
    case 'object':
      return Object.fromEntries(
        Object.entries(binding.members).map(([name, member]) => [name, preview(member)]),
      );
    case 'agreeing':
      // They must agree: one that needs no answer tells what the others will be.
      return preview(binding.of.find((other) => stepsOf(other).size === 0) ?? (binding.of[0] as Binding));
    default: {
      const missing = [...parametersOf(binding)].filter((name) => known.missing.has(name));
      if (missing.length > 0) return `not given: ${missing.join(', ')}`;
      const calls = [...stepsOf(binding)].map((step) => step + 1).sort((left, right) => left - right);
      if (calls.length > 0) {
        const path = binding.from === 'result' ? binding.path.replace(/^\$\.?/, '') : '';
        const what = path === '' ? describeBinding(binding, template.parameters) : path;
        return `from call ${calls.join(' and ')}: ${what}`;
      }
      const resolved = resolveBinding(binding, { parameters: known.values, results: [], now: 0 });
      return 'value' in resolved ? resolved.value : null;
    }
  }
}
