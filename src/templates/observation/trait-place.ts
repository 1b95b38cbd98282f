/** The path that a trait begins with, and what it says about that path. */
export interface TraitPlace {
  /** The place of the answer, with all items of a list as one: `$.rows[*].state`. */
  readonly place: string;
  /** Whether a list or a map leads there. */
  readonly isInItems: boolean;
  /** What is compared there: ` count`, ` names`, ` against parameter $.limit`; empty for the value itself. */
  readonly about: string;
}

const member = /\.[A-Za-z_$][\w$-]*|\["(?:[^"\\]|\\.)*"\]/y;
const item = /\[(?:\d+|\*)\]/y;
const key = /~/y;
/** An item that names what was given: `[with parameter $.orders[0]]`. */
const named = /\[with (?:parameter|argument) \$/y;

/**
 * Takes a trait apart. Names of members may hold any words and signs, also those that traits are written with.
 *
 * @example
 * traitPlace('$.rows[with argument $.id].state count'); // { place: '$.rows[*].state', isInItems: true, about: ' count' }
 */
export function traitPlace(trait: string): TraitPlace {
  let place = '$';
  let isInItems = false;
  let at = 1;
  const read = (pattern: RegExp, from: number): string | undefined => {
    pattern.lastIndex = from;
    return pattern.exec(trait)?.[0];
  };
  const endOfPath = (from: number): number => {
    const part = read(member, from) ?? read(item, from) ?? read(key, from);
    return part === undefined ? from : endOfPath(from + part.length);
  };
  for (;;) {
    const plain = read(member, at) ?? read(key, at);
    const opening = read(named, at);
    const end =
      opening === undefined ? at + (read(item, at) ?? '').length : endOfPath(at + opening.length) + 1;
    if (plain === undefined && end === at) return { place, isInItems, about: trait.slice(at) };
    place += plain ?? '[*]';
    isInItems ||= plain === undefined || plain === '~';
    at = plain === undefined ? end : at + plain.length;
  }
}
