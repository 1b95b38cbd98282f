import type { SystemLog } from './signature-data.ts';

/** Random numbers that are the same for the same seed. */
interface Dice {
  /** From 0 on, below `count`. */
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
  isLucky(chance: number): boolean;
}

/** Something in a message that is made anew for each line. */
type Variable = (dice: Dice) => string;

/** A part of a message: its text, and what of it makes the event another one. */
interface Said {
  readonly text: string;
  readonly kind: string;
}

type Part = (dice: Dice) => Said;

function openDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    isLucky: (chance) => next() < chance,
  };
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const digits = (dice: Dice, count: number): string => times(count, () => dice.below(10)).join('');
const hex = (dice: Dice, count: number): string => times(count, () => dice.below(16).toString(16)).join('');

/** A word of no language, so that nothing can be known about it but where it stands. */
function word(dice: Dice, syllables = 2 + dice.below(2)): string {
  return times(syllables, () => dice.pick([...'bdfgklmnprstvz']) + dice.pick([...'aeiou'])).join('');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const machine: Variable = (dice) => `${word(dice)}.${word(dice)}.${dice.pick(['com', 'net', 'org'])}`;
const address: Variable = (dice) => times(4, () => 1 + dice.below(254)).join('.');
const path: Variable = (dice) => `/${times(2 + dice.below(3), () => word(dice)).join('/')}`;

/** What loggers put into messages. */
const variables: Readonly<Record<string, Variable>> = {
  number: (dice) => `${dice.below(10 ** (1 + dice.below(6)))}`,
  fraction: (dice) => `${dice.below(1000)}.${digits(dice, 2)}`,
  hexadecimal: (dice) => `0x${hex(dice, 8)}`,
  id: (dice) => [8, 4, 4, 4, 12].map((length) => hex(dice, length)).join('-'),
  numbered: (dice) => `blk_${digits(dice, 6)}`,
  path,
  url: (dice) => `https://${machine(dice)}${path(dice)}?${word(dice)}=${dice.below(99)}`,
  address,
  endpoint: (dice) => `${address(dice)}:${1024 + dice.below(60_000)}`,
  machine,
  node: (dice) => `${dice.pick(['node', 'web', 'sd', 'cn'])}${dice.below(500)}`,
  duration: (dice) => `${dice.below(5000)}${dice.pick(['ms', 's'])}`,
  size: (dice) => `${dice.below(900)}.${dice.below(10)} ${dice.pick(['KB', 'MB', 'GB'])}`,
  clock: (dice) => `${digits(dice, 2)}:${dice.below(6)}${dice.below(10)}:${dice.below(6)}${dice.below(10)}`,
  quoted: (dice) => `"${times(1 + dice.below(4), () => word(dice)).join(' ')}"`,
  boolean: (dice) => dice.pick(['true', 'false']),
};
/** What other loggers put into messages: the second manner has these instead. */
const otherVariables: Readonly<Record<string, Variable>> = {
  signed: (dice) => `-${dice.below(9000)}`,
  share: (dice) => `${dice.below(100)}%`,
  version: (dice) => `${dice.below(20)}.${dice.below(20)}.${dice.below(99)}`,
  commit: (dice) => `a${dice.below(10)}${hex(dice, 5)}${dice.below(10)}`,
  card: (dice) => times(6, () => hex(dice, 2)).join(':'),
  range: (dice) => `${dice.below(100)}-${100 + dice.below(900)}`,
  object: (dice) => `${word(dice)}.${capital(word(dice))}@${hex(dice, 7)}1`,
  file: (dice) => `${word(dice)}/${word(dice)}.${dice.pick(['log', 'conf', 'so'])}`,
  drive: (dice) => `C:\\${capital(word(dice))}\\${word(dice)}.${dice.pick(['dll', 'exe'])}`,
  date: (dice) => `20${digits(dice, 2)}-0${1 + dice.below(9)}-1${dice.below(10)}`,
  mail: (dice) => `${word(dice)}@${machine(dice)}`,
  temperature: (dice) => `${20 + dice.below(70)}C`,
  request: (dice) => `"GET ${path(dice)} HTTP/1.1"`,
  ratio: (dice) => `${dice.below(90)}/${100 + dice.below(90)}`,
  tuple: (dice) => `<${digits(dice, 3)},${digits(dice, 2)}>`,
  numbered: (dice) => `${word(dice, 1)}_${digits(dice, 8)}_${digits(dice, 4)}`,
  port: (dice) => `port ${1024 + dice.below(60_000)}`,
  single: (dice) => `'${word(dice)}'`,
};

/** How a program writes: what varies in its messages, and what it puts before them. */
interface Manner {
  readonly variables: Readonly<Record<string, Variable>>;
  readonly mayBeEmpty: boolean;
}

const manners: readonly Manner[] = [
  { variables, mayBeEmpty: false },
  { variables: otherVariables, mayBeEmpty: true },
];

const variable =
  (make: Variable): Part =>
  (dice) => ({ text: make(dice), kind: '' });

/** A place where one of few words stands, each of which is another event: started, stopped; IPV4, IPV6. */
function enumeration(dice: Dice): Part {
  const stem = word(dice);
  const values = dice.pick([
    () => times(2 + dice.below(3), () => word(dice)),
    () => [stem, `in${stem}`],
    () => ['4', '6'].map((number) => `${stem.slice(0, 3).toUpperCase()}${number}`),
    () => times(2 + dice.below(2), () => word(dice).toUpperCase()),
  ])();
  return (line) => {
    const text = line.pick(values);
    return { text, kind: text };
  };
}

/** Names of people and things: plain words, some of which are met all the time and most of which once. */
function name(dice: Dice): Part {
  const known = times(40, () => word(dice));
  return (line) => ({
    text: known[Math.floor(known.length * (line.below(1000) / 1000) ** 3)] ?? '',
    kind: '',
  });
}

/** Mostly an address, and now and then what stands for none. */
function address0rWord(dice: Dice): Part {
  const odd = word(dice);
  const make = dice.pick([address, variables['endpoint'] ?? address]);
  return (line) => ({ text: line.isLucky(0.05) ? odd : make(line), kind: '' });
}

/** One to five things of a kind. */
function list(dice: Dice): Part {
  const make = variables[dice.pick(['number', 'numbered', 'path', 'address', 'node', 'machine'])] ?? address;
  const [before, between, after] = dice.pick([
    ['', ', ', ''],
    ['', ' ', ''],
    ['[', ', ', ']'],
    ['{', ',', '}'],
  ] as const);
  return (line) => ({
    text: before + times(1 + line.below(5), () => make(line)).join(between) + after,
    kind: '',
  });
}

/** Something in brackets that is not always there, or empty. */
function optional(dice: Dice): Part {
  const make = variables[dice.pick(['size', 'machine', 'number', 'node', 'duration'])] ?? address;
  const empty = dice.pick(['', '()', '[]']);
  const isSquare = empty === '[]';
  return (line) => {
    if (line.isLucky(0.3)) return { text: empty, kind: '' };
    return { text: isSquare ? `[${make(line)}]` : `(${make(line)})`, kind: '' };
  };
}

const anyOf = (dice: Dice, { variables: all }: Manner): Variable =>
  all[dice.pick(Object.keys(all))] ?? address;

/** A key with what it stands for, which may be nothing. */
function pair(dice: Dice, manner: Manner): Part {
  const key = word(dice);
  const sign = manner.mayBeEmpty ? '=' : dice.pick(['=', ': ', ':']);
  const make = anyOf(dice, manner);
  const known = times(5, () => word(dice));
  const isWord = manner.mayBeEmpty && dice.isLucky(0.4);
  return (line) => {
    if (manner.mayBeEmpty && line.isLucky(0.1)) return { text: `${key}=`, kind: '' };
    return { text: `${key}${sign}${isWord ? line.pick(known) : make(line)}`, kind: '' };
  };
}

/** What one program says at one place: parts in a row. */
function template(dice: Dice, own: readonly string[], number: number, manner: Manner): Part {
  const parts: Part[] = [];
  const length = 3 + dice.below(8);
  const plain = (): Part => {
    const text = dice.isLucky(0.15) ? dice.pick(['for', 'from', 'to', 'of', 'by', 'in']) : dice.pick(own);
    return () => ({ text, kind: '' });
  };
  parts.push(plain(), plain());
  while (parts.length < length) {
    const roll = dice.below(100);
    if (roll < 50) parts.push(plain());
    else if (roll < 72) parts.push(variable(anyOf(dice, manner)));
    else if (roll < 79) parts.push(pair(dice, manner));
    else if (roll < 84) parts.push(list(dice));
    else if (roll < 89) parts.push(optional(dice));
    else if (roll < 93) parts.push(address0rWord(dice));
    else if (roll < 96) parts.push(name(dice));
    else parts.push(enumeration(dice));
    // Two things that vary beside each other are told apart by a word.
    if (roll >= 50) parts.push(plain());
  }
  const end = dice.pick(['', '', '.', '!']);
  return (line) => {
    const said = parts.map((part) => part(line));
    const text =
      said
        .map((each) => each.text)
        .filter((each) => each !== '')
        .join(' ') + end;
    return { text, kind: `${number} ${said.map(({ kind }) => kind).join(' ')}` };
  };
}

/**
 * The log of a system that does not exist, by a seed: what varies and what does not is known, because it was made so. A
 * few messages come all the time, most of them rarely.
 */
export function makeLog(seed: number, manner = 0, lines = 2_000): SystemLog {
  const dice = openDice(seed);
  const way = manners[manner] ?? manners[0];
  if (way === undefined) throw new Error('There is no such manner.');
  const own = times(60, () => word(dice));
  const templates = times(15 + dice.below(40), () => 0).map((_, number) => template(dice, own, number, way));
  const said = times(lines, () => {
    const place = Math.floor(templates.length * (dice.below(10_000) / 10_000) ** 2);
    return (templates[place] as Part)(dice);
  });
  return {
    system: `made ${seed}`,
    messages: said.map(({ text }) => text),
    events: said.map(({ kind }) => kind),
  };
}
