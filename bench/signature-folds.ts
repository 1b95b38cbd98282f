import { openGrouping } from '../src/learn/failures/grouping/grouping.ts';
import { type Mask, masks, maskVariables } from '../src/text/signature/masks.ts';
import { errorSignature } from '../src/text/signature.ts';
import { type GroupLines, groupingAccuracy, mean } from './grouping-accuracy.ts';
import type { SystemLog } from './signature-data.ts';

/** What somebody who knew one half of the systems would have written, measured on both halves. */
export interface Fold {
  readonly inView: readonly string[];
  readonly others: readonly string[];
  /** Masks that the systems in view call for, as what they write: `<path>`. */
  readonly kept: readonly string[];
  readonly accuracyInView: number;
  readonly accuracyOfOthers: number;
}

/**
 * Cross-validation of the masks: of all that exist, those stay that the systems in view call for, which is that their lines
 * are grouped worse without them. What is left is measured on the others. By name, systems are in view by turns, so
 * that nobody chose who helps whom.
 */
export function crossValidate(logs: readonly SystemLog[]): Fold[] {
  const halves = [0, 1].map((half) => logs.filter((_, place) => place % 2 === half));
  return halves.map((inView, half) => {
    const others = halves[1 - half] ?? [];
    const kept = neededFor(inView);
    return {
      inView: inView.map(({ system }) => system),
      others: others.map(({ system }) => system),
      kept: kept.map(({ becomes }) => becomes),
      accuracyInView: accuracy(inView, kept),
      accuracyOfOthers: accuracy(others, kept),
    };
  });
}

/** The masks without which these logs are grouped worse. The most special come first, so that general ones remain. */
function neededFor(logs: readonly SystemLog[]): readonly Mask[] {
  let kept = masks;
  let best = accuracy(logs, kept);
  for (const mask of masks) {
    const without = kept.filter((each) => each !== mask);
    const accurate = accuracy(logs, without);
    if (accurate < best) continue;
    best = accurate;
    kept = without;
  }
  return kept;
}

function accuracy(logs: readonly SystemLog[], using: readonly Mask[]): number {
  const group: GroupLines = (lines) => {
    const grouping = openGrouping();
    const placed = lines.map((line) => grouping.place(signatureWith(line, using)));
    grouping.settle();
    return placed.map(grouping.resolve);
  };
  return mean(logs.map(({ messages, events }) => groupingAccuracy(group(messages), events)));
}

/** Lines of logs are one line each: only masks make their signatures. */
function signatureWith(line: string, using: readonly Mask[]): string {
  return using === masks ? errorSignature(line) : maskVariables(line.replace(/\s+/g, ' ').trim(), using);
}
