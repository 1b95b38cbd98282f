import type { Json } from '../../json/json.ts';
import { formatPath, type PathPart } from '../../json/path.ts';
import type { Invariant } from '../../records/plan.ts';
import type { RecordedCall } from '../plan/recorded-call.ts';

const stateNames = /(?:^|[_-]|[a-z])(?:status|state|phase|stage)$/i;
const switchNames =
  /^(?:ok|success|succeeded|available|active|enabled|disabled|valid|in_?stock|exists|found|allowed|eligible|open|locked|blocked|deleted|archived|paid|refunded|shipped|delivered|cancell?ed|closed|confirmed|verified|(?:is|can|has)[_A-Z].*)$/i;

/** Members that lead to the next page: null means that everything was seen. */
const nextNames = /^next(?:[_-]?(?:page|cursor|offset|url|link|start|key))?(?:[_-]?token)?$/i;

/** Whether a member names a state: `status: "pending"`, `available: true`, `next_page: null`, but not `state: "PA"`. */
function isState(name: PathPart | undefined, value: Json): boolean {
  if (typeof name !== 'string') return false;
  if (value === null) return nextNames.test(name);
  if (typeof value === 'boolean') return switchNames.test(name);
  return typeof value === 'string' && stateNames.test(name) && /^[a-z][a-z _()-]*$/.test(value);
}

/**
 * The states that results of one call have at fixed places: what was done next was done because of them. Where runs went
 * well with different ones, each of them is fine.
 */
export function statesOf(calls: readonly RecordedCall[]): Invariant[] {
  const [first, ...others] = calls.map(statesIn);
  return [...(first ?? [])]
    .filter(([path]) => others.every((states) => states.has(path)))
    .map(([path, value]) => {
      const seen = [value, ...others.map((states) => states.get(path) ?? null)];
      return { path, oneOf: [...new Set(seen)] };
    });
}

function statesIn({ leaves }: RecordedCall): ReadonlyMap<string, Json> {
  return new Map(
    leaves
      .filter(({ itemDepth, general, value }) => itemDepth === 0 && isState(general.at(-1), value))
      .map(({ path, value }) => [formatPath(path), value]),
  );
}
