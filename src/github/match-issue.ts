import type * as z from 'zod';
import { matchAgent } from '../coordinate/match-agent.ts';
import type { Context } from '../ports/context.ts';
import { type MatchedIssue, matchIssueInput, placeText } from '../records/github.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import { cutText } from './cut-text.ts';
import { categoryOf, descriptionOf } from './issue-task.ts';
import { readPlace } from './place.ts';

export type MatchIssue = z.input<typeof matchIssueInput>;

const maxAgents = 1_000;

/** Ranks the agents of the project for an issue, with the memory context for the first (COO-5). */
export async function matchIssue(context: Context, viewer: Viewer, raw: MatchIssue): Promise<MatchedIssue> {
  const { issue: reference, repo, agents, tokens } = parseInput(matchIssueInput, raw, 'issue');
  const github = await context.github();
  const repository = repo ?? context.settings.github.repository;
  const place = readPlace(reference, { host: github.host, repository });
  const [issue, registered] = await Promise.all([
    github.issue(place),
    context.store.listRecords(viewer, 'agent', {}, { limit: maxAgents }),
  ]);
  const specialisations = registered.items.flatMap((agent) => agent.specialisations);
  const category = categoryOf(issue.labels, specialisations);
  const match = await matchAgent(context, viewer, {
    description: await context.redact(descriptionOf(issue)),
    ...(category !== null && { category }),
    ...(agents !== undefined && { agents }),
    ...(tokens !== undefined && { tokens }),
  });
  return { issue: placeText(place), title: await context.redact(cutText(issue.title, 300)), ...match };
}
