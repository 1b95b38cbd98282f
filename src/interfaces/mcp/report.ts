import type { View } from '../../view.ts';
import { presentTemplates } from '../cli/present/knowledge.ts';
import { presentRuns } from '../cli/present/runs.ts';
import { presentStatistics } from '../cli/present/system.ts';
import { presentAgents } from '../cli/present/work.ts';
import { pageFor } from './page.ts';
import { dataNotice, fenced } from './untrusted.ts';

/** Newest runs and templates that the report names. */
const newest = { limit: 10 };
/** The command line would say here how to begin there. */
const none = 'None yet.';

/** How it stands, on one page. */
export async function reportOf(view: View): Promise<string> {
  const [statistics, agents, runs, templates] = await Promise.all([
    view.stats(),
    view.agents.list(),
    view.runs.list(newest),
    view.templates.list(newest),
  ]);
  const page = pageFor(view);
  const sections = [
    ['Counts', presentStatistics(statistics, page)],
    ['Agents', agents.length === 0 ? none : presentAgents({ items: agents }, page)],
    ['Newest runs', runs.items.length === 0 ? none : presentRuns({ ...runs, next: null }, page)],
    [
      'Newest templates',
      templates.items.length === 0 ? none : presentTemplates({ ...templates, next: null }, page),
    ],
  ].map(([title, text = '']) => `## ${title}\n\n${fenced(text)}`);
  return `${['# Engram report', dataNotice, ...sections].join('\n\n')}\n`;
}
