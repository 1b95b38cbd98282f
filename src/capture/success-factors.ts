import type { Json } from '../json/json.ts';
import { type FactorRule, usualFactorRules } from '../records/factor-rule.ts';
import type { Run } from '../records/run.ts';
import type { Step, ToolStep } from '../records/step.ts';
import { globMatcher } from '../text/glob.ts';

/** Follows a run and says what it succeeded by, when nobody names that (LRN-13). */
export interface FactorWatch {
  saw(step: Step): void;
  /** In the order of the rules. */
  found(summary: string | null): string[];
}

interface WatchedRule extends FactorRule {
  readonly fitsTool: (name: string) => boolean;
  isMet: boolean;
}

/** A file: no white space, and a name with an extension or a folder before it. */
const pathForm = /^(?!\w+:\/\/)(?:[^\s]*[/\\])?[^\s/\\]+\.\w{1,10}$|^(?!\w+:\/\/)(?:\.{0,2}[/\\])[^\s]+$/;
const urlForm = /^https?:\/\/\S+$/i;
/** Longer texts are contents, and neither paths nor addresses. */
const maxValueLength = 2_000;

/** @param own rules of the project, beside the usual ones */
export function watchFactors({ task }: Pick<Run, 'task'>, own: readonly FactorRule[]): FactorWatch {
  const rules = [...usualFactorRules, ...own]
    .filter(({ category }) => category === undefined || category === task.category)
    .filter(({ dependencies }) => dependencies === undefined || task.dependencies.length > 0)
    .map(
      (rule): WatchedRule => ({
        ...rule,
        fitsTool: rule.tool === undefined ? () => true : globMatcher(rule.tool.toLowerCase()),
        isMet:
          rule.tool === undefined &&
          rule.argument === undefined &&
          rule.output === undefined &&
          saysMore(rule),
      }),
    );
  return {
    saw(step) {
      if (step.kind !== 'tool' || !step.success) return;
      for (const rule of rules) if (!rule.isMet) rule.isMet = isMetBy(rule, step);
    },
    found: (summary) => [
      ...new Set(
        rules
          .filter((rule) => rule.isMet || (isAboutOutput(rule) && names(summary ?? '', rule.output)))
          .map(({ name }) => name),
      ),
    ],
  };
}

/** Whether the task alone decides; a rule with a name only says nothing. */
function saysMore({ category, dependencies }: FactorRule): boolean {
  return category !== undefined || dependencies !== undefined;
}

function isMetBy(rule: WatchedRule, { tool, arguments: given, result }: ToolStep): boolean {
  if (rule.tool === undefined && rule.argument === undefined && rule.output === undefined) return false;
  if (!rule.fitsTool(tool.toLowerCase())) return false;
  if (rule.argument !== undefined && !Object.values(given).some((value) => isOfForm(value, rule.argument)))
    return false;
  return (
    rule.output === undefined ||
    names(typeof result === 'string' ? result : JSON.stringify(result), rule.output)
  );
}

function isAboutOutput({ tool, argument, output }: FactorRule): boolean {
  return output !== undefined && tool === undefined && argument === undefined;
}

function isOfForm(value: Json, form: FactorRule['argument']): boolean {
  if (typeof value !== 'string' || value.length > maxValueLength) return false;
  return (form === 'url' ? urlForm : pathForm).test(value);
}

function names(text: string, word: string | undefined): boolean {
  return word !== undefined && text.toLowerCase().includes(word.toLowerCase());
}
