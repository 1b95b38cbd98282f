import type * as z from 'zod';
import { mayChange } from '../access/reach.ts';
import { canonicalJson } from '../json/json.ts';
import { newLesson, saveLesson } from '../learn/lessons.ts';
import type { Context } from '../ports/context.ts';
import { restsOn, withdrawnRuns } from '../recall/loans.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import type { Example } from '../records/template.ts';
import { addExamplesInput, listExamplesInput } from '../records/template-inputs.ts';
import { findSaidFailure } from '../text/said-failure.ts';
import { findTemplate } from './find-template.ts';

type ListExamples = z.input<typeof listExamplesInput>;
export type AddExamples = z.input<typeof addExamplesInput>;

/** A successful call that can be shown to an agent. */
export interface GivenExample extends Example {
  readonly id: string;
  readonly templateId: string;
  readonly sourceTaskId: string | null;
  readonly at: number;
}

/** Successful calls of a template, newest first: those that were reported, then those of its own run. */
export async function listExamples(
  context: Context,
  viewer: Viewer,
  raw: ListExamples,
): Promise<GivenExample[]> {
  const { template, agent, limit } = parseInput(listExamplesInput, raw, 'examples');
  const known = await findTemplate(context, viewer, template);
  const templateId = known?.id ?? template;
  const reported = (await context.store.findLessons(viewer, 'example', [templateId])).map(
    ({ id, content }) => ({ id, ...content }),
  );
  const isWithdrawn = restsOn(known?.derivedFrom ?? [], await withdrawnRuns(context, viewer));
  const own = (isWithdrawn ? [] : (known?.examples ?? [])).map((example, index) => ({
    id: `${templateId}-${index + 1}`,
    templateId,
    sourceTaskId: known?.task.id ?? null,
    at: known?.createdAt ?? 0,
    ...example,
  }));
  return (
    [...reported, ...own.reverse()]
      .filter((example) => agent === undefined || example.agent === agent)
      // Also examples from before Engram recognised failures in answers.
      .filter(({ result }) => findSaidFailure(result) === undefined)
      .sort((left, right) => right.at - left.at)
      .slice(0, limit)
  );
}

/** Stores calls that a client made for a template, without those that failed. */
export async function addExamples(
  context: Context,
  viewer: Viewer,
  raw: AddExamples,
): Promise<{ count: number }> {
  const { template, sourceTaskId = null, examples } = parseInput(addExamplesInput, raw, 'examples');
  const known = await findTemplate(context, viewer, template);
  const templateId = known?.id ?? template;
  const now = context.clock.now();
  const scope = known !== undefined && mayChange(viewer, known.scope) ? known.scope : viewer;
  const stored = await context.store.findLessons(viewer, 'example', [templateId]);
  const there = stored.map(({ content }) => callOf(content));
  const lessons = examples
    .filter(({ success, result }) => success && findSaidFailure(result) === undefined)
    // The same call is stored once.
    .filter((example) => !there.includes(callOf(example)))
    .map(({ agent, subTask, tool, arguments: toolArguments, result, at = now }) =>
      newLesson(context, scope, 'example', {
        content: { templateId, agent, subTask, sourceTaskId, tool, arguments: toolArguments, result, at },
        keys: [templateId],
        derivedFrom: known === undefined ? [] : [{ kind: 'template', id: templateId }],
      }),
    );
  await context.store.commit(lessons.map(saveLesson));
  return { count: lessons.length };
}

function callOf(example: Example): string {
  return canonicalJson([example.agent, example.subTask, example.tool, example.arguments, example.result]);
}
