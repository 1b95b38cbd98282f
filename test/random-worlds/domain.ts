import { stateStyles } from './decisions.ts';
import type { SeededRandom } from './random.ts';
import {
  createIdStyle,
  createNamer,
  createNameStyle,
  type IdStyle,
  type NameStyle,
  nonsense,
} from './words.ts';

/** The parts that things of a kind have. Agents and worlds go by these; answers and arguments show labels instead. */
export const roles = {
  subject: [
    'id',
    'name',
    'state',
    'otherState',
    'flag',
    'cleared',
    'extra',
    'amount',
    'reserve',
    'quantity',
    'date',
    'tags',
    'category',
    'partner',
    'place',
    'note',
  ],
  item: ['id', 'name', 'state', 'flag', 'amount', 'quantity', 'date'],
  partner: ['id', 'name', 'state', 'accepts'],
  entry: ['id', 'code', 'date'],
  report: ['id', 'signal', 'level', 'date'],
} as const;

export type KindName = keyof typeof roles;

/** A kind of thing, as the tools of a world speak of it. */
export interface Kind {
  readonly noun: string;
  /** What each part is called. */
  readonly labels: Readonly<Record<string, string>>;
  readonly idStyle: IdStyle;
}

/** How the subject of a task is named: by its id, by its name, or not at all, because there is only one. */
export type SubjectBy = 'id' | 'name' | 'nothing';

/** What a world is about: its words, and how things in it are asked for. */
export interface Domain {
  readonly kinds: Readonly<Record<KindName, Kind>>;
  /** State words that exclude each other, for each part that holds one. */
  readonly words: Readonly<Record<'state' | 'otherState' | 'itemState' | 'signal', readonly string[]>>;
  readonly tags: readonly string[];
  readonly subjectBy: SubjectBy;
  /** Whether items are listed for a subject, or all at once. */
  readonly itemsBy: 'subject' | 'nothing';
  /** Whether a list of items shows everything about them, or each has to be looked at. */
  readonly listsInFull: boolean;
  readonly nameStyle: NameStyle;
  /**
   * How often a fact is as it usually is. Where hardly anything varies, a replay with other inputs gets far, and nothing
   * but the deciding fact can stop it.
   */
  readonly calmness: number;
}

/** The style of a state word is part of a draw of its own, so that every style is used with every kind of decision. */
export function randomStates(random: SeededRandom): readonly string[] {
  const style = random.oneOf(Object.values(stateStyles) as ReadonlyArray<ReadonlyArray<readonly string[]>>);
  // Where a state has many words, several runs may all have shown different ones.
  return random.shuffled(random.chance(0.3) ? style.flat() : random.oneOf(style));
}

/** @param canBeAlone whether there may be only one subject, which nobody has to name. */
export function createDomain(random: SeededRandom, canBeAlone: boolean): Domain {
  const newLabel = createNamer(random);
  const kindOf = (parts: readonly string[]): Kind => ({
    noun: nonsense(random, 2),
    labels: Object.fromEntries(parts.map((part) => [part, newLabel()])),
    idStyle: createIdStyle(random),
  });
  const subjectBy = random.oneOf<SubjectBy>(['id', 'id', 'name', canBeAlone ? 'nothing' : 'id']);
  return {
    kinds: {
      subject: kindOf(roles.subject),
      item: kindOf(roles.item),
      partner: kindOf(roles.partner),
      entry: kindOf(roles.entry),
      report: kindOf(roles.report),
    },
    words: {
      state: randomStates(random),
      otherState: randomStates(random),
      itemState: randomStates(random),
      signal: randomStates(random),
    },
    tags: Array.from({ length: 8 }, () => nonsense(random, 2)),
    subjectBy,
    itemsBy: subjectBy === 'nothing' || random.chance(0.15) ? 'nothing' : 'subject',
    listsInFull: random.chance(0.8),
    nameStyle: createNameStyle(random),
    calmness: random.oneOf([0.2, 0.8, 1]),
  };
}
