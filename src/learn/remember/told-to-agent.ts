import type { SentenceVerdict, Statement } from './keepable.ts';
import { has, pointsElsewhere, readSentence } from './sentence.ts';
import { plainWords } from './typed-text.ts';
import * as words from './words.ts';

const minContent = 2;
/** "Always fails", "never worked": a complaint, and no order. */
const toldOfOthers = /(?:[^s]s|ed|ing)$/;

/**
 * What a person tells an agent that will hold tomorrow: an order that stays, a choice with its reason or what was not chosen, something
 * to be remembered, the correction of what the agent said. What is to be done now is a task, and no memory. Null: nothing of these.
 */
export function judgeToldToAgent(
  said: string,
  people: ReadonlySet<string>,
  afterAgent: boolean,
): SentenceVerdict | null {
  const text = afterAgent ? said.replace(words.correcting, '') : said;
  const isCorrection = text !== said && text !== '';
  const found =
    orderIn(text) ?? announcedIn(text) ?? choiceIn(text) ?? (isCorrection ? correctionIn(text) : null);
  if (found === null) return null;
  const sentence = readSentence(found.text, people);
  if (has(sentence.words, words.guesses)) return { reason: 'hedged' };
  // A reason may speak of what was just named: "keep the old API because clients depend on it".
  const named = found.kind === 'decision' ? (found.text.split(words.reason)[0] ?? '') : found.text;
  if (pointsElsewhere(readSentence(named, people))) return { reason: 'points-elsewhere' };
  if (sentence.isDated) return { reason: 'momentary' };
  if (sentence.content.length < minContent) return { reason: 'vague' };
  return isCorrection ? { ...found, why: 'correction', text: asSentence(found.text) } : found;
}

/** What joins an order to the sentence before it. */
const lead = /^(?:and |also |please |but )+/i;

/** "Always run the tests first." */
function orderIn(text: string): Statement | null {
  const order = words.standingOrder.exec(text)?.[0];
  if (order === undefined) return null;
  const [verb = ''] = plainWords(text.slice(order.length));
  const prefers = /prefer/i.test(order);
  if (verb === '' || verb === 'mind' || verb === 'again') return null;
  if (!prefers && toldOfOthers.test(verb)) return null;
  const forbids = /never|ever/i.test(order) || /^don['’]t$|^not$/.test(verb);
  const ruleKind = forbids ? 'constraint' : prefers ? 'preference' : 'guideline';
  return { kind: 'rule', why: 'rule', text: asSentence(text.replace(lead, '')), content: { ruleKind } };
}

/** "Remember that the staging API needs a VPN." */
function announcedIn(text: string): Statement | null {
  const opening = words.announced.exec(text)?.[0];
  if (opening === undefined) return null;
  const rest = asSentence(text.slice(opening.length));
  const isOrder = /remember to|forget/i.test(opening);
  return isOrder
    ? { kind: 'rule', why: 'rule', text: rest, content: { ruleKind: 'guideline' } }
    : { kind: 'knowledge', why: 'fact', text: rest };
}

const choice =
  /^(?:ok(?:ay)?,? |so,? |and |then,? |yes,? |please,? )*(?:(?:let['’]s|we|i|we['’]ll|we['’]ve|i['’]ve) )?(?:(?:just|also|have) )*(\p{L}+)\b/iu;

/** "Let's use SQLite instead of Postgres, because …" */
function choiceIn(text: string): Statement | null {
  const verb = choice.exec(text)?.[1]?.toLowerCase() ?? '';
  if (!words.choosingVerbs.has(verb)) return null;
  const [first = '', ...others] = text.split(words.contrast);
  const chosen = first.split(words.reason)[0] ?? '';
  const rejected =
    others
      .join(' ')
      .split(words.reason)[0]
      ?.replace(/[\s.,!]+$/u, '') ?? '';
  if (rejected === '' && !words.reason.test(text)) return null;
  const alternatives = rejected === '' ? {} : { alternatives: [rejected] };
  return {
    kind: 'decision',
    why: 'decision',
    text,
    content: { action: chosen.replace(/[\s,.]+$/u, ''), ...alternatives },
  };
}

/** "No, the port is 8080, not 3000." */
function correctionIn(text: string): Statement | null {
  if (!words.contrast.test(text)) return null;
  return { kind: 'knowledge', why: 'correction', text };
}

function asSentence(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
