import { EngramError } from '../../errors.ts';

interface WaitingPart {
  readonly name: string;
  readonly after: readonly string[];
}

/**
 * The parts in an order in which each comes after those it waits for; otherwise as they were given. Parts that wait
 * for each other, or for one that is not there, are refused.
 *
 * @example
 * inOrder([{ name: 'api', after: ['schema'] }, { name: 'schema', after: [] }]); // schema, api
 */
export function inOrder<Part extends WaitingPart>(parts: readonly Part[]): readonly Part[] {
  const byName = new Map(parts.map((part) => [part.name, part]));
  const ordered = new Set<Part>();
  const path: string[] = [];

  function place(part: Part): void {
    if (ordered.has(part)) return;
    if (path.includes(part.name)) throw waitsForItself([...path.slice(path.indexOf(part.name)), part.name]);
    path.push(part.name);
    for (const name of part.after) {
      const before = byName.get(name);
      if (before === undefined) throw waitsForNobody(part.name, name, [...byName.keys()]);
      place(before);
    }
    path.pop();
    ordered.add(part);
  }
  for (const part of parts) place(part);
  return [...ordered];
}

/** Whether some of them, given in order, could go on at the same time. */
export function hasIndependent(ordered: readonly WaitingPart[]): boolean {
  // In such an order nothing fits between neighbours, so they depend on each other directly or not at all.
  return ordered.some((part, index) => {
    const before = ordered[index - 1];
    return before !== undefined && !part.after.includes(before.name);
  });
}

function waitsForItself(cycle: readonly string[]): EngramError {
  return new EngramError(
    'invalid_input',
    `These parts wait for each other: ${cycle.join(' → ')}. Take one name out of an "after" to break the circle.`,
    { details: { fields: ['parts'], cycle } },
  );
}

function waitsForNobody(part: string, name: string, known: readonly string[]): EngramError {
  return new EngramError(
    'invalid_input',
    `Part "${part}" is to come after "${name}", which is not a part. There are: ${known.join(', ')}.`,
    { details: { fields: [`parts.${part}.after`] } },
  );
}
