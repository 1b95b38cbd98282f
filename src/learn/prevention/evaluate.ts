import type { Settings } from '../../config/settings.ts';
import type { CallAhead, Finding, Verification } from '../../records/check.ts';
import type { Check } from '../../records/lesson.ts';
import { globMatcher } from '../../text/glob.ts';
import { termsOf } from '../../text/terms.ts';
import {
  holds,
  makeReady,
  noPaths,
  type Paths,
  type ReadyCondition,
  type Sight,
  sightOf,
  whyNot,
} from './conditions.ts';
import { oneLine } from './one-line.ts';

/** A check made ready to be looked at many times. */
interface ReadyCheck {
  readonly isAbout: (tool: string) => boolean;
  readonly stage: string;
  readonly category: string | null;
  /** Words that the description of the task must have. */
  readonly words: readonly string[];
  /** Words that the call itself must have. */
  readonly mentions: readonly string[];
  readonly occasion: readonly ReadyCondition[];
  /** Empty for a command or a question. */
  readonly predicate: readonly ReadyCondition[];
  /** What it says when it fires, but for the reason. */
  readonly says: Omit<Finding, 'because'>;
}

/** Checks made ready. Those of one tool are found at once, however many there are of others. */
export interface CompiledChecks {
  /** How many can fire at all. */
  readonly size: number;
  readonly paths: Paths;
  about(tool: string): readonly ReadyCheck[];
  /** The words of a description; those of the last one are kept. */
  wordsOf(description: string): ReadonlySet<string>;
}

/** Names of tools whose checks are kept at hand. */
const maxTools = 1_000;
/** A longer description says nothing more about what the task is. */
const maxDescriptionLength = 10_000;

/**
 * Makes checks ready. With mode `warn` those that block only warn; with `off`, and of those that are switched off,
 * nothing is left.
 *
 * @example
 * const compiled = compileChecks(checks, settings.prevention.mode);
 * evaluate(compiled, { tool: 'npm_install', arguments: {}, stage: 'development', category: null, description: '', recent: [] });
 */
export function compileChecks(
  checks: readonly Check[],
  mode: Settings['prevention']['mode'] = 'enforce',
): CompiledChecks {
  const paths = noPaths();
  const ready = mode === 'off' ? [] : checks.filter(({ content }) => content.enabled);
  const compiled = ready
    .map((check) => readyCheck(check, mode === 'warn', paths))
    .sort((left, right) => Number(right.says.action === 'block') - Number(left.says.action === 'block'));
  const byTool = new Map<string, readonly ReadyCheck[]>();
  let last = { description: '', words: new Set<string>() as ReadonlySet<string> };
  return {
    size: compiled.length,
    paths,
    about(tool) {
      let about = byTool.get(tool);
      if (about === undefined) {
        about = compiled.filter((check) => check.isAbout(tool));
        // An agent that invents names must not fill the memory.
        if (byTool.size >= maxTools) byTool.clear();
        byTool.set(tool, about);
      }
      return about;
    },
    wordsOf(description) {
      if (last.description !== description) {
        last = { description, words: new Set(termsOf(description.slice(0, maxDescriptionLength))) };
      }
      return last.words;
    },
  };
}

function readyCheck({ id, slug, content, derivedFrom }: Check, onlyWarns: boolean, paths: Paths): ReadyCheck {
  const { when, verify } = content;
  const { tool, category, context, stage } = when;
  return {
    isAbout: tool === null ? () => true : globMatcher(tool),
    stage,
    category,
    words: context === null ? [] : termsOf(context),
    mentions: when.mentions.flatMap((word) => termsOf(word)),
    occasion: when.conditions.map((condition) => makeReady(condition, paths)),
    predicate: verify.kind === 'predicate' ? verify.all.map((condition) => makeReady(condition, paths)) : [],
    says: {
      check: { id, slug },
      pattern: content.pattern,
      action: onlyWarns ? 'warn' : content.action,
      message: oneLine(content.message, 1_000),
      verify: verify.kind,
      ask: askOf(verify),
      evidence: { record: content.record, derivedFrom },
    },
  };
}

/** More than these nobody reads before a call. */
export const maxFindings = 20;

/** Longest command or question that is shown. Its lines stay: a command may need them. */
const maxAskLength = 2_000;

function askOf(verify: Verification): string | null {
  if (verify.kind === 'predicate') return null;
  return (verify.kind === 'command' ? verify.command : verify.text).slice(0, maxAskLength).toWellFormed();
}

/**
 * What the checks say about a call that is about to be made: those that block first, otherwise in the order they were
 * given, and no more than anybody would read. One fires when its occasion fits and
 * - its predicate does not hold: then it fires at every such call until it holds;
 * - or it is a command or a question, whose answer nobody can see from here: then it is a reminder. Whoever keeps
 *   the run reminds once (`capture/guard.ts`).
 *
 * Looks only, never throws, and takes time in the number of the checks, not in the size of the arguments.
 */
export function evaluate(compiled: CompiledChecks, call: CallAhead): readonly Finding[] {
  if (compiled.size === 0) return [];
  const checks = compiled.about(call.tool);
  if (checks.length === 0) return [];
  const sight = sightOf(call, compiled.paths);
  const words = lazily(() => wordsIn(call));
  const findings: Finding[] = [];
  for (const check of checks) {
    if (!isOccasion(check, call, compiled, sight, words)) continue;
    const because = reasonToFire(check, call.tool, sight);
    if (because === undefined) continue;
    findings.push({ ...check.says, because });
    if (findings.length === maxFindings) break;
  }
  return findings;
}

/** Characters of the texts in arguments that are looked through for words, and how many texts. */
const maxRead = 2_000;
const maxTexts = 50;

/** The words of the tool's name and of the texts it is called with, those at the top. */
function wordsIn({ tool, arguments: given }: CallAhead): ReadonlySet<string> {
  const texts = Object.values(given)
    .slice(0, maxTexts)
    .filter((value) => typeof value === 'string');
  return new Set(
    termsOf(`${tool} ${texts.map((text) => text.slice(0, maxRead)).join(' ')}`.slice(0, maxRead)),
  );
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function isOccasion(
  check: ReadyCheck,
  call: CallAhead,
  compiled: CompiledChecks,
  sight: Sight,
  wordsOfCall: () => ReadonlySet<string>,
): boolean {
  if (check.stage !== call.stage) return false;
  if (check.category !== null && check.category !== call.category) return false;
  if (check.words.length > 0) {
    const words = compiled.wordsOf(call.description);
    for (const word of check.words) if (!words.has(word)) return false;
  }
  if (check.mentions.length > 0) {
    const words = wordsOfCall();
    for (const word of check.mentions) if (!words.has(word)) return false;
  }
  for (const condition of check.occasion) if (holds(condition, sight) !== true) return false;
  return true;
}

function reasonToFire(check: ReadyCheck, tool: string, sight: Sight): string | undefined {
  if (check.says.verify !== 'predicate') return `only whoever calls "${tool}" can verify this`;
  for (const condition of check.predicate) {
    if (holds(condition, sight) === false) return whyNot(condition, sight);
  }
  return undefined;
}
