/** A kind of thing that notes are about: how each is named, and the ways in which a question may write the name. */
export interface NamedKind {
  readonly kind: string;
  nameOf(index: number): string;
  /** How a question may name it, the usual way first. */
  readonly written: ReadonlyArray<(name: string) => string>;
}

const syllables = [
  'ka',
  'lo',
  'mi',
  'ran',
  'tes',
  'vor',
  'zu',
  'ben',
  'dal',
  'fi',
  'gor',
  'hes',
  'jun',
  'nel',
  'pra',
  'sol',
];
/** A made-up word: another one for each number. */
function wordOf(number: number): string {
  let word = '';
  for (let rest = number + 256; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length] ?? '';
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
const pick = (words: readonly string[], number: number): string => words[number % words.length] ?? '';
const scattered = (index: number): number => (index * 7_919 + 13) % 1_048_573;
const hex = (number: number, length: number): string =>
  (Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0').slice(0, length);

const asItIs = (name: string): string => name;
const small = (name: string): string => name.toLowerCase();
const quoted = (name: string): string => `"${name}"`;
const owned = (name: string): string => `${name}'s`;
const lastWord = (name: string): string => name.split(' ').at(-1) ?? name;
const numbered = (name: string): string => `#${lastWord(name)}`;

const firstNames = [
  'Anna',
  'Tomas',
  'Ben',
  'Clara',
  'David',
  'Eva',
  'Farid',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Karin',
  'Leo',
  'Mira',
  'Nils',
  'Olga',
];
const products = ['Desk Lamp', 'Office Chair', 'Water Bottle', 'Travel Mug', 'Wall Clock'];
const folders = ['cart', 'login', 'search', 'billing', 'mail', 'report'];
const regions = ['eu', 'us', 'ap'];

/** Every kind of name that notes use: an index gives another name each time. */
export const namedKinds: readonly NamedKind[] = [
  { kind: 'numbers', nameOf: (index) => `service ${1_001 + index}`, written: [asItIs, numbered, lastWord] },
  {
    kind: 'short codes',
    nameOf: (index) => `server db-${1 + index}`,
    written: [asItIs, small, quoted, owned, lastWord],
  },
  {
    kind: 'order codes',
    nameOf: (index) => `ORD-${4_711 + index}`,
    written: [asItIs, small, quoted, (name) => `#${name}`],
  },
  {
    kind: 'people',
    nameOf: (index) => `${pick(firstNames, index)} ${wordOf(Math.floor(index / 3))}`,
    written: [asItIs, small, owned],
  },
  {
    kind: 'files',
    nameOf: (index) => `src/${pick(folders, index)}/${wordOf(index).toLowerCase()}.ts`,
    written: [asItIs, quoted],
  },
  {
    kind: 'hosts',
    nameOf: (index) =>
      `${wordOf(index).toLowerCase()}-${pick(['01', '02'], index)}.${pick(regions, index)}.example.net`,
    written: [asItIs, owned],
  },
  {
    kind: 'UUIDs',
    nameOf: (index) =>
      `${hex(index, 8)}-${hex(index + 7, 4)}-4${hex(index + 11, 3)}-a${hex(index + 13, 3)}-${hex(index, 8)}${hex(index + 17, 4)}`,
    written: [asItIs, quoted, (name) => name.toUpperCase()],
  },
  {
    kind: 'products',
    nameOf: (index) => `${wordOf(index)} ${pick(products, index)}`,
    written: [asItIs, small],
  },
  {
    kind: 'words',
    nameOf: (index) => `project ${wordOf(scattered(index) % 60_000)}`,
    written: [asItIs, small, lastWord],
  },
];

interface Topic {
  /** Notes about it, with the name in other places. */
  readonly notes: ReadonlyArray<(name: string) => string>;
  readonly question: (name: string) => string;
}

const topics: readonly Topic[] = [
  {
    notes: [
      (name) => `${name}: the cache is filled too slowly after a restart.`,
      (name) => `After a restart the cache of ${name} is filled too slowly.`,
    ],
    question: (name) => `Why is the cache of ${name} cold for so long?`,
  },
  {
    notes: [
      (name) => `${name}: the nightly backup goes to the cold storage in Dublin.`,
      (name) => `The nightly backup of ${name} goes to the cold storage in Dublin.`,
    ],
    question: (name) => `Where does the nightly backup of ${name} go?`,
  },
  {
    notes: [
      (name) => `${name}: Maria must approve each change before noon.`,
      (name) => `Each change to ${name} must be approved by Maria before noon.`,
    ],
    question: (name) => `Who has to approve changes to ${name}?`,
  },
  {
    notes: [
      (name) => `${name}: the invoice was paid twice and half of it was refunded.`,
      (name) => `The invoice for ${name} was paid twice and half of it was refunded.`,
    ],
    question: (name) => `Was ${name} refunded?`,
  },
  {
    notes: [
      (name) => `${name}: never reboot without telling the night shift first.`,
      (name) => `Never reboot ${name} without telling the night shift first.`,
    ],
    question: (name) => `Reboot ${name}`,
  },
  {
    notes: [
      (name) => `${name}: the license expires in spring and is renewed by hand.`,
      (name) => `In spring the license of ${name} expires and is renewed by hand.`,
    ],
    question: (name) => `When does the license for ${name} run out?`,
  },
  {
    notes: [
      (name) => `${name}: complaints about quality are answered within two days.`,
      (name) => `Complaints about the quality of ${name} are answered within two days.`,
    ],
    question: (name) => `How fast do we answer complaints about ${name}?`,
  },
  {
    notes: [
      (name) => `${name}: the owner is the platform team on the third floor.`,
      (name) => `The platform team on the third floor is the owner of ${name}.`,
    ],
    question: (name) => `Which team owns ${name}?`,
  },
];

/** A note about one thing. */
export interface NamedNote {
  readonly id: string;
  readonly text: string;
  readonly name: string;
}

/** A question that names one thing, and the note about it. */
export interface NamedQuestion {
  readonly text: string;
  readonly note: NamedNote;
}

/** Notes about as many things of a kind, each about another, and questions that name one each: on the topic of its note or on another one. */
export function namedThings(
  { kind, nameOf, written }: NamedKind,
  size: number,
  questions: number,
): {
  readonly notes: readonly NamedNote[];
  readonly onTopic: readonly NamedQuestion[];
  readonly offTopic: readonly NamedQuestion[];
} {
  const topicOf = (index: number): number => scattered(index) % topics.length;
  const notes = Array.from({ length: size }, (_, index): NamedNote => {
    const name = nameOf(index);
    const { notes: forms } = topics[topicOf(index)] as Topic;
    const text = (forms[index % forms.length] as (name: string) => string)(name);
    return { id: `${kind}-${index}`, text: text.charAt(0).toUpperCase() + text.slice(1), name };
  });
  const asked = Array.from({ length: questions }, (_, number) => {
    const index = Math.floor((number * size) / questions);
    const note = notes[index] as NamedNote;
    const write = written[number % written.length] as (name: string) => string;
    const about = (topic: number): NamedQuestion => ({
      note,
      text: (topics[topic % topics.length] as Topic).question(write(note.name)),
    });
    return [about(topicOf(index)), about(topicOf(index) + 1 + (number % (topics.length - 1)))] as const;
  });
  return { notes, onTopic: asked.map(([own]) => own), offTopic: asked.map(([, other]) => other) };
}
