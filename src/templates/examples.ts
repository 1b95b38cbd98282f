import type * as z from 'zod';
import { mayChange } from '../access/reach.ts';
import { canonicalJson, type JsonObject } from '../json/json.ts';
import { newLesson, saveLesson } from '../learn/lessons.ts';
import type { Context } from '../ports/context.ts';
import { restsOn, withdrawnRuns } from '../recall/loans.ts';
import type { Lesson, LessonOf } from '../records/lesson.ts';
import { parseInput } from '../records/parse.ts';
import type { Scope, Viewer } from '../records/scope.ts';
import type { Example } from '../records/template.ts';
import { addExamplesInput, listExamplesInput } from '../records/template-inputs.ts';
import { findSaidFailure } from '../text/said-failure.ts';
import { findTemplate } from './find-template.ts';

type ListExamples = z.input<typeof listExamplesInput>;
type AddExamples = z.input<typeof addExamplesInput>;
type ExampleContent = LessonOf<'example'>['content'];

/** A successful call that can be shown to an agent. */
export interface GivenExample extends Example {
  readonly id: string;
  readonly templateId: string;
  readonly sourceTaskId: string | null;
  readonly at: number;
}

/** A call of a template's work, with what its client sent beside it (API-2). */
export interface ToolExecution extends GivenExample {
  readonly sent: JsonObject;
}

/** A call that a client reports; its template need not be known here. */
export interface ReportedExecution
  extends Pick<ExampleContent, 'agent' | 'tool' | 'arguments' | 'result' | 'success' | 'sent'> {
  readonly template: string;
  readonly sourceTaskId: string | null;
  readonly at?: number | undefined;
}

/** Successful calls of a template, newest first: those that were reported, and those of its own run. */
export async function listToolExecutions(
  context: Context,
  viewer: Viewer,
  raw: ListExamples,
): Promise<ToolExecution[]> {
  const { template, agent, limit } = parseInput(listExamplesInput, raw, 'examples');
  return (await successfulCalls(context, viewer, template, agent)).slice(0, limit);
}

/** The same without calls whose answers tell of a failure: they are no examples of how it is done. */
export async function listExamples(
  context: Context,
  viewer: Viewer,
  raw: ListExamples,
): Promise<GivenExample[]> {
  const { template, agent, limit } = parseInput(listExamplesInput, raw, 'examples');
  return (await successfulCalls(context, viewer, template, agent))
    .filter(({ result }) => findSaidFailure(result) === undefined)
    .slice(0, limit)
    .map(({ sent, ...example }) => example);
}

async function successfulCalls(
  context: Context,
  viewer: Viewer,
  template: string,
  agent: string | undefined,
): Promise<ToolExecution[]> {
  const known = await findTemplate(context, viewer, template);
  const templateId = known?.id ?? template;
  const isWithdrawn = restsOn(known?.derivedFrom ?? [], await withdrawnRuns(context, viewer));
  const own = (isWithdrawn ? [] : (known?.examples ?? [])).map((example, index) => ({
    id: `${templateId}-${index + 1}`,
    templateId,
    sourceTaskId: known?.task.id ?? null,
    at: known?.createdAt ?? 0,
    sent: {},
    ...example,
  }));
  const reported = await context.store.findLessons(viewer, 'example', [templateId]);
  const worked = reported.flatMap(({ id, content: { success, ...call } }) =>
    success ? [{ id, ...call }] : [],
  );
  // Of calls of one moment, the one that was kept last is the newest.
  return [...own, ...worked]
    .filter((call) => agent === undefined || call.agent === agent)
    .reverse()
    .sort((left, right) => right.at - left.at);
}

/** Stores calls that a client made for a template, each once, without those that failed. */
export async function addExamples(
  context: Context,
  viewer: Viewer,
  raw: AddExamples,
): Promise<{ count: number }> {
  const { template, sourceTaskId = null, examples } = parseInput(addExamplesInput, raw, 'examples');
  const place = await placeOf(context, viewer, template);
  const stored = await context.store.findLessons(viewer, 'example', [place.templateId]);
  const there = new Set(stored.flatMap(({ content }) => (content.success ? [callOf(content)] : [])));
  const lessons = examples
    .filter(({ success, result }) => success && findSaidFailure(result) === undefined)
    .filter((example) => !there.has(callOf(example)))
    .map((example) => exampleLesson(context, place, { ...example, sourceTaskId, sent: {} }));
  await context.store.commit(lessons.map(saveLesson));
  return { count: lessons.length };
}

/** Stores every call that a client reports, also those that failed, all of them or none (API-2). */
export async function keepToolExecutions(
  context: Context,
  viewer: Viewer,
  executions: readonly ReportedExecution[],
): Promise<{ count: number }> {
  const names = [...new Set(executions.map(({ template }) => template))];
  const found = await Promise.all(names.map((name) => placeOf(context, viewer, name)));
  const places = new Map(names.map((name, index) => [name, found[index]]));
  const lessons = executions.flatMap(({ template, ...call }) => {
    const place = places.get(template);
    return place === undefined ? [] : [exampleLesson(context, place, { subTask: null, ...call })];
  });
  await context.store.commit(lessons.map(saveLesson));
  return { count: lessons.length };
}

/** Where calls of a template's work are kept. */
interface ExamplePlace {
  readonly templateId: string;
  readonly isKnown: boolean;
  readonly scope: Scope;
}

async function placeOf(context: Context, viewer: Viewer, template: string): Promise<ExamplePlace> {
  const known = await findTemplate(context, viewer, template);
  const scope = known !== undefined && mayChange(viewer, known.scope) ? known.scope : viewer;
  return { templateId: known?.id ?? template, isKnown: known !== undefined, scope };
}

function exampleLesson(
  context: Context,
  { templateId, isKnown, scope }: ExamplePlace,
  call: Omit<ExampleContent, 'templateId' | 'at'> & { readonly at?: number | undefined },
): Lesson {
  return newLesson(context, scope, 'example', {
    content: { ...call, templateId, at: call.at ?? context.clock.now() },
    keys: [templateId],
    derivedFrom: isKnown ? [{ kind: 'template', id: templateId }] : [],
  });
}

function callOf(example: Example): string {
  return canonicalJson([example.agent, example.subTask, example.tool, example.arguments, example.result]);
}
