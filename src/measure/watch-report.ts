import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../ports/context.ts';
import type { Report } from '../records/report.ts';
import type { Viewer } from '../records/scope.ts';
import { reportFor } from './learning.ts';

/** How often reports are made, and who receives them. */
export interface WatchReport {
  readonly onReport: (report: Report) => void | Promise<void>;
  /** What to do when a report cannot be made; the next one is tried all the same. */
  readonly onError?: (error: unknown) => void;
  /** How many days back the charts go. */
  readonly days?: number;
  /** Seconds between two reports; the configured interval by default. */
  readonly everySeconds?: number;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** Makes the report again and again until the signal ends it (ADP-3). The first one is made at once. */
export async function watchReport(
  context: Context,
  viewer: Viewer,
  { onReport, onError, days, everySeconds, signal }: WatchReport,
): Promise<void> {
  const pauseMs = (everySeconds ?? context.settings.report.refreshSeconds) * 1_000;
  while (signal?.aborted !== true) {
    try {
      await onReport(await reportFor(context, viewer, days === undefined ? {} : { days }));
    } catch (error) {
      if (onError === undefined) throw error;
      onError(error);
    }
    await wait(pauseMs, undefined, { signal, ref: true }).catch(() => {});
  }
}
