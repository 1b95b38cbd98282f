import type { Settings } from '../../config/settings.ts';
import type { CallAhead, Finding, Verification } from '../../records/check.ts';
import type { Check } from '../../records/lesson.ts';
import { globMatcher } from '../../text/glob.ts';
import { inert } from '../../text/inert/inert.ts';
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
  /** The finding when it fires, without the reason. */
  readonly says: Omit<Finding, 'because'>;
}

/** Compiled checks, indexed by tool. */
export interface CompiledChecks {
  /** How many can fire at all. */
  readonly size: number;
  readonly paths: Paths;
  about(tool: string): readonly ReadyCheck[];
  /** The words of a description; the last answer is cached. */
  wordsOf(description: string): ReadonlySet<string>;
}

/** Names of tools whose checks are cached: an agent that invents names must not fill the memory. */
const maxTools = 1_000;
/** The rest of a longer description is not read. */
const maxDescriptionLength = 10_000;

/**
 * Compiles the checks that are switched on. With mode `warn` those that block only warn; with `off` there are none.
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

export const maxFindings = 20;

/** Longest command or question that is shown. Its lines stay: a command may need them. */
const maxAskLength = 2_000;

function askOf(verify: Verification): string | null {
  if (verify.kind === 'predicate') return null;
  return inert((verify.kind === 'command' ? verify.command : verify.text).slice(0, maxAskLength));
}

/**
 * The findings of the checks before a call: those that block first, otherwise in the order given, at most `maxFindings`.
 * A check fires when its occasion fits and
 * - its predicate does not hold: then it fires at every such call until it holds;
 * - or it is a command or a question, whose answer cannot be seen from here: then it is a reminder, which
 *   `capture/guard.ts` shows once a run.
 *
 * Never throws, and takes time in the number of the checks, not in the size of the arguments.
 */
export function evaluate(compiled: CompiledChecks, call: CallAhead): readonly Finding[] {
  if (compiled.size === 0) return [];
  const checks = compiled.about(call.tool);
  if (checks.length === 0) return [];
  const sight = sightOf(call, compiled.paths);
  let words: ReadonlySet<string> | undefined;
  const wordsOfCall = (): ReadonlySet<string> => {
    words ??= wordsIn(call);
    return words;
  };
  const findings: Finding[] = [];
  for (const check of checks) {
    if (!isOccasion(check, call, compiled, sight, wordsOfCall)) continue;
    const because = reasonToFire(check, call.tool, sight);
    if (because === undefined) continue;
    findings.push({ ...check.says, because });
    if (findings.length === maxFindings) break;
  }
  return findings;
}

/** Characters of arguments that are searched for words, and how many texts. */
const maxRead = 2_000;
const maxTexts = 50;

/** The words of the tool's name and of its text arguments, without nested ones. */
function wordsIn({ tool, arguments: given }: CallAhead): ReadonlySet<string> {
  const values = Object.values(given).slice(0, maxTexts);
  const texts = values.flatMap((value) => (typeof value === 'string' ? [value.slice(0, maxRead)] : []));
  return new Set(termsOf(`${tool} ${texts.join(' ')}`.slice(0, maxRead)));
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
  return (
    check.words.every((word) => compiled.wordsOf(call.description).has(word)) &&
    check.mentions.every((word) => wordsOfCall().has(word)) &&
    check.occasion.every((condition) => holds(condition, sight) === true)
  );
}

function reasonToFire(check: ReadyCheck, tool: string, sight: Sight): string | undefined {
  if (check.says.verify !== 'predicate') return `only the caller of "${tool}" can verify this`;
  const failed = check.predicate.find((condition) => holds(condition, sight) === false);
  return failed && whyNot(failed, sight);
}
