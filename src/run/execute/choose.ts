import { EngramError } from '../../errors.ts';

/** The facts about the work that decide the choice of a strategy. */
interface WorkForm {
  readonly form: 'function' | 'parts' | 'items';
  /** Whether the caller said that some parts need not wait for each other. */
  readonly independent: boolean;
  readonly checked: boolean;
}

interface Choosing {
  readonly asked: string | undefined;
  readonly recommendation: { readonly approach: string | null; readonly confidence: number } | null;
  readonly minimumConfidence: number;
  /** Names of all strategies there are. */
  readonly names: readonly string[];
  readonly work: WorkForm;
}

/** The suffix of the approach of a run that recovered from an error. */
export const recoveredMark = '_recovered';

/** The strategy to use, and why: the caller's, else the recommended one, else the one that fits the work (ADP-1). */
export function chooseStrategy(choosing: Choosing): {
  readonly name: string;
  readonly by: 'caller' | 'recommendation' | 'form';
} {
  const { asked, names, work } = choosing;
  if (asked !== undefined) {
    if (!names.includes(asked)) throw unknownStrategy(asked, names);
    return { name: asked, by: 'caller' };
  }
  const recommended = recommendedStrategy(choosing);
  return recommended === null
    ? { name: fitting(work), by: 'form' }
    : { name: recommended, by: 'recommendation' };
}

/** A run that recovered counts for the strategy it was begun with. */
function recommendedStrategy({ recommendation, minimumConfidence, names, work }: Choosing): string | null {
  const approach = recommendation?.approach?.replace(new RegExp(`${recoveredMark}$`), '') ?? null;
  if (recommendation === null || approach === null || !names.includes(approach)) return null;
  if (recommendation.confidence < minimumConfidence) return null;
  // Parts that only have an order may rely on it, and the history does not show whether they do.
  if (approach === 'parallel' && !work.independent) return null;
  return approach;
}

function fitting({ form, independent, checked }: WorkForm): string {
  if (form === 'items') return 'api_heavy';
  if (independent) return 'parallel';
  return checked ? 'incremental' : 'standard';
}

function unknownStrategy(name: string, names: readonly string[]): EngramError {
  return new EngramError(
    'invalid_input',
    `There is no strategy "${name}". There are: ${names.join(', ')}. Register your own in "strategies".`,
    { details: { fields: ['strategy'] } },
  );
}
