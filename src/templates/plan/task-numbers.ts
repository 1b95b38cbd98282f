import { numbersIn, wholePlaces } from '../observation/mask.ts';
import type { FoundParameter, ParameterList } from './parameters.ts';
import { withoutInputs } from './task-text.ts';

interface ToldNumber {
  readonly run: {
    readonly task: { readonly description: string };
    readonly inputs: Parameters<typeof withoutInputs>[1];
  };
}

/**
 * Numbers of the task that differ between the runs and that no argument uses: like an unused input, they may have decided
 * what was done.
 *
 * @example
 * // runs of "Pay what is below 300" and "Pay what is below 500"
 * findTaskNumbers(runs, parameters); // [{ name: 'below', source: 'task', example: 300, seen: [300, 500] }]
 */
export function findTaskNumbers(runs: readonly ToldNumber[], parameters: ParameterList): FoundParameter[] {
  const texts = runs.map(({ run }) => withoutInputs(run.task.description, run.inputs));
  const [first = [], ...others] = texts.map(numbersIn);
  // Texts with more or fewer numbers are worded otherwise, so the numbers cannot be matched by place.
  if (others.some((numbers) => numbers.length !== first.length)) return [];
  return first.flatMap((example, place) => {
    const seen = [example, ...others.map((numbers) => numbers[place] ?? example)];
    // An open parameter with the same values need not come from the task.
    const isKnown = parameters
      .all()
      .filter(({ unseen }) => !unseen)
      .some((known) =>
        seen.every((number, run) => String(known.seen[run] ?? known.example) === String(number)),
      );
    if (isKnown || seen.every((number) => number === example)) return [];
    return [{ name: wordBefore(texts[0] ?? '', example), source: 'task' as const, example, seen }];
  });
}

function wordBefore(text: string, number: number): string {
  const [place = 0] = wholePlaces(text, String(number));
  return /([\p{L}\p{N}_-]+)[^\p{L}\p{N}]*$/u.exec(text.slice(0, place))?.[1] ?? 'number';
}
