import type * as z from 'zod';
import { createPlan } from '../coordinate/create-plan.ts';
import { parallelGroups } from '../coordinate/plan-graph.ts';
import type { Context } from '../ports/context.ts';
import type { GitHub } from '../ports/github.ts';
import {
  type GitHubIssue,
  type GitHubPlace,
  type PlannedIssue,
  type PlannedIssues,
  placeText,
  planIssueInput,
} from '../records/github.ts';
import { parseInput } from '../records/parse.ts';
import { type Scope, sameScope, type Viewer } from '../records/scope.ts';
import type { PlannedSubTask, TaskPlan } from '../records/task-plan.ts';
import { slugFrom } from '../text/slug.ts';
import { cutText } from './cut-text.ts';
import { descriptionOf } from './issue-task.ts';
import { placeAt, readPlace } from './place.ts';
import { markerOf, subIssueOf, withTaskList } from './sub-issue.ts';

export type PlanIssue = z.input<typeof planIssueInput>;

/**
 * Breaks an issue down, and with `create` makes an issue of each sub-task (COO-5). A sub-issue that is there is found by its
 * marker, so that doing it again, elsewhere or after it was interrupted, creates only what is missing.
 */
export async function planIssue(context: Context, viewer: Viewer, raw: PlanIssue): Promise<PlannedIssues> {
  const { issue: reference, repo, create, by } = parseInput(planIssueInput, raw, 'issue');
  const github = await context.github();
  const repository = repo ?? context.settings.github.repository;
  const place = readPlace(reference, { host: github.host, repository });
  return context.inTurn(`github plan ${placeText(place)}`, async () => {
    const issue = await github.issue(place);
    const plan = await planFor(context, viewer, placeAt(github.host, place), issue, by);
    const known = await subIssuesOf(github, place, issue, plan.subTasks);
    const subIssues = create
      ? await createMissing(github, place, plan.subTasks, known)
      : listed(place, plan, known);
    const linkedBy = create ? await link(github, place, [...known.values()]) : null;
    const title = await context.redact(cutText(issue.title, 300));
    return { issue: placeText(place), title, plan: plan.name, subIssues, linkedBy };
  });
}

/** The plan that was made of the issue before, else a new one. Names of plans are cut, and are alike for different issues. */
async function planFor(
  context: Context,
  viewer: Viewer,
  subject: string,
  issue: GitHubIssue,
  by: 'rules' | 'model' | undefined,
): Promise<TaskPlan> {
  const own = (plan: { scope: Scope }): boolean => sameScope(plan.scope, viewer);
  const first = slugFrom(`github ${subject}`);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? first : `${first}-${number}`;
    const known = (await context.store.findRecords(viewer, 'plan', name)).find(own);
    if (known?.subject === subject) return known;
    if (known !== undefined) continue;
    const asked = { description: descriptionOf(issue), name, ...(by !== undefined && { by }) };
    return (await createPlan(context, viewer, asked, subject)).plan;
  }
}

/** The sub-issues that are there, by sub-task. One that a stranger wrote is none, whatever it says. */
async function subIssuesOf(
  github: GitHub,
  place: GitHubPlace,
  issue: GitHubIssue,
  subTasks: readonly PlannedSubTask[],
): Promise<Map<string, GitHubIssue>> {
  const candidates = (await github.issuesSince(place, issue.createdAt)).filter(
    ({ isTrusted, isPullRequest }) => isTrusted && !isPullRequest,
  );
  return new Map(
    subTasks.flatMap(({ id }) => {
      const marker = markerOf(place, id);
      // The oldest, if two were created at the same moment elsewhere.
      const found = candidates.findLast(({ text }) => text.includes(marker));
      return found === undefined ? [] : [[id, found] as const];
    }),
  );
}

/** Creates what is missing, each after those it needs, so that it can name them. */
async function createMissing(
  github: GitHub,
  place: GitHubPlace,
  subTasks: readonly PlannedSubTask[],
  known: Map<string, GitHubIssue>,
): Promise<PlannedIssue[]> {
  const created = new Set<string>();
  for (const id of parallelGroups(subTasks).flat()) {
    const subTask = subTasks.find((each) => each.id === id);
    if (subTask === undefined || known.has(id)) continue;
    const needed = subTask.needs.flatMap((need) => known.get(need)?.number ?? []);
    known.set(id, await github.createIssue(place, subIssueOf(place, subTask, needed)));
    created.add(id);
  }
  return subTasks.map((subTask) => planned(place, subTask, known, created.has(subTask.id)));
}

function listed(
  place: GitHubPlace,
  { subTasks }: TaskPlan,
  known: ReadonlyMap<string, GitHubIssue>,
): PlannedIssue[] {
  return subTasks.map((subTask) => planned(place, subTask, known, false));
}

function planned(
  place: GitHubPlace,
  { id, text, needs }: PlannedSubTask,
  known: ReadonlyMap<string, GitHubIssue>,
  created: boolean,
): PlannedIssue {
  const number = known.get(id)?.number;
  const issue = number === undefined ? null : placeText({ ...place, number });
  return { subTask: id, text, needs, issue, created };
}

/** Hangs sub-issues below the issue: by GitHub's own links, or by a list in its text where the server has none. */
async function link(
  github: GitHub,
  place: GitHubPlace,
  subIssues: readonly GitHubIssue[],
): Promise<PlannedIssues['linkedBy']> {
  const linked = await github.subIssues(place);
  if (linked !== null) {
    for (const subIssue of subIssues) {
      if (!linked.has(subIssue.number)) await github.addSubIssue(place, subIssue);
    }
    return 'sub-issues';
  }
  // Read again: somebody may have edited it meanwhile.
  const { text } = await github.issue(place);
  const numbers = subIssues.map(({ number }) => number).sort((left, right) => left - right);
  const next = withTaskList(text, numbers);
  if (next !== text) await github.changeText(place, next);
  return 'task list';
}
