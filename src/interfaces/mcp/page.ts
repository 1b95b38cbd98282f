import type { PageStyle } from '../cli/present/presenter.ts';
import { createPaint } from '../cli/terminal.ts';
import type { View } from '../library/view.ts';

/** MCP shows the texts of the command line, without colours and with long lines. */
export function pageFor(view: View): PageStyle {
  return {
    paint: createPaint(false),
    columns: 1_000,
    now: Date.now(),
    asOwner: view.viewer.agent === null,
    agent: view.viewer.agent,
  };
}
