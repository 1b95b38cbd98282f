import type { Settings } from '../../config/settings.ts';
import type { SessionType } from '../../records/session-template.ts';

type ClassSettings = Pick<Settings['sessionTemplates'], 'classes' | 'majority'>;
type ToolClass = keyof ClassSettings['classes'];

const toolClasses: readonly ToolClass[] = ['code', 'file', 'research'];

/**
 * The type of a session by the tools it called (SES-1). A class needs more than `majority` of all calls, also those of
 * unknown tools and those that failed; else the session is mixed. A tool in several classes counts for the first.
 *
 * @example classify(['read_file', 'patch', 'web_search'], settings.sessionTemplates); // 'file'
 */
export function classify(tools: readonly string[], { classes, majority }: ClassSettings): SessionType {
  const counts: Record<ToolClass, number> = { code: 0, file: 0, research: 0 };
  for (const tool of tools) {
    const found = toolClasses.find((name) => classes[name].includes(tool));
    if (found !== undefined) counts[found] += 1;
  }
  const most = Math.max(...toolClasses.map((name) => counts[name]));
  // Several classes can have as many only where the majority is set to half or less.
  const leading = toolClasses.filter((name) => counts[name] === most);
  const [only] = leading;
  if (only === undefined || leading.length > 1 || most === 0) return 'mixed';
  return most / tools.length > majority ? only : 'mixed';
}
