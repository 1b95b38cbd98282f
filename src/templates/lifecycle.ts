import type * as z from 'zod';
import { mayChange } from '../access/reach.ts';
import { EngramError, notFound, phrase } from '../errors.ts';
import { retryOnConflict } from '../learn/lessons.ts';
import type { Context } from '../ports/context.ts';
import type { Door } from '../records/door.ts';
import { parseInput } from '../records/parse.ts';
import type { PlanStep } from '../records/plan.ts';
import { interruptedReplay } from '../records/run.ts';
import type { Viewer } from '../records/scope.ts';
import type { MadeTemplate, Template } from '../records/template.ts';
import { type TemplateDiff, templateDiff } from '../records/template-diff.ts';
import {
  diffTemplateInput,
  editTemplateInput,
  judgeTemplateInput,
  learnTemplateInput,
} from '../records/template-inputs.ts';
import { counted } from '../text/counted.ts';
import { type AskTools, approvalBy, recordedRun, showTemplate, withWarnings } from './apply.ts';
import { buildTemplate } from './build-template.ts';
import { findLostMember, findPlanProblem } from './check-plan.ts';
import { declaredEffects, toldEffects } from './declared-effects.ts';
import { definedOf } from './defined.ts';
import { saidIn, withAllSaid, withSaid } from './person-edits.ts';
import { requiredBy } from './plan/parameters.ts';

type JudgeTemplate = z.input<typeof judgeTemplateInput>;
type EditTemplate = z.input<typeof editTemplateInput>;
export type LearnTemplate = z.input<typeof learnTemplateInput>;
type DiffTemplate = z.input<typeof diffTemplateInput>;

/** Runs a plan may be made of. */
const maxRuns = 20;

/** The changes of a template; undefined leaves it as it is. */
type Revise = (template: Template) => Partial<Template> | undefined | Promise<Partial<Template> | undefined>;

/** Changes a template, and tries again when another writer changes it at the same time. */
async function changed(context: Context, viewer: Viewer, id: string, change: Revise): Promise<Template> {
  return retryOnConflict(context, async () => {
    const template = await ownTemplate(context, viewer, id);
    const changes = await change(template);
    return changes === undefined ? template : revise(context, template, changes);
  });
}

async function revise(context: Context, before: Template, changes: Partial<Template>): Promise<Template> {
  const revision = before.revision + 1;
  const template: Template = { ...before, ...changes, revision, updatedAt: context.clock.now() };
  await context.store.commit([{ type: 'revise-template', owner: template.scope, template }]);
  return template;
}

/** The template, if the viewer may change it. */
async function ownTemplate(context: Context, viewer: Viewer, id: string): Promise<Template> {
  const template = await showTemplate(context, viewer, id);
  if (mayChange(viewer, template.scope)) return template;
  throw new EngramError(
    'forbidden',
    `The template "${template.slug}" belongs to the project, and only its owner changes it.`,
    { details: { template: template.slug }, hint: phrase`Act without ${{ acting: 'agent' }}.` },
  );
}

/** Whatever is not approved, or not any more, has no approval. */
const status = (context: Context, to: Template['status'], reason: string | null): Partial<Template> => ({
  status: to,
  statusReason: reason,
  statusAt: context.clock.now(),
  approval: null,
});

function judge(to: 'approved' | 'retired', what: string) {
  return async (context: Context, viewer: Viewer, raw: JudgeTemplate, door: Door): Promise<Template> => {
    const { id, reason = null } = parseInput(judgeTemplateInput, raw, what);
    return changed(context, viewer, id, () => {
      const arrival = { by: viewer.agent, door, at: context.clock.now() };
      const approval = to === 'approved' ? approvalBy(arrival) : null;
      return { ...status(context, to, reason), approval };
    });
  };
}

/** Lets a template write without asking again, until it starts failing (TPL-11). How the approval came is kept with it. */
export const approveTemplate = judge('approved', 'approval');

/** Keeps a template from being run. It can be approved again. */
export const retireTemplate = judge('retired', 'retirement');

export async function deleteTemplate(context: Context, viewer: Viewer, id: string) {
  const template = await ownTemplate(context, viewer, id);
  await context.store.commit([{ type: 'delete-template', owner: template.scope, id: template.id }]);
  return { deleted: template.id };
}

/** Edits a template. Another plan is another version, which has to be approved again. */
export async function editTemplate(
  context: Context,
  viewer: Viewer,
  raw: EditTemplate,
  door: Door,
): Promise<Template> {
  const input = parseInput(editTemplateInput, raw, 'template');
  const lost = findLostMember(raw, input);
  if (lost !== undefined) {
    throw new EngramError(
      'invalid_input',
      `Invalid template: "${lost}" cannot be kept: only constants have members of that name. Remove it, or make a constant of what it is in.`,
      { details: { fields: [lost] } },
    );
  }
  const { id, name, parameters, reexecuteModel, reason = null } = input;
  return changed(context, viewer, id, (template) => {
    const known = new Map(template.plan.map((step) => [recordOf(step), step.provenance]));
    const plan = input.plan?.map((step) => ({
      ...step,
      provenance: known.get(recordOf(step)) ?? 'reported',
    }));
    const given: Template = {
      ...template,
      ...definedOf({ slug: name, parameters, plan, reexecuteModel }),
    };
    const by = { by: viewer.agent, door, at: context.clock.now(), reason };
    const said = saidIn(input, given.plan).map((one) => ({ ...one, ...by }));
    const planned = said.reduce(withSaid, plannedOf(given));
    const edited = {
      ...given,
      ...planned,
      parameters: requiredBy(planned.plan, planned.parameters),
      said: [...template.said, ...said],
    };
    const problem = findPlanProblem(edited);
    if (problem !== undefined) throw new EngramError('invalid_input', problem);
    if (parameters === undefined && plan === undefined && said.length === 0) return edited;
    return {
      ...edited,
      // What a person said is kept when the plan is made anew of its runs.
      planEdited: template.planEdited || parameters !== undefined || plan !== undefined,
      version: template.version + 1,
      ...status(context, 'draft', reason ?? 'the plan was edited'),
    };
  });
}

/** What is recorded about a call: an edit that changes it has no run to show for it. */
const recordOf = ({ recordedStep, tool, observed }: PlanStep): string =>
  JSON.stringify([recordedStep, tool, observed]);

const plannedOf = ({ plan, parameters, dropped }: Template) => ({ plan, parameters, dropped });

/** Keeps places that were freed before Engram recorded who said so. */
function withFreePlaces(plan: Template['plan'], before: Template['plan']): Template['plan'] {
  const freed = new Map(before.map(({ recordedStep, free }) => [recordedStep, free]));
  return plan.map((step) => ({ ...step, free: freed.get(step.recordedStep) ?? [] }));
}

/**
 * Makes the plan again from its runs and one more of the same work: a new version, if anything changes.
 *
 * @throws `conflict` for a plan that was edited by hand, unless the edits may be discarded.
 */
export async function learnTemplate(
  context: Context,
  viewer: Viewer,
  raw: LearnTemplate,
  askTools: AskTools,
): Promise<{ readonly learned: MadeTemplate; readonly before: Template }> {
  const { id, run, discardEdits } = parseInput(learnTemplateInput, raw, 'template');
  const { annotationsOf, warnings, ...tools } = await askTools();
  let before: Template | undefined;
  const learned = await changed(context, viewer, id, async (template) => {
    before = template;
    if (template.planEdited && !discardEdits) return undefined;
    const known = template.derivedFrom.filter(({ kind }) => kind === 'run').map((source) => source.id);
    const first = await recordedRun(context, viewer, template.sourceRunId);
    const others = [...new Set([...known, run])]
      .filter((other) => other !== template.sourceRunId)
      .slice(-maxRuns);
    const further = await Promise.all(others.map((other) => recordedRun(context, viewer, other)));
    const toolEffects = toldEffects([first, ...further], annotationsOf, template.toolEffects);
    const built = buildTemplate(
      first,
      { id: template.id, slug: template.slug, now: context.clock.now() },
      { ...tools, further, declared: declaredEffects(context.settings.tools, toolEffects) },
    );
    const { parameters, dropped, derivedFrom } = built;
    const { made, kept } = withAllSaid(
      { plan: withFreePlaces(built.plan, discardEdits ? [] : template.plan), parameters, dropped },
      discardEdits ? [] : template.said,
    );
    const sources = { derivedFrom, toolEffects, planEdited: false, said: kept };
    const { changes } = templateDiff(template, { ...template, ...made });
    if (changes.length === 0) return sources;
    return {
      ...made,
      ...sources,
      version: template.version + 1,
      ...status(context, 'draft', `learned from run ${run}`),
    };
  });
  if (!learned.planEdited) return { learned: withWarnings(learned, warnings), before: before ?? learned };
  throw new EngramError(
    'conflict',
    `The plan of "${learned.slug}" was edited by hand, and learning would replace it.`,
    {
      details: { template: learned.slug, version: learned.version },
      hint: phrase`To replace it, learn with ${{ field: 'discardEdits' }}; the edited plan stays in version ${String(learned.version)}.`,
    },
  );
}

/** Learning in the background starts no servers; what tools said earlier is stored in the template. */
const skipTools: AskTools = async () => ({
  annotationsOf: () => undefined,
  schemaOf: () => null,
  hasCheck: () => false,
  configured: [],
  warnings: [],
});

/** Refusals that are ignored when nobody asked for learning. */
const quietRefusals: readonly string[] = ['not_replayable', 'forbidden', 'not_found', 'conflict'];

/**
 * Improves the plan of a draft with another run of the same work. An approved or edited plan stays as it is until somebody
 * calls `learnTemplate`. A run that failed, or did it otherwise, is ignored.
 */
export async function learnByItself(
  context: Context,
  viewer: Viewer,
  { id, status: was }: Template,
  run: string,
): Promise<void> {
  if (was !== 'draft') return;
  try {
    await learnTemplate(context, viewer, { id, run }, skipTools);
  } catch (error) {
    if (!EngramError.is(error) || !quietRefusals.includes(error.code)) throw error;
  }
}

export async function templateVersions(context: Context, viewer: Viewer, id: string): Promise<Template[]> {
  const template = await showTemplate(context, viewer, id);
  return [template, ...(await context.store.listTemplateVersions(viewer, template.id))];
}

/** Compares two versions of a template: by default the previous one with the current one. */
export async function diffTemplate(
  context: Context,
  viewer: Viewer,
  raw: DiffTemplate,
): Promise<TemplateDiff> {
  const { id, from, to } = parseInput(diffTemplateInput, raw, 'versions');
  const versions = await templateVersions(context, viewer, id);
  const numbered = (number: number): Template => {
    const found = versions.find(({ version }) => version === number);
    if (found !== undefined) return found;
    throw notFound('version', `${id}@${number}`);
  };
  const after = to === undefined ? versions[0] : numbered(to);
  if (after === undefined) throw notFound('template', id);
  const earlier = versions.find(({ version }) => version < after.version);
  // A template of one version has not changed: then it is compared with itself.
  return templateDiff(from === undefined ? (earlier ?? after) : numbered(from), after);
}

/**
 * Makes an approved template a draft again when its latest runs failed or stopped (TPL-11). Only runs since its approval count, and an
 * interruption says nothing about the template.
 */
export async function demoteIfFailing(context: Context, viewer: Viewer, { id }: Template): Promise<void> {
  const { runs, failures } = context.settings.templates.demotion;
  const latest = await context.store.listExecutions(viewer, { templateId: id }, runs);
  const failing = latest.filter(
    ({ outcome, approach }) => outcome !== 'success' && approach !== interruptedReplay,
  );
  // For speed: the template is read only when it may have to be demoted.
  if (failing.length < failures) return;
  await retryOnConflict(context, async () => {
    const [template] = await context.store.findTemplates(viewer, id);
    if (template === undefined || template.status !== 'approved') return;
    const failed = failing.filter(({ finishedAt }) => finishedAt >= template.statusAt);
    if (failed.length < failures) return;
    const reason = `${failed.length} of its latest ${counted(latest.length, 'run')} failed or stopped; look at them and approve it again`;
    await revise(context, template, status(context, 'draft', reason));
  });
}
