import type { Json } from '../../json/json.ts';
import { formatPath, parsePath } from '../../json/path.ts';
import {
  type CheckContent,
  type Condition,
  checkContentSchema,
  type Verification,
} from '../../records/check.ts';
import type { FailurePattern } from '../../records/pattern.ts';
import { counted } from '../../text/counted.ts';
import { slugFrom } from '../../text/slug.ts';
import { termsOf } from '../../text/terms.ts';
import { lowerBound } from '../posterior.ts';
import { oneLine } from './one-line.ts';

export interface FailureToPrevent
  extends Pick<FailurePattern, 'slug' | 'template' | 'occurrences' | 'tools'> {
  readonly id: string;
  readonly categories: readonly string[];
}

/** A solution that was stated, or a repair that was seen in runs. */
export interface KnownRemedy {
  readonly approach: string;
  readonly steps: readonly string[];
  readonly successes: number;
  readonly failures: number;
  /** Seen in runs: the same call again worked. No check can prevent what goes away by itself. */
  readonly isRetry?: boolean;
  /** Seen in runs: after this tool had worked, the failed one worked, too. */
  readonly tool?: string | undefined;
  /** Seen in runs: the argument that was different in the call that worked. `undefined` where it was missing. */
  readonly difference?:
    | { readonly path: string; readonly failed: Json | undefined; readonly worked: Json | undefined }
    | undefined;
}

/** A check that may be saved. Its slug may be taken. */
export interface NewCheck {
  readonly slug: string;
  /** Whether people asked for it, or it was derived from what is known now. */
  readonly basis: 'said' | 'seen';
  readonly content: CheckContent;
}

interface Draft {
  readonly slug: string;
  readonly verify: Verification;
  readonly remedy: KnownRemedy | undefined;
}

/**
 * The checks that would have warned of a failure (LRN-3), from the best that is known about it:
 * 1. a check for each prevention that people named;
 * 2. a tool that ran before the failed one worked, or an argument that was different in the call that worked, whichever
 *    has the higher success rate, if it is higher than that of calling again;
 * 3. a solution that was stated: a question whether it was applied;
 * 4. nothing but the failure: a question what is different now.
 *
 * @example
 * checksFrom(npmInstallTimeout, [], ['Verify npm cache status'])[0]?.slug; // 'verify-npm-cache-status'
 */
export function checksFrom(
  failure: FailureToPrevent,
  remedies: readonly KnownRemedy[],
  prevention: readonly string[],
  { stage = 'development', action = 'warn' }: { stage?: string; action?: CheckContent['action'] } = {},
): readonly NewCheck[] {
  const best = remedies.toSorted((left, right) => promise(right) - promise(left));
  const said = prevention.filter((text) => text.trim() !== '').slice(0, maxSaid);
  const drafts = said.length > 0 ? said.map((text) => draftSaid(text, best)) : [draftSeen(failure, best)];
  const bySlug = new Map(drafts.map((draft) => [draft.slug, draft]));
  return [...bySlug.values()].map(({ slug, verify, remedy }) => ({
    slug,
    basis: said.length > 0 ? 'said' : 'seen',
    content: checkContentSchema.parse({
      message: messageOf(failure, remedy ?? best[0]),
      when: {
        tool: failure.tools[0] ?? null,
        // Without a tool it would fire before every call, so the call must mention words of its name.
        mentions: failure.tools.length === 0 ? subjectOf(failure.slug) : [],
        category:
          failure.tools.length === 0 && failure.categories.length === 1 ? failure.categories[0] : null,
        stage,
      },
      verify,
      action,
      pattern: failure.id,
    }),
  }));
}

/** Words that say how something fails, and not what. */
const howItFails =
  /^(?:a|an|after|and|at|before|broken|cannot|crash(?:ed|es)?|denied|does|error|errors|exceeded|exception|exit|failed|failing|fails|failure|for|from|in|invalid|is|missing|no|not|of|on|out|refused|retry|slow|the|timed|timeout|timeouts|to|unavailable|unknown|was|while|with|\d+)$/;
/** Words of a name that a call must have. */
const maxMentions = 2;

/** What a failure is about, by its name: `npm-install-timeout` is about `npm` and `install`. */
function subjectOf(slug: string): string[] {
  return slug
    .split(/[-_.]+/)
    .filter((word) => word.length > 1 && !howItFails.test(word))
    .slice(0, maxMentions);
}

const maxSaid = 10;

function promise({ successes, failures }: KnownRemedy): number {
  return lowerBound(successes, failures);
}

/** A predicate when a known remedy is a tool with these words; else a question. */
function draftSaid(text: string, remedies: readonly KnownRemedy[]): Draft {
  const words = new Set(termsOf(text));
  const remedy = remedies.find(
    ({ tool }) =>
      tool !== undefined && termsOf(tool).length > 0 && termsOf(tool).every((term) => words.has(term)),
  );
  const verify: Verification =
    remedy?.tool === undefined
      ? { kind: 'question', text: `Before this call: ${asWords(text)}. Is that done?` }
      : { kind: 'predicate', all: [succeededBefore(remedy.tool)] };
  return { slug: slugFrom(text), verify, remedy };
}

/** "verify-npm-cache-status" is a name; people read words. */
function asWords(text: string): string {
  const words = /\s/.test(text.trim()) ? text : text.replace(/[-_]+/g, ' ');
  return oneLine(words, 300).replace(/[.!?]+$/, '');
}

function succeededBefore(tool: string): Condition {
  return { of: 'recent', tool, within: 20, is: 'succeeded' };
}

function draftSeen(failure: FailureToPrevent, remedies: readonly KnownRemedy[]): Draft {
  const [failed] = failure.tools;
  const passes = remedies.find(({ isRetry }) => isRetry);
  // A remedy that is no better than calling again may have come before the success by chance.
  const better = remedies.filter((remedy) => passes === undefined || promise(remedy) > promise(passes));
  if (failed !== undefined) {
    for (const remedy of better) {
      const draft = draftBefore(failed, remedy) ?? draftDifference(failed, remedy);
      if (draft !== undefined) return draft;
    }
  }
  const [stated] = remedies.filter(({ isRetry, tool }) => isRetry !== true && tool === undefined);
  if (stated !== undefined) return draftStated(stated);
  const known =
    failure.occurrences === 0 ? 'is known to fail' : `failed ${counted(failure.occurrences, 'time')}`;
  const text = `This ${known} with: ${oneLine(failure.template, 200)}. What is different now?`;
  return { slug: slugFrom(`review ${failure.slug}`), verify: { kind: 'question', text }, remedy: undefined };
}

function draftBefore(failed: string, remedy: KnownRemedy): Draft | undefined {
  if (remedy.tool === undefined || remedy.tool === failed) return undefined;
  const slug = slugFrom(`run ${remedy.tool} before ${failed}`);
  return { slug, verify: { kind: 'predicate', all: [succeededBefore(remedy.tool)] }, remedy };
}

/** Longest path that a check can store. */
const maxPathLength = 500;

/** The argument must be what it was when the call worked. */
function draftDifference(failed: string, remedy: KnownRemedy): Draft | undefined {
  if (remedy.difference === undefined) return undefined;
  const { path, failed: before, worked } = remedy.difference;
  const parts = path.length > maxPathLength ? [] : (parsePath(path) ?? []);
  const compared = comparison(before, worked);
  if (parts.length === 0 || compared === undefined) return undefined;
  const { is, value, words } = compared;
  const name = formatPath(parts).replace('$', '');
  const condition: Condition = { of: 'argument', path, is, value };
  return {
    slug: slugFrom(`${failed} ${words.replace('…', () => name)}`),
    verify: { kind: 'predicate', all: [condition] },
    remedy,
  };
}

type ArgumentComparison = Pick<Extract<Condition, { of: 'argument' }>, 'is' | 'value'> & {
  readonly words: string;
};

/** Undefined when the value that worked is not known, because it was secret, or is too long to be compared. */
function comparison(failed: Json | undefined, worked: Json | undefined): ArgumentComparison | undefined {
  if (worked === undefined) return { is: 'absent', value: null, words: 'without …' };
  if (failed === undefined) return { is: 'present', value: null, words: 'with …' };
  if (typeof failed === 'number' && typeof worked === 'number' && failed !== worked) {
    return worked > failed
      ? { is: 'at-least', value: worked, words: `… at least ${worked}` }
      : { is: 'at-most', value: worked, words: `… at most ${worked}` };
  }
  const text = JSON.stringify(worked);
  if (text.length > 200 || /\[REDACTED:/.test(text)) return undefined;
  return { is: 'equals', value: worked, words: `… is ${text}` };
}

/** The verb that a solution begins with; the rest is what can be verified. */
const leadingVerbs =
  /^(?:add|apply|call|change|check|clean|clear|configure|create|decrease|delete|disable|enable|ensure|fix|increase|install|lower|make sure|pass|raise|reduce|refresh|remove|renew|reset|restart|retry|run|set|start|stop|switch|try|turn|update|upgrade|use|validate|verify|wait)(?:[\s_-]+(?:a|an|the|with|to|for|up|on|off|that))*[\s_-]+(?=\S)/i;

function draftStated(remedy: KnownRemedy): Draft {
  const what = remedy.approach.trim().slice(0, 500).replace(leadingVerbs, '');
  const steps = remedy.steps.slice(0, 5).map((step) => oneLine(step, 100));
  const how = steps.length === 0 ? '' : ` (${steps.join('; ')})`;
  return {
    slug: slugFrom(`verify ${what}`),
    verify: { kind: 'question', text: `Was this done: ${asWords(remedy.approach)}${how}?` },
    remedy,
  };
}

function messageOf({ tools, template, occurrences }: FailureToPrevent, remedy?: KnownRemedy): string {
  const often = `${tools[0] ?? 'This'} failed ${counted(occurrences, 'time')} with`;
  const failed = `${occurrences === 0 ? 'Known failure' : often}: ${sentence(oneLine(template, 300))}`;
  if (remedy === undefined) return `${failed} No solution is known yet.`;
  const { approach, successes, failures } = remedy;
  const tried = successes + failures;
  const record =
    tried === 0
      ? 'Solution, not tried yet'
      : `Solution that worked ${round(successes)} of ${counted(tried, 'time')}`;
  return `${failed} ${record}: ${sentence(oneLine(approach, 200))}`;
}

/** Old outcomes count less than one, so counts have fractions. */
function round(count: number): string {
  return String(Number(count.toFixed(1)));
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
