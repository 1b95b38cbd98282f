const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that do not change what a statement says: articles, emphasis, politeness, duty. */
export const silentWords = list(
  'a an the please always just really very simply you must should shall ought indeed anymore',
);

/** Openings that announce a statement without being part of it. */
export const announcement =
  /^(?:please|note|remember|important|tip|hint|lesson|rule|ensure|be sure|make sure)(?:\s+learned|\s+learnt)?\s*(?:[:,-]\s*|\s+)(?:that\s+|to\s+)?/i;

export const notWords = list('not never no');

/** Words that begin a part of a sentence that says when, why or which. */
export const conditionWords = list(
  'when whenever if unless until till while because since after before once where wherever who whom whose which although though whereas except provided during',
);

/** A statement with one of these claims little, or only for a moment, so that nothing contradicts it. */
export const doubtfulWords = list(
  'may might could would maybe perhaps possibly probably sometimes often usually occasionally rarely some either or ' +
    'today yesterday tomorrow tonight last next recently ago earlier later another also ' +
    'was were did had been wasn weren didn hadn took went got came saw said told found made ran gave spent bought sent began broke',
);

/** After one of these a participle describes a state: "is enabled", "has finished", "gets called". */
export const auxiliaries = list('be is are am being has have having get gets gotten not never');

/** Present-tense verbs after which a number or a state is a value, not a part of the name of the subject. */
export const statingVerbs = list(
  'is are am be equals has have takes needs requires allows accepts supports uses runs listens costs lasts expires defaults returns ' +
    'contains holds keeps retries waits starts ends opens closes lives works weighs measures limits permits expects serves handles sends ' +
    'stores answers begins happens points exposes caps stays remains belongs means speaks prefers wants likes can cannot will ' +
    'need take require allow accept listen expire contain hold keep wait live remain belong prefer want speak',
);

/** Who begins with one of these speaks of something that was said before, and that is not known here. */
export const pointingWords = list(
  'it this that these those they he she its their his her there so then here',
);

/** Verbs that tell somebody what to do, when they begin a sentence. */
export const tellingVerbs = list(
  'use keep retry limit set wait allow give send run call store cap restrict prefer choose pick take cache batch split round deny enable disable',
);

/** Before a number these make it a name: order 12 and order 13 are two orders. */
export const namingNouns = list(
  'order issue ticket invoice number no id step phase room page line chapter question task run case user customer account server worker shard ' +
    'build pr pull request commit sprint week day month year quarter item row column slide figure table section article rule test error status ' +
    'code floor gate platform track lesson example option variant level tier agent session message attempt player team group part unit',
);

/** Numbers people write as words. */
export const numberWords: ReadonlyMap<string, string> = new Map(
  'two three four five six seven eight nine ten'.split(' ').map((word, index) => [word, String(index + 2)]),
);

/** Words that say the same as another, by their terms. */
export const sameTerms: ReadonlyMap<string, string> = new Map([
  ['is', 'be'],
  ['are', 'be'],
  ['am', 'be'],
  ['has', 'have'],
  ['requir', 'need'],
  ['utiliz', 'us'],
  ['utilis', 'us'],
  ['util', 'us'],
]);

/**
 * Pairs of words of which one excludes the other. A `state` counts only as what is said of something ("is
 * open"), not as part of a name ("open issues"); an `act` and a `relation` count wherever they stand.
 */
const pairs: ReadonlyArray<readonly [where: 'state' | 'act' | 'relation', pairs: string]> = [
  [
    'state',
    'enabled/disabled on/off open/closed allowed/forbidden allowed/denied permitted/forbidden public/private required/optional mandatory/optional ' +
      'available/unavailable valid/invalid active/inactive safe/unsafe supported/unsupported encrypted/unencrypted online/offline ' +
      'synchronous/asynchronous sync/async mutable/immutable ascending/descending true/false free/paid possible/impossible ' +
      'stable/unstable secure/insecure reliable/unreliable sorted/unsorted sensitive/insensitive mandatory/forbidden uppercase/lowercase ' +
      'locked/unlocked included/excluded accepted/rejected manual/automatic up/down',
  ],
  [
    'act',
    'enable/disable enables/disables allow/deny allows/denies allow/forbid allows/forbids accept/reject accepts/rejects include/exclude ' +
      'includes/excludes use/avoid prefer/avoid prefers/avoids permit/forbid permits/forbids uses/avoids likes/dislikes like/dislike',
  ],
  ['relation', 'before/after'],
];

/** Where a word of a pair counts, and the words that exclude it. */
export interface Opposite {
  readonly where: 'state' | 'act' | 'relation';
  readonly of: ReadonlySet<string>;
  /** The same for both words of a pair, and for all pairs that share a word. */
  readonly family: string;
}

function buildOpposites(): ReadonlyMap<string, Opposite> {
  const opposites = new Map<string, { where: Opposite['where']; of: Set<string>; family: string }>();
  for (const [where, text] of pairs) {
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
