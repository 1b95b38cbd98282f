import type { LearnedPullRequest, MatchedIssue, PlannedIssues } from '../../../records/github.ts';
import { counted } from '../../../text/counted.ts';
import { fields, percent } from '../layout.ts';
import { presentMatch } from './agents.ts';
import { listTable, type PageStyle, safe } from './presenter.ts';

const learned: Readonly<Record<LearnedPullRequest['status'], string>> = {
  recorded: 'Recorded',
  updated: 'Updated',
  unchanged: 'Nothing new in',
};

/** What was learned from a pull request. */
export function presentLearnedPullRequest(
  { status, pullRequest, outcome, metrics, memory }: LearnedPullRequest,
  { paint }: PageStyle,
): string {
  const { filesChanged, linesAdded, linesDeleted, reviewRounds, reviewScore } = metrics;
  const lesson = memory.kind === 'experience' ? memory.content.lesson : undefined;
  const review = reviewRounds === 0 ? 'none' : counted(reviewRounds, 'round');
  return [
    `${paint.good(learned[status])} memory ${paint.accent(memory.id)} of pull request ${safe(pullRequest)}`,
    fields(paint, [
      ['outcome', outcome === 'success' ? paint.good('merged') : paint.bad('closed without being merged')],
      ['change', `${counted(filesChanged, 'file')}, +${linesAdded} −${linesDeleted}`],
      ['review', reviewScore === undefined ? review : `${review}, score ${percent(reviewScore)}`],
      ['lesson', lesson !== undefined && safe(lesson).replaceAll('\n', '\n             ')],
    ]),
  ].join('\n');
}

/** The agents for an issue. */
export function presentMatchedIssue({ issue, title, ...match }: MatchedIssue, page: PageStyle): string {
  return `${page.paint.bold(safe(`${issue}: ${title}`))}\n\n${presentMatch(match, page)}`;
}

/** The sub-tasks of an issue, and the issues they are. */
export function presentPlannedIssues(planned: PlannedIssues, page: PageStyle): string {
  const { issue, title, plan, subIssues, linkedBy } = planned;
  const table = listTable(page, subIssues, [
    ['SUB-TASK', ({ subTask }) => safe(subTask)],
    [
      'ISSUE',
      ({ issue: place, created }) => (place === null ? '–' : `${safe(place)}${created ? ' (new)' : ''}`),
    ],
    ['NEEDS', ({ needs }) => safe(needs.join(', ')) || '–'],
    ['TEXT', ({ text }) => safe(text)],
  ]);
  const next =
    linkedBy === null
      ? page.paint.dim(`Create the sub-issues:  engram github plan ${safe(issue)} --create`)
      : `${counted(subIssues.filter(({ created }) => created).length, 'sub-issue')} created, linked by ${linkedBy === 'sub-issues' ? 'GitHub' : 'a task list in the issue'}`;
  return [page.paint.bold(safe(`${issue}: ${title}`)), `plan ${safe(plan)}`, '', table, '', next].join('\n');
}
