import type { Paint, Terminal } from './terminal.ts';

/** How far long work got, on one line that is written over. Shows nothing when standard error is no terminal. */
export interface ProgressLine {
  /** `share` from 0 to 1, or undefined when it is not known. */
  update(share: number | undefined, text: string): void;
  /** Removes the line. */
  end(): void;
}

const width = 24;
/** Writing more often than this only costs time. */
const everyMs = 100;

export function createProgress(terminal: Terminal, paint: Paint, title: string): ProgressLine {
  if (!terminal.showsProgress) return { update() {}, end() {} };
  let last = 0;
  return {
    update(share, text) {
      const now = terminal.now();
      if (now - last < everyMs) return;
      last = now;
      const bar = share === undefined ? '' : `${barOf(share, paint)} ${Math.floor(share * 100)}%  `;
      terminal.writeError(`\r\u001b[K${title}  ${bar}${paint.dim(text)}`);
    },
    end: () => terminal.writeError('\r\u001b[K'),
  };
}

function barOf(share: number, paint: Paint): string {
  const full = Math.max(0, Math.min(width, Math.round(share * width)));
  return paint.accent('█'.repeat(full)) + paint.dim('░'.repeat(width - full));
}
