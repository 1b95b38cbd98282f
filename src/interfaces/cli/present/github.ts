import type { LearnedPullRequest } from '../../../records/github.ts';
import { counted } from '../../../text/counted.ts';
import { fields, percent } from '../layout.ts';
import { type PageStyle, safe } from './presenter.ts';

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
