import type { Verdict } from './keepable.ts';
import { preferencePair } from './preference-pair.ts';
import { has, pointsElsewhere, readSentence, type Sentence, withoutRemarks } from './sentence.ts';
import * as words from './words.ts';

/** Words that may stand before the speaker, when they tell the time: "Last week, my grandma …". */
const maxFront = 6;
/** Words about something that a statement needs, and one that names nothing and no time. */
const minContent = 2;
const minContentUnnamed = 3;

/**
 * What people say about themselves: a taste, a fact, or what they did. It must be understood by itself, tell something, and be no
 * feeling of the moment. Among people who work, only what lasts counts: what they did yesterday is in the log.
 */
export function judgeAboutSpeaker(said: string, people: ReadonlySet<string>, isWork: boolean): Verdict {
  const sentence = readSentence(withoutRemarks(said), people);
  const place = sentence.words.findIndex((word) => words.speakers.has(word));
  const front = readSentence(sentence.words.slice(0, Math.max(0, place)).join(' '), people);
  if (place === -1 || place > maxFront || (front.text !== '' && !front.isDated))
    return { reason: 'no-statement' };
  if (has(sentence.words, words.listenerWords)) return { reason: 'addressed' };
  if (has(sentence.words, words.graders)) return { reason: 'evaluation' };
  if (pointsElsewhere(sentence)) return { reason: 'points-elsewhere' };
  // "My family, exercise and friends" answers a question that was asked before.
  if (/^(?:my|our) \p{L}+,/iu.test(sentence.text)) return { reason: 'no-statement' };
  return judgeStatement(sentence, place, isWork);
}

function judgeStatement(sentence: Sentence, place: number, isWork: boolean): Verdict {
  const subject = sentence.words[place] ?? '';
  const rest = sentence.words.slice(place + 1);
  const verb = rest.find((word) => !words.beforeVerb.has(word)) ?? '';
  const base = verb.replace(/(?<=[a-z]{2})(?:ing|ed|s)$/, '');
  const isOwner = subject === 'my' || subject === 'our';
  if (!isOwner && (words.attitudes.has(verb) || words.attitudes.has(base))) return { reason: 'hedged' };
  if (subject === "i'm" && !isDescription(rest[0] ?? '', verb)) return { reason: 'evaluation' };
  const isTaste = words.tastes.has(verb);
  // "I love the theme" is about something that is shown.
  if (isTaste && afterVerb(rest, verb) === 'the') return { reason: 'points-elsewhere' };
  const lasts =
    verb === 'prefer' ||
    /\bmy name is\b/i.test(sentence.text) ||
    has(rest.slice(0, isOwner ? 4 : 1), words.lastingVerbs);
  if (isWork && (sentence.isDated || !lasts)) return { reason: 'momentary' };
  const isClear = sentence.isNamed || sentence.isDated || isTaste || isOwner || words.lastingStates.has(verb);
  // "We explored the coast" goes on with a story that began before.
  if (!isWork && subject.startsWith('we') && !isClear) return { reason: 'points-elsewhere' };
  if (sentence.content.length < (isClear ? minContent : minContentUnnamed)) return { reason: 'vague' };
  if (isTaste) {
    const content = preferencePair(sentence.text) ?? {};
    return { kind: 'preference', why: 'preference', text: sentence.text, content };
  }
  if (sentence.isDated) return { kind: 'experience', why: 'event', text: sentence.text };
  return { kind: 'knowledge', why: 'fact', text: sentence.text };
}

/** The word after the verb, past "all". */
function afterVerb(rest: readonly string[], verb: string): string {
  const next = rest.slice(rest.indexOf(verb) + 1);
  return next[0] === 'all' ? (next[1] ?? '') : (next[0] ?? '');
}

/** "I'm a nurse", "I'm from Bern", "I'm 34", "I'm learning the piano"; but not "I'm glad". */
function isDescription(next: string, verb: string): boolean {
  return (
    /^(?:a|an|the|from|in|at|on|\d+)$/.test(next) || verb.endsWith('ing') || words.lastingStates.has(verb)
  );
}
