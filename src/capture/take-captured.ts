import type { JsonObject } from '../json/json.ts';
import type { ToolCheck } from '../ports/tool-check.ts';
import type { Captured } from '../records/captured.ts';
import { describeThrown } from '../text/thrown.ts';
import { inTime } from './in-time.ts';
import { capped, snapshot, storableCopy } from './snapshot.ts';

/** How long a capture may take, and how much of it is kept. */
export interface CaptureLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Characters of a reason that are kept. */
const maxReasonLength = 1_000;

/**
 * What the check of a tool captures. Never rejects: whatever goes wrong here must not keep the agent from its call, so it becomes the
 * reason why nothing was captured.
 */
export async function takeCaptured(
  check: Pick<ToolCheck, 'capture'>,
  toolArguments: JsonObject,
  { timeoutMs, maxBytes }: CaptureLimits,
): Promise<Captured> {
  try {
    // A copy: what a capture does to its arguments must reach neither the tool nor the record.
    const given = structuredClone(toolArguments) as never;
    const value = await inTime('The capture', (signal) => check.capture(given, { signal }), { timeoutMs });
    // As JSON, which is what a replay will compare it as. What JSON cannot say is no capture.
    return keptCaptured(JSON.parse(JSON.stringify(value) ?? 'null'), maxBytes);
  } catch (thrown) {
    const { message } = describeThrown(thrown);
    return { error: storableCopy(message.slice(0, maxReasonLength)) };
  }
}

/** A captured value as it is kept. Half of one says nothing, so one that is too large is not kept at all. */
export function keptCaptured(value: unknown, maxBytes: number): Captured {
  const kept = capped(snapshot(value), maxBytes);
  if (!kept.cut) return { value: kept.value };
  return { error: `It is larger than ${maxBytes} bytes, the limit of "capture.maxValueBytes"` };
}
