import type * as z from 'zod';
import { pickOne } from '../../access/pick-one.ts';
import { mayChange } from '../../access/reach.ts';
import { notFound } from '../../errors.ts';
import { sameJson } from '../../json/json.ts';
import type { Context } from '../../ports/context.ts';
import type { CheckContent } from '../../records/check.ts';
import { byId } from '../../records/inputs.ts';
import {
  createCheckInput,
  generateCheckInput,
  listChecksInput,
  switchCheckInput,
} from '../../records/learning-inputs.ts';
import { type Check, checkSchema, type FailureLesson, type Trial } from '../../records/lesson.ts';
import { parseInput } from '../../records/parse.ts';
import type { Source } from '../../records/record.ts';
import { type Scope, sameScope, type Viewer } from '../../records/scope.ts';
import { aftermath } from '../failures/failure-details.ts';
import { signaturesOf } from '../failures/failure-keys.ts';
import { failureKnowledge } from '../failures/failure-knowledge.ts';
import { signatureOfMemory } from '../failures/failure-memory.ts';
import { failureNamed } from '../failures/failure-named.ts';
import { aboutPatterns, type FailureKnowledge, mayTell } from '../failures/knowledge.ts';
import { shownPattern } from '../failures/shown-pattern.ts';
import { allLessons, freeSlug, newLesson, retryOnConflict, revision, saveLesson } from '../lessons.ts';
import { checksFrom, type KnownRemedy, type NewCheck } from './generate.ts';
import { type MeasuredSuccess, measuredSuccess, switchedOff, switchedOn } from './record.ts';
import { settleLeftovers } from './settle.ts';

type GenerateCheck = z.input<typeof generateCheckInput>;
type CreateCheck = z.input<typeof createCheckInput>;
type ListChecks = z.input<typeof listChecksInput>;
type SwitchCheck = z.input<typeof switchCheckInput>;

/** A check with how often it was right. */
export type MeasuredCheck = Check & { readonly measured: MeasuredSuccess };

/** A check with its latest trials. */
export interface CheckDetails {
  readonly check: MeasuredCheck;
  readonly trials: readonly Trial[];
}

const maxTrials = 50;

/** All checks the viewer may see: a limit would let many new ones hide one that blocks. */
export const allChecks = (context: Context, viewer: Viewer): Promise<Check[]> =>
  allLessons(context, viewer, 'check', Number.POSITIVE_INFINITY);

/** Creates checks from the solutions of a failure and the preventions that memories name (LRN-4). */
export async function generateChecks(
  context: Context,
  viewer: Viewer,
  raw: GenerateCheck,
): Promise<readonly Check[]> {
  const { pattern: name, stage, action, name: slug } = parseInput(generateCheckInput, raw, 'check');
  const knowledge = await failureKnowledge(context, viewer);
  const pattern = failureNamed(knowledge, viewer, name);
  const told = memoriesAbout(knowledge, pattern);
  const texts = told.flatMap(({ content }) => content.prevention ?? []);
  const made = await checksFor(context, viewer, knowledge, pattern, texts, { stage, action });
  const named =
    slug === undefined ? made : made.slice(0, 1).map((check) => ({ ...check, slug, isNamed: true }));
  return saveChecks(context, viewer, pattern, named, sourcesIn(told));
}

/** Memories whose words go into the checks of a failure: deleting one deletes these checks (MEM-7). */
export function memoriesAbout(
  { memories }: FailureKnowledge,
  pattern: FailureLesson,
): FailureKnowledge['memories'] {
  const signatures = new Set(signaturesOf(pattern));
  return memories.filter(
    (memory) =>
      mayTell(memory, pattern) &&
      signatures.has(signatureOfMemory(memory)) &&
      (memory.content.prevention !== undefined || memory.content.solution !== undefined),
  );
}

export function sourcesIn(memories: FailureKnowledge['memories']): Source[] {
  return memories.map(({ id }) => ({ kind: 'memory', id }));
}

/** Generates the checks of a failure without saving them. */
export async function checksFor(
  context: Context,
  viewer: Viewer,
  knowledge: FailureKnowledge,
  pattern: FailureLesson,
  prevention: readonly string[],
  options: {
    readonly stage: string;
    readonly action: 'warn' | 'block';
    readonly tool?: string | undefined;
    readonly category?: string | undefined;
  },
): Promise<readonly NewCheck[]> {
  const { repairs } = await aftermath(context, viewer, [pattern]);
  const about = aboutPatterns(knowledge)(pattern);
  const stated = about.candidates.map(({ solution: { approach, steps }, successes, failures }) => {
    return { approach, steps, successes, failures };
  });
  const seen = repairs
    // Another tool in its place says nothing about how this one works.
    .filter(({ kind, successes }) => successes > 0 && kind !== 'instead')
    .map(({ kind, tool, approach, successes, failures, changed: [difference] }): KnownRemedy => {
      const before = kind === 'first' ? tool : undefined;
      return {
        approach,
        steps: [],
        successes,
        failures,
        isRetry: kind === 'retry',
        tool: before,
        difference,
      };
    });
  const shown = shownPattern(pattern, about);
  const { tool, category } = options;
  const failure = {
    ...shown,
    id: pattern.id,
    tools: tool === undefined ? shown.tools : [tool, ...shown.tools],
    categories: category === undefined ? [] : [category],
  };
  return checksFrom(failure, [...stated, ...seen], prevention, options);
}

/** Saves new checks. Those that exist already stay as they are, with their record, but for a name that was asked for. */
export async function saveChecks(
  context: Context,
  viewer: Viewer,
  pattern: FailureLesson,
  made: ReadonlyArray<NewCheck & { readonly isNamed?: boolean }>,
  sources: readonly Source[],
): Promise<readonly Check[]> {
  const owner = ownerOfChecks(viewer, pattern);
  return retryOnConflict(context, async () => {
    const own = (await allChecks(context, viewer)).filter(({ scope }) => sameScope(scope, owner));
    const slugs = new Set(own.map(({ slug }) => slug));
    const created: Check[] = [];
    const renamed: Array<ReturnType<typeof revision>> = [];
    const replaced: Check[] = [];
    const all = made.map(({ slug, basis, content, isNamed = false }) => {
      const known = own.find(
        (check) =>
          check.content.pattern === pattern.id &&
          check.content.when.stage === content.when.stage &&
          (check.slug === slug ||
            check.keys.includes(firstName(slug)) ||
            isSameCheck(check.content, content) ||
            (basis === 'seen' && !isNamed && saysAsMuch(check, content))),
      );
      if (known !== undefined && isNamed && known.slug !== slug && !slugs.has(slug)) {
        const command = revision(context, known, nameChange(known, slug));
        renamed.push(command);
        return command.lesson as Check;
      }
      if (known !== undefined) return known;
      const free = freeSlug(slug, (taken) => slugs.has(taken));
      slugs.add(free);
      const check = newLesson(context, owner, 'check', {
        slug: free,
        content,
        keys: [pattern.id, ...(basis === 'seen' ? [workedOut] : [])],
        derivedFrom: [{ kind: 'lesson', id: pattern.id }, ...sources],
      });
      created.push(check);
      if (basis === 'seen') replaced.push(...own.filter((other) => isReplacedBy(other, check)));
      return check;
    });
    await context.store.commit([
      ...created.map(saveLesson),
      ...renamed,
      ...replaced.map((check) =>
        revision(context, check, {
          content: switchedOff(check.content, 'What is known now makes another check, which took its place.'),
        }),
      ),
    ]);
    return all;
  });
}

/** A check belongs to the owner of the failure: the whole project must not learn what one agent met. */
function ownerOfChecks(viewer: Viewer, { scope }: FailureLesson): Scope {
  return mayChange(viewer, scope) ? scope : viewer;
}

/** Key of a renamed check: generating checks again must find it instead of making another with its first name. */
function firstName(slug: string): string {
  return `first-name:${slug}`;
}

/** What is different about a check with another name. Its first name still finds it when checks are generated again. */
export function nameChange({ slug, id, keys }: Check, name: string): Pick<Check, 'slug' | 'keys'> {
  const isFirst = !keys.some((key) => key.startsWith(firstName('')));
  return { slug: name, keys: isFirst ? [...keys, firstName(slug ?? id)] : keys };
}

/** Whether two checks ask the same of the same calls. */
function isSameCheck(one: CheckContent, other: CheckContent): boolean {
  return sameJson(one.when, other.when) && sameJson(one.verify, other.verify);
}

/** A derived question adds nothing to a check that a person asked for. */
function saysAsMuch({ keys, content }: Check, derived: CheckContent): boolean {
  return (
    derived.verify.kind === 'question' &&
    content.enabled &&
    !keys.includes(workedOut) &&
    sameJson(content.when, derived.when)
  );
}

/** Key of checks that were derived, and not asked for by anybody. */
const workedOut = 'worked-out';

/**
 * A derived check replaces an earlier derived one of the same failure: two would ask for different things. One that blocks is not
 * replaced by one that only warns.
 */
function isReplacedBy(other: Check, check: Check): boolean {
  return (
    other.content.enabled &&
    other.keys.includes(workedOut) &&
    (other.content.action === 'warn' || check.content.action === 'block') &&
    other.content.pattern === check.content.pattern &&
    other.content.when.stage === check.content.when.stage
  );
}

/** Creates a check by hand. Without a verification it asks what its message says. */
export async function createCheck(context: Context, viewer: Viewer, raw: CreateCheck): Promise<Check> {
  const { name, message, when, verify, action, pattern: named } = parseInput(createCheckInput, raw, 'check');
  const pattern =
    named === undefined ? null : failureNamed(await failureKnowledge(context, viewer), viewer, named);
  const owner = pattern === null ? viewer : ownerOfChecks(viewer, pattern);
  const text = await context.redact(message);
  const content = checkSchema.shape.content.parse({
    message: text,
    when,
    verify: verify ?? { kind: 'question', text },
    action,
    pattern: pattern?.id ?? null,
  });
  return retryOnConflict(context, async () => {
    const own = (await allChecks(context, viewer)).filter(({ scope }) => sameScope(scope, owner));
    const known = own.find(
      (other) => isSameCheck(other.content, content) && other.content.message === content.message,
    );
    if (known !== undefined && (name === undefined || known.slug === name)) return known;
    const check = newLesson(context, owner, 'check', {
      slug: name ?? freeSlug(content.message, (taken) => own.some(({ slug }) => slug === taken)),
      keys: pattern === null ? [] : [pattern.id],
      derivedFrom: pattern === null ? [] : [{ kind: 'lesson', id: pattern.id }],
      content,
    });
    await context.store.commit([saveLesson(check)]);
    const [kept = check] = await context.store.findLessons(viewer, 'check', [check.id]);
    return kept;
  });
}

/** Lists checks, those that fired most first, then by name. */
export async function listChecks(
  context: Context,
  viewer: Viewer,
  raw: ListChecks,
): Promise<readonly MeasuredCheck[]> {
  const { stage, limit } = parseInput(listChecksInput, raw, 'checks');
  return (await allChecks(context, viewer))
    .filter(({ content }) => stage === undefined || content.when.stage === stage)
    .map(withMeasure)
    .sort(
      (left, right) =>
        right.content.record.fired - left.content.record.fired ||
        ((left.slug ?? '') < (right.slug ?? '') ? -1 : 1),
    )
    .slice(0, limit);
}

function withMeasure(check: Check): MeasuredCheck {
  return { ...check, measured: measuredSuccess(check.content.record) };
}

export async function showCheck(context: Context, viewer: Viewer, rawId: string): Promise<CheckDetails> {
  const { id } = await namedCheck(context, viewer, rawId);
  await settleLeftovers(context, viewer, id);
  const check = await namedCheck(context, viewer, id);
  const trials = await context.store.findLessons(viewer, 'trial', [check.id]);
  return { check: withMeasure(check), trials: trials.toReversed().slice(0, maxTrials) };
}

async function namedCheck(context: Context, viewer: Viewer, rawId: string): Promise<Check> {
  const { id } = parseInput(byId, { id: rawId }, 'check');
  const found = await context.store.findLessons(viewer, 'check', [id]);
  const named = found.filter((check) => check.id === id || check.slug === id);
  return pickOne('check', id, viewer, named);
}

export async function changeableCheck(context: Context, viewer: Viewer, rawId: string): Promise<Check> {
  const check = await namedCheck(context, viewer, rawId);
  if (!mayChange(viewer, check.scope)) throw notFound('check', rawId);
  return check;
}

/** Switches a check on or off. Its earlier record does not count against it once it is switched on again. */
export async function switchCheck(context: Context, viewer: Viewer, raw: SwitchCheck): Promise<Check> {
  const { id, enabled } = parseInput(switchCheckInput, raw, 'check');
  return retryOnConflict(context, async () => {
    const check = await changeableCheck(context, viewer, id);
    if (check.content.enabled === enabled) return check;
    const content = enabled
      ? switchedOn(check.content)
      : switchedOff(check.content, 'It was switched off by hand.');
    const command = revision(context, check, { content });
    await context.store.commit([command]);
    return command.lesson as Check;
  });
}

export async function deleteCheck(context: Context, viewer: Viewer, rawId: string) {
  const { id, scope } = await changeableCheck(context, viewer, rawId);
  await context.store.commit([{ type: 'delete-lesson', owner: scope, id }]);
  return { deleted: id };
}
