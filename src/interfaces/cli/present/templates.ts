import type { Listing } from '../../../recall/browse.ts';
import type { LearnedTemplate, MadeTemplate, ShownTemplate, Template } from '../../../records/template.ts';
import type { TemplateDiff } from '../../../records/template-diff.ts';
import { counted } from '../../../text/counted.ts';
import { ago, duration, type FieldLine, fields, oneLine } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { firstOf } from './figures.ts';
import { presentPlan, wrapped } from './plan.ts';
import {
  agentColumn,
  callsMade,
  listTable,
  more,
  nothing,
  optional,
  type PageStyle,
  right,
  safe,
} from './presenter.ts';
import { arrivalText, trustLines } from './trust.ts';

export function presentSaved(template: MadeTemplate, page: PageStyle): string {
  const { paint } = page;
  return [
    `${paint.good('Saved')} template ${paint.accent(template.slug)} (${template.id})`,
    '',
    presentPlan(template, page),
    '',
    ...warningsOf(template, paint),
    nextStep(template, paint),
  ].join('\n');
}

function warningsOf({ warnings = [] }: MadeTemplate, paint: Paint): string[] {
  return warnings.map((warning) => `${paint.bad('!')} ${safe(warning)}`);
}

/** What to do with a template after reading it. */
function nextStep({ slug, status, plan, parameters }: Template, paint: Paint): string {
  const waits = status === 'draft' && plan.some(({ effect }) => effect === 'write');
  if (waits)
    return paint.dim(`It may change something, so it waits for you:  engram template approve ${slug}`);
  if (status === 'retired') return paint.dim(`Use it again:  engram template approve ${slug}`);
  const inputs = parameters
    .filter(({ required }) => required)
    .map(({ name }) => ` --input ${/^[\w.-]+$/.test(name) ? `${name}=…` : `'${oneLine(name, 60)}=…'`}`);
  return paint.dim(
    `Run it again without a model:  engram template run ${slug} --tools mcp.json${inputs.join('')}`,
  );
}

export function presentTemplates({ items, next }: Listing<Template>, page: PageStyle): string {
  if (items.length === 0)
    return nothing(
      page,
      'No templates yet. Save a successful run:\n  engram template save --run RUN --name NAME',
    );
  const listed = listTable(page, items, [
    ['NAME', ({ slug }) => slug],
    ['STATUS', ({ status }) => status],
    ...agentColumn<Template>(page, ({ scope }) => scope.agent),
    ['CALLS', ({ plan }) => String(plan.length), { ...right, ...optional }],
    ['AGE', ({ createdAt }) => ago(createdAt, page.now)],
    ['TASK', ({ task }) => safe(task.description)],
  ]);
  return listed + more(next, page.paint);
}

export function presentTemplate(template: ShownTemplate, page: PageStyle): string {
  const { paint } = page;
  return [
    fields(paint, headOf(template, page)),
    '',
    presentPlan(template, page),
    '',
    nextStep(template, paint),
  ].join('\n');
}

function headOf(template: Template, page: PageStyle): FieldLine[] {
  const { firstRun, derivedFrom, subTasks, agents, reexecuteModel, savedBy, approval } = template;
  const runs = derivedFrom.filter(({ kind }) => kind === 'run').map(({ id }) => id);
  return [
    ['template', `${template.slug} (${template.id})`],
    ['task', safe(template.task.description)],
    ['status', `${template.status}, version ${template.version}${reasonOf(template)}`],
    ['saved', savedBy !== null && arrivalText(savedBy)],
    ['approved', approval !== null && arrivalText(approval)],
    ['from', firstOf(runs.length === 0 ? [template.sourceRunId] : runs)],
    ['agents', agents.length > 0 && oneLine(agents.join(', '), 200)],
    ['parts', subTasks.length > 0 && oneLine(subTasks.map(({ text }) => text).join(' · '), page.columns)],
    ['first run', `${callsMade(firstRun.modelCalls, firstRun.toolCalls)}, ${duration(firstRun.wallTimeMs)}`],
    ['plan', template.planEdited && 'edited by hand, so learning leaves it alone'],
    ['model', reexecuteModel !== null && oneLine(reexecuteModel, 100)],
  ];
}

function reasonOf({ statusReason }: Template): string {
  return statusReason === null ? '' : `: ${safe(statusReason)}`;
}

export function presentApproved(template: Template, { paint }: PageStyle): string {
  return [
    `${paint.good('Approved')} ${paint.accent(template.slug)}, version ${template.version}: it may change things without asking`,
    ...trustLines(template, paint),
    nextStep(template, paint),
  ].join('\n');
}

export function presentRetired(template: Template, { paint }: PageStyle): string {
  return `${paint.good('Retired')} ${paint.accent(template.slug)}${reasonOf(template)}; it is not run any more\n${nextStep(template, paint)}`;
}

/** After it learned: what is different now, and why. */
export function presentLearned({ changes, ...template }: LearnedTemplate, page: PageStyle): string {
  const { paint, columns } = page;
  const lines = changes.flatMap(({ tool, place, change, because }) => [
    `  ${paint.accent(change)} ${oneLine(place, 100)} (${oneLine(tool, 60)})`,
    ...wrapped('     ', because, columns),
  ]);
  const what = changes.length === 0 ? ['  nothing: the run did as the plan says'] : lines;
  return [paint.bold('What the run changed'), ...what, '', presentChanged(template, page)].join('\n');
}

/** After it was taught or edited. */
export function presentChanged(template: MadeTemplate, page: PageStyle): string {
  const { paint } = page;
  const { slug, version } = template;
  return [
    `${paint.accent(slug)} is at version ${version}, ${template.status}${reasonOf(template)}`,
    '',
    presentPlan(template, page),
    '',
    ...warningsOf(template, paint),
    paint.dim(`What is different:  engram template diff ${slug}`),
    nextStep(template, paint),
  ].join('\n');
}

export function presentVersions({ items }: { items: readonly Template[] }, page: PageStyle): string {
  return listTable(page, items, [
    ['VERSION', ({ version }) => String(version), right],
    ['STATUS', ({ status }) => status],
    ['CALLS', ({ plan }) => String(plan.length), right],
    ['PARAMETERS', ({ parameters }) => String(parameters.length), { ...right, ...optional }],
    ['CHANGED', ({ updatedAt }) => ago(updatedAt, page.now)],
    ['WHY', ({ statusReason }) => safe(statusReason ?? '')],
  ]);
}

export function presentDiff({ slug, from, to, changes }: TemplateDiff, page: PageStyle): string {
  const { paint, columns } = page;
  if (from === to) return `${slug} has only version ${to}. There is nothing to compare it with.`;
  if (changes.length === 0) return `Versions ${from} and ${to} of ${slug} do the same.`;
  const room = Math.max(20, columns - 4);
  return [
    `${paint.accent(slug)} from version ${from} to ${to}: ${counted(changes.length, 'change')}`,
    ...changes.flatMap(({ at, before, after }) => [
      paint.bold(oneLine(at, room)),
      ...(before === null ? [] : [paint.bad(`  - ${oneLine(before, room)}`)]),
      ...(after === null ? [] : [paint.good(`  + ${oneLine(after, room)}`)]),
    ]),
  ].join('\n');
}

export function presentDeletedTemplate({ deleted }: { deleted: string }, { paint }: PageStyle): string {
  return `${paint.good('Deleted')} ${deleted} with its versions, its memory and its examples`;
}
