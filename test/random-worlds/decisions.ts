/** What a kind of decision is, in one line, and whether anything in the run shows that it was made. */
interface DecisionKind {
  readonly about: string;
  /**
   * Nothing in the recorded run shows what a number or a word was compared with, so no planner can know it for other
   * inputs. Wrong replays for that reason are counted apart.
   */
  readonly isUnseen?: true;
}

/**
 * Every kind of decision that the agents of the random worlds make, as a closed list. It was written before the planner
 * that must hold in these worlds, and from what agents do, not from what a planner can see.
 */
export const decisions = {
  'state equals': { about: 'acts when a state word equals the one it waits for' },
  'state differs': { about: 'acts unless a state word equals a certain one' },
  'state is one of': { about: 'acts when a state word is one of several' },
  'either of two states': { about: 'acts when one state or another, independent one is as needed' },
  'state that is copied': { about: 'acts by a state word, and also copies it into a write' },
  flag: { about: 'acts by a boolean' },
  'null or not': { about: 'acts by whether a value is null' },
  'presence of a key': { about: 'acts by whether a member is there at all' },
  'empty or not': { about: 'acts by whether a list has any items' },
  'one or many': { about: 'acts only when a list has exactly one item' },
  'count against an input': { about: 'compares the number of items with an input' },
  'word in a text': { about: 'acts by a word in prose, in a line, in a table or in a log' },
  'constant in a list': { about: 'acts by whether a list holds a certain word, such as a tag' },
  'input in a list': { about: 'acts by whether a list holds the value of an input' },
  'result in a list': { about: 'acts by whether a list holds a value of an earlier answer' },
  'look that fails': { about: 'acts by whether a look finds anything or fails' },
  echo: { about: 'acts only when the answer is about what was asked for' },
  'number against an input': { about: 'compares a number of an answer with an input' },
  'number against the task': { about: 'compares a number of an answer with one in the text of the task' },
  'date against an input': { about: 'compares a date of an answer with an input' },
  'number against a constant': { about: 'compares a number with one that nobody sees', isUnseen: true },
  'number against a number': { about: 'compares two numbers of the answers with each other', isUnseen: true },
  'sum against an input': { about: 'compares the sum over a list with an input', isUnseen: true },
  'word in free text': { about: 'acts by a word that somebody wrote into a note', isUnseen: true },
  'optional write': { about: 'makes a write only when it is needed, and goes on in any case' },
  'each item': { about: 'makes a write for every item of a list' },
  'each item in a state': { about: 'makes a write for every item of a list that is in a certain state' },
  'pick the only one': { about: 'takes the only item of a list, and gives up when there are others' },
  'pick by a field': { about: 'takes the item whose field equals an input' },
  'pick the first': { about: 'takes the first item of a list' },
  'pick the last': { about: 'takes the last item of a list' },
  'pick the cheapest': { about: 'takes the item with the least number' },
  'pick the latest': { about: 'takes the item with the latest date' },
  'pick the one in a state': { about: 'takes the only item that is in a certain state' },
} as const satisfies Readonly<Record<string, DecisionKind>>;

/** The name of a kind of decision. */
export type Decision = keyof typeof decisions;

/** The names of all kinds, in order. */
export const decisionNames = Object.keys(decisions) as readonly Decision[];

/**
 * Whether nothing in a run shows what this kind of decision compares with.
 *
 * @example
 * isUnseen('number against a constant'); // true
 */
export function isUnseen(decision: Decision): boolean {
  return 'isUnseen' in decisions[decision];
}

/** How state words are written: none of it may matter. Each style lists vocabularies, each vocabulary words that exclude each other. */
export const stateStyles = {
  lower: [
    ['open', 'closed', 'pending', 'shipped'],
    ['active', 'blocked', 'expired', 'draft'],
  ],
  upper: [
    ['OPEN', 'REFUNDED', 'LOST', 'WON'],
    ['ON', 'OFF', 'AUTO', 'ERROR'],
  ],
  title: [
    ['Paid', 'Due', 'Void', 'Disputed'],
    ['Low', 'Medium', 'High', 'Critical'],
  ],
  snake: [
    ['in_review', 'sent_back', 'signed_off', 'not_started'],
    ['on_hold', 'ready_to_ship', 'handed_over', 'lost_in_transit'],
  ],
  twoWords: [
    ['In Progress', 'To Do', 'Wont Fix', 'Code Review'],
    ['not delivered', 'out for delivery', 'at customs', 'handed over'],
  ],
  notEnglish: [
    ['offen', 'geschlossen', 'storniert', 'überfällig'],
    ['открыт', 'закрыт', 'отменён', 'просрочен'],
    ['已付款', '未付款', '已取消', '处理中'],
  ],
  code: [
    ['A1', 'B2', 'C3', 'Z9'],
    ['kx', 'qu', 'vv', 'zr'],
  ],
} as const satisfies Readonly<Record<string, ReadonlyArray<readonly string[]>>>;
