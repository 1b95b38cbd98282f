import type { RunTemplateOptions } from '../../run/agent-setup.ts';
import { duration } from './layout.ts';
import { shownJson } from './present/presenter.ts';
import { abortWhenStopped, type Paint, type Terminal } from './terminal.ts';

type RunProgress = Parameters<NonNullable<RunTemplateOptions['onProgress']>>[0];

/** Shows the progress of a run, one line for each call, on a terminal; aborts the run when this process is asked to stop. */
export function watchRun(terminal: Terminal, paint: Paint): RunTemplateOptions {
  const { signal } = abortWhenStopped(terminal);
  if (!terminal.showsProgress) return { signal };
  return {
    signal,
    onProgress: (progress) => terminal.writeError(`${progressLine(progress, paint)}\n`),
  };
}

function progressLine(progress: RunProgress, paint: Paint): string {
  if (!('kind' in progress)) {
    const { call, of, tool, matched, durationMs } = progress;
    const found = matched ? paint.good('ok') : paint.bad('differs');
    return `${paint.dim(`${call}/${of}`)} ${shownJson(tool, 60)} ${found} ${paint.dim(duration(durationMs))}`;
  }
  if (progress.kind === 'model') return paint.dim(`model call ${progress.number}: thinking …`);
  const { tool, failed, durationMs } = progress;
  const found = failed ? paint.bad('failed') : paint.good('ok');
  return `  ${shownJson(tool, 60)} ${found} ${paint.dim(duration(durationMs))}`;
}
