import type { Json } from '../../json/json.ts';
import { formatPath, leavesOf } from '../../json/path.ts';
import type { Place } from '../../records/plan.ts';
import { wholePlaces } from '../observation/mask.ts';
import type { Moment, WantedValue } from './candidate.ts';

/** Whether every run had seen the value somewhere in an answer, if only inside of a text. */
export function isAnsweredInAll({ value, moments }: Pick<WantedValue, 'value' | 'moments'>): boolean {
  return moments.every(({ earlier }) =>
    earlier.some(({ leaves }) =>
      leaves.some((leaf) => wholePlaces(String(leaf.value), String(value)).length > 0),
    ),
  );
}

/** Fields of what earlier changes answered that stand in a value: new ids, most of all. */
export function repeatedAnswers(value: Json, { earlier }: Moment): Place[] {
  const texts = leavesOf(value).map((leaf) => String(leaf.value));
  return earlier.flatMap(({ effect, leaves }, step) =>
    (effect === 'write' ? leaves : [])
      .filter((leaf) => typeof leaf.value === 'string' || typeof leaf.value === 'number')
      .filter((leaf) => texts.some((text) => wholePlaces(text, String(leaf.value)).length > 0))
      .map(({ path }) => ({ step, path: formatPath(path) })),
  );
}
