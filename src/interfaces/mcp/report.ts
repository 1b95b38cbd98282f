import { reportMarkdown } from '../../measure/report/markdown.ts';
import { inert } from '../../text/inert/inert.ts';
import { asRecordedData, fenced } from '../../text/inert/recorded-data.ts';
import { presentRuns } from '../cli/present/runs.ts';
import { presentStatistics } from '../cli/present/system.ts';
import { presentTemplates } from '../cli/present/templates.ts';
import type { View } from '../library/view.ts';
import { pageFor } from './page.ts';

/** Newest runs and templates that the report names. */
const newest = { limit: 10 };
/** The command line would say here how to begin there. */
const none = 'None yet.';

/** How it stands: what there is, how work goes and what was learned, what was done last. */
export async function reportOf(view: View): Promise<string> {
  const [statistics, report, runs, templates] = await Promise.all([
    view.stats(),
    view.report(),
    view.runs.list(newest),
    view.templates.list(newest),
  ]);
  const page = pageFor(view);
  const sections = [
    ['Counts', presentStatistics(statistics, page)],
    ['How work goes', reportMarkdown(report)],
    ['Newest runs', runs.items.length === 0 ? none : presentRuns({ ...runs, next: null }, page)],
    [
      'Newest templates',
      templates.items.length === 0 ? none : presentTemplates({ ...templates, next: null }, page),
    ],
  ].map(([title, text = '']) => `## ${title}\n\n${fenced(inert(text.trimEnd()))}\n`);
  return `# Engram report\n\n${asRecordedData(sections.join('\n'))}`;
}
