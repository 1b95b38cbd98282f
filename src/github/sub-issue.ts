import { type GitHubIssue, type GitHubPlace, placeText } from '../records/github.ts';
import type { PlannedSubTask } from '../records/task-plan.ts';
import { cutText } from './cut-text.ts';

const maxTitleLength = 200;

/** Finds a sub-issue again, whoever looks for it and whatever became of its words. Nobody sees it on the page. */
export function markerOf(place: GitHubPlace, subTask: string): string {
  return `<!-- engram:sub-task ${encodeURIComponent(`${placeText(place).toLowerCase()}/${subTask}`)} -->`;
}

/**
 * A sub-task as an issue: its words, what it is part of, what it depends on, and the marker. Words of others can neither hide a
 * marker nor call people: `@name` in a task is an agent.
 */
export function subIssueOf(
  place: GitHubPlace,
  { id, text }: Pick<PlannedSubTask, 'id' | 'text'>,
  needed: readonly number[],
): Pick<GitHubIssue, 'title' | 'text'> {
  const words = harmless(text);
  const [firstLine = ''] = words.split('\n', 1);
  return {
    title: cutText(firstLine, maxTitleLength),
    text: [
      words,
      [`Part of #${place.number}`, ...needed.map((number) => `Depends on #${number}`)].join('\n'),
      markerOf(place, id),
    ].join('\n\n'),
  };
}

function harmless(text: string): string {
  return cutText(text, 20_000).replaceAll('<!--', '<! --').replaceAll('@', '@\u200b');
}

const listStart = '<!-- engram:sub-issues -->';
const listEnd = '<!-- /engram:sub-issues -->';

/** The text of an issue with its sub-issues as a task list, for servers without links between issues. All else stays. */
export function withTaskList(text: string, numbers: readonly number[]): string {
  const list = [listStart, ...numbers.map((number) => `- [ ] #${number}`), listEnd].join('\n');
  const [start, end] = [text.indexOf(listStart), text.indexOf(listEnd)];
  if (start === -1 || end < start) return `${text.trimEnd()}\n\n${list}`.trimStart();
  const known = text.slice(start, end);
  // What was ticked off stays so.
  const isThere = numbers.every((number) => new RegExp(`#${number}\\b`).test(known));
  return isThere ? text : `${text.slice(0, start)}${list}${text.slice(end + listEnd.length)}`;
}
