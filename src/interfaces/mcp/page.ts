import type { PageStyle } from '../cli/present/presenter.ts';
import { createPaint } from '../cli/terminal.ts';
import type { View } from '../library/view.ts';

/** What is shown through MCP is what the command line shows, without colours, on lines as long as those of its log. */
export function pageFor(view: View): PageStyle {
  return {
    paint: createPaint(false),
    columns: 1_000,
    now: Date.now(),
    asOwner: view.viewer.agent === null,
  };
}
