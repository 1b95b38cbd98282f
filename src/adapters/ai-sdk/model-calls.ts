import type { RunHandle } from '../../ports/run-handle.ts';
import { describeThrown } from '../../text/thrown.ts';

/** Records model calls in the background. Its errors never reach the agent. */
export interface ModelRecorder {
  /** A call that was answered, with the usage its provider told. */
  answered(model: string, usage: unknown, durationMs: number): void;
  failed(model: string, error: unknown): void;
}

export function modelRecorder(run: RunHandle): ModelRecorder {
  return {
    answered(model, usage, durationMs) {
      const { inputTokens, outputTokens } = isObject(usage) ? usage : {};
      const call = {
        model,
        inputTokens: tokens(inputTokens),
        outputTokens: tokens(outputTokens),
        durationMs,
      };
      unnoticed(() => run.model(call));
    },
    failed: (model, error) =>
      unnoticed(() => run.note(`The model ${model} failed: ${describeThrown(error).message}`)),
  };
}

/** The handle takes the record at once, so that a run that is finished right after has it. */
function unnoticed(record: () => Promise<void>): void {
  try {
    record().catch(() => {});
  } catch {
    // The agent's work goes on.
  }
}

/** An object with a total; or a number, as older models tell it. What is not told counts as nothing. */
function tokens(told: unknown): number {
  const count = isObject(told) ? told['total'] : told;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : 0;
}

/**
 * The same stream, watched. Every part is handed on as it comes, and none is read before somebody asks for it. The call is
 * recorded once: with its last part, or when the stream ends, fails or is given up without one.
 */
export function watchStream(
  stream: ReadableStream<unknown>,
  model: string,
  elapsed: () => number,
  recorder: ModelRecorder,
): ReadableStream<unknown> {
  const reader = stream.getReader();
  let isRecorded = false;
  const once = (record: () => void): void => {
    if (!isRecorded) record();
    isRecorded = true;
  };
  const answered = (usage?: unknown): void => once(() => recorder.answered(model, usage, elapsed()));
  const failed = (error: unknown): void => once(() => recorder.failed(model, error));
  return new ReadableStream<unknown>(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          failed(error);
          throw error;
        });
        if (done) {
          answered();
          controller.close();
          return;
        }
        const part = isObject(value) ? value : {};
        if (part['type'] === 'finish') answered(part['usage']);
        if (part['type'] === 'error') failed(part['error']);
        controller.enqueue(value);
      },
      cancel(reason) {
        answered();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
