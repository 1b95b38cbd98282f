const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Openings that announce a statement without being part of it. */
export const announcement =
  /^(?:(?:please\s+)?(?:note|remember)|important|tip|hint|lesson(?:\s+learn(?:ed|t))?|rule)(?:\s*:\s+|\s+that\s+)/i;

/** Words that begin a part of a sentence that says when, why or which. */
export const conditionWords = list(
  'when whenever if unless until till while because since after before once where wherever who whom whose which what whatever ' +
    'whoever that although though whereas except provided during',
);

/** A statement with one of these is vague or about one moment, so that nothing contradicts it. */
export const doubtfulWords = list(
  'may might could would maybe perhaps possibly probably sometimes often usually occasionally rarely some either or ' +
    'today yesterday tomorrow tonight last next recently ago earlier later another also ' +
    'was were did had been wasn weren didn hadn took went got came saw said told found made ran gave spent bought sent began broke',
);

/** After one of these a participle describes a state: "is enabled", "has finished", "gets called". */
export const auxiliaries = list('be is are am being has have having get gets gotten not never');

/** Verbs before a "not" that denies what is said of the subject. */
export const deniableVerbs = list('is are am do does can will has have must should shall');

/** Another verb after a denial: the denial may belong to a part of the subject ("code I do not know is …"). */
export const laterVerbs = list('is are am do does can will has have must should shall gets get');

/** A "not" before one of these denies only in part, or nothing: "not only", "not always". */
export const partlyDenied = list(
  ', only just necessarily always all every everyone everything yet entirely fully quite exactly',
);

/** A statement that begins with one of these refers to an earlier one, which is not known here. */
export const pointingWords = list(
  'it this that these those they he she its their his her there so then here',
);

/** A subject that begins with one of these is one of several, each with a value of its own. */
export const indefiniteWords = list('a an one some any another each every');

/** Verbs that tell somebody what to do, when they begin a sentence. */
export const tellingVerbs = list(
  'use keep retry limit set wait allow give send run call store cap restrict prefer choose pick take cache batch split round deny enable disable',
);

/** After one of these a number is the only value there is. Others take several: a server listens on many ports. */
export const singleValueVerbs = list(
  'is are equals costs takes lasts weighs measures defaults-to set-to expires-after expire-after limit-of on-port is-port',
);

/** After one of these a name is the only one there is: who works at Acme does not work at Globex. After "is", of a definite subject; "uses X as" with the name in between. */
export const singleNameVerbs = list(
  'is equals works-at works-for lives-in is-in is-at is-called is-named is-from hosted-on hosted-at hosted-by written-in located-in ' +
    'based-in stored-in owned-by maintained-by reports-to belongs-to uses-as use-as',
);

/** Subjects of which there is one: "the database", "our CI". */
export const definiteWords = list('the our my your');

/** Numbers people write as words. */
export const numberWords: ReadonlyMap<string, string> = new Map(
  'two three four five six seven eight nine ten'.split(' ').map((word, index) => [word, String(index + 2)]),
);

/** Words after "is" of which one excludes the other. */
const states =
  'enabled/disabled on/off open/closed allowed/forbidden allowed/denied permitted/forbidden public/private required/optional mandatory/optional ' +
  'available/unavailable valid/invalid active/inactive safe/unsafe supported/unsupported encrypted/unencrypted online/offline ' +
  'synchronous/asynchronous sync/async mutable/immutable ascending/descending true/false free/paid possible/impossible ' +
  'stable/unstable secure/insecure reliable/unreliable sorted/unsorted mandatory/forbidden uppercase/lowercase ' +
  'locked/unlocked included/excluded accepted/rejected manual/automatic';
/** Verbs of which one excludes the other. Their base forms are left out: an "allow list" allows nothing. */
const acts =
  'enables/disables allows/denies allows/forbids accepts/rejects includes/excludes prefers/avoids permits/forbids uses/avoids likes/dislikes';

/** Where a word of a pair counts, and the words that exclude it. */
export interface Opposite {
  readonly where: 'state' | 'act';
  readonly of: ReadonlySet<string>;
  /** The same for both words of a pair, and for all pairs that share a word. */
  readonly family: string;
}

function buildOpposites(): ReadonlyMap<string, Opposite> {
  const opposites = new Map<string, { where: Opposite['where']; of: Set<string>; family: string }>();
  for (const [where, text] of [['state', states] as const, ['act', acts] as const]) {
    for (const pair of text.split(' ')) {
      const [left = '', right = ''] = pair.split('/');
      const family = opposites.get(left)?.family ?? opposites.get(right)?.family ?? `${left}/${right}`;
      for (const [word, other] of [
        [left, right],
        [right, left],
      ] as const) {
        const known = opposites.get(word) ?? { where, of: new Set<string>(), family };
        known.of.add(other);
        opposites.set(word, known);
      }
    }
  }
  return opposites;
}

export const opposites = buildOpposites();
