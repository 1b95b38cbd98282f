import type { RunHandle } from '../../../../ports/run-handle.ts';
import { type Story, think } from './story.ts';

const name = 'weekly-report';

async function collect(story: Story, run: RunHandle, week: number, isFirst: boolean): Promise<void> {
  const { clock } = story;
  const call = (
    tool: string,
    given: Record<string, number | string>,
    answer: Record<string, number | string>,
  ) =>
    run.call(tool, given, () => {
      clock.pass(3_000);
      return answer;
    });
  await think(story, run, 2_200, 160);
  if (isFirst) {
    await call('list_repositories', { team: 'shop' }, { repositories: 11 });
    await think(story, run, 2_900, 150);
    await call('search_wiki', { query: 'weekly report' }, { pages: 3 });
    await think(story, run, 3_400, 170);
  }
  await call('list_merged_pull_requests', { week }, { week, merged: 14 + (week % 9) });
  if (isFirst) await think(story, run, 3_900, 140);
  await call('list_incidents', { week }, { week, incidents: week % 2 });
  if (isFirst) await think(story, run, 4_300, 150);
  await call('write_document', { week, title: `Week ${week}` }, { week, saved: 'yes' });
  await think(story, run, isFirst ? 4_800 : 2_600, 210);
  await run.finish({ outcome: 'success', approach: isFirst ? 'from-scratch' : 'as-last-week' });
}

const taskOf = (week: number) => `Write the report of week ${week}`;

/** Ben writes the report for the first time, and saves how. */
export async function writeFirstReport(story: Story, week: number): Promise<void> {
  const ben = story.as('ben');
  const run = await ben.startRun({
    description: taskOf(week),
    category: 'reports',
    type: 'document',
    inputs: { week },
  });
  await collect(story, run, week, true);
  await ben.templates.save({ run: run.id, name });
  await ben.templates.approve({ id: name, reason: 'The team lead reads the report before it is sent' });
}

/** Each week's report is another one, so a model writes it, told how it went before. */
export async function writeReportAgain(story: Story, week: number): Promise<void> {
  const { run } = await story.as('ben').templates.begin({
    id: name,
    inputs: { week },
    system: 'You write the weekly report of the shop team.',
  });
  await collect(story, run, week, false);
}
