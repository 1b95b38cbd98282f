import { EngramError } from '../errors.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { structured } from '../model/path.ts';
import { findMismatch } from '../model/shape.ts';
import type { Template } from '../model/template.ts';
import { describeThrown } from '../model/thrown.ts';
import type { RunHandle } from '../ports/run-handle.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import { concealing } from './conceal.ts';
import { findAbsent, parameterValues, resolveBinding, type Unbound } from './resolve.ts';

/** One call of a replay, as it was made. */
export interface ReplayedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly result: Json;
  /** Whether the result was what the recorded one promised. */
  readonly matched: boolean;
}

/** Where and why a replay stopped, and what it did not do. */
export interface Divergence extends Unbound {
  /** Number of the call in the plan, from 1. */
  readonly call: number;
  readonly tool: string;
  readonly remaining: readonly string[];
}

export interface ReplayReport {
  /** `diverged`: the world is not as recorded; `failed`: a tool failed. Both stop at once. */
  readonly status: 'completed' | 'diverged' | 'failed';
  readonly modelCalls: 0;
  readonly toolCalls: readonly ReplayedCall[];
  readonly divergence?: Divergence;
}

/** Everything that can be known to be missing before the first call is made. */
export function checkTools(template: Template, tools: ToolRuntime): void {
  const missing = [...new Set(template.plan.map((step) => step.tool))].filter((tool) => !tools.has(tool));
  if (missing.length === 0) return;
  const known = tools.names().length === 0 ? 'none were given' : `given were: ${tools.names().join(', ')}`;
  throw new EngramError(
    'tool_missing',
    `The template calls ${missing.join(', ')}; ${known}. Nothing was called.`,
    {
      details: { missing },
    },
  );
}

/**
 * Makes the recorded calls again, without a model. Each call is made only when everything before it went as
 * recorded; at the first difference it stops, so a changed world is never written to by guesswork.
 */
export async function replay(
  template: Template,
  given: JsonObject,
  tools: ToolRuntime,
  run: RunHandle,
): Promise<ReplayReport> {
  const values = parameterValues(template.parameters, given);
  const conceal = concealing(template.parameters, values);
  const calls: ReplayedCall[] = [];
  const results: Json[] = [];

  const stop = (status: 'diverged' | 'failed', unbound: Unbound): ReplayReport => ({
    status,
    modelCalls: 0,
    toolCalls: calls,
    divergence: {
      call: results.length + 1,
      tool: template.plan[results.length]?.tool ?? '',
      ...unbound,
      // A call that failed is still to be done; one that answered otherwise than expected was made.
      remaining: template.plan
        .slice(status === 'failed' ? results.length : calls.length)
        .map((step) => step.tool),
    },
  });

  for (const step of template.plan) {
    const absent = findAbsent(step, template.parameters, values, results);
    if (absent !== undefined) return stop('diverged', absent);
    const resolved = resolveBinding(step.arguments, values, results);
    if ('unbound' in resolved) return stop('diverged', resolved.unbound);

    const toolArguments = resolved.value as JsonObject;
    const shown = conceal(toolArguments) as JsonObject;
    let result: Json = null;
    try {
      await run.call(step.tool, shown, async () => {
        result = await tools.call(step.tool, toolArguments).catch((thrown) => {
          throw concealedError(thrown, conceal);
        });
        return conceal(result);
      });
    } catch (error) {
      calls.push({ tool: step.tool, arguments: shown, result: null, matched: false });
      const reason = `The tool failed: ${describeThrown(error).message}`;
      return stop('failed', { reason, expected: 'a result', found: 'an error' });
    }

    const mismatch = findMismatch(step.expects, structured(result));
    calls.push({
      tool: step.tool,
      arguments: shown,
      result: conceal(result),
      matched: mismatch === undefined,
    });
    if (mismatch !== undefined) {
      const { path, expected, found } = mismatch;
      return stop('diverged', {
        reason: `The result differs from the recorded one at ${path}`,
        expected,
        found,
      });
    }
    results.push(result);
  }
  return { status: 'completed', modelCalls: 0, toolCalls: calls };
}

/** A tool may repeat a secret in its error, and the error is recorded. */
function concealedError(thrown: unknown, conceal: (value: Json) => Json): Error {
  const { type, message } = describeThrown(thrown);
  return Object.assign(new Error(String(conceal(message))), { name: type });
}
