import type { SentenceVerdict } from './keepable.ts';
import { preferencePair } from './preference-pair.ts';
import { has, pointsElsewhere, readSentence, type Sentence, withoutRemarks } from './sentence.ts';
import * as words from './words.ts';

/** Words that may stand before the speaker, when they tell the time: "Last week, my grandma …". */
const maxFront = 6;
/** Words about something that a statement needs, and one that only tells a time. */
const minContent = 2;
const minDated = 3;

/**
 * What people say about themselves: a taste, a fact, or what they did. It must be understood by itself, tell something, and be no
 * feeling of the moment. Among people who work, only what lasts counts: what they did yesterday is in the log.
 */
export function judgeAboutSpeaker(
  said: string,
  people: ReadonlySet<string>,
  isWork: boolean,
): SentenceVerdict {
  const sentence = readSentence(withoutRemarks(said), people);
  const place = sentence.words.findIndex((word) => words.speakers.has(word));
  const front = readSentence(sentence.words.slice(0, Math.max(0, place)).join(' '), people);
  if (place === -1 || place > maxFront || (front.text !== '' && !tellsTime(front)))
    return { reason: 'no-statement' };
  if (has(sentence.words, words.listenerWords)) return { reason: 'addressed' };
  if (has(sentence.words, words.graders)) return { reason: 'evaluation' };
  if (pointsElsewhere(sentence)) return { reason: 'points-elsewhere' };
  // "My family, exercise and friends" answers a question that was asked before.
  if (/^(?:my|our) \p{L}+,/iu.test(sentence.text)) return { reason: 'no-statement' };
  return judgeStatement(sentence, place, isWork);
}

/** "Last week", "Yeah, since the last chat". */
function tellsTime({ isDated, content }: Sentence): boolean {
  return isDated && content.length <= 1;
}

function judgeStatement(sentence: Sentence, place: number, isWork: boolean): SentenceVerdict {
  const subject = sentence.words[place] ?? '';
  const rest = sentence.words.slice(place + 1);
  const verb = rest.find((word) => !words.beforeVerb.has(word) && !/\d/.test(word)) ?? '';
  const base = verb.replace(/(?<=[a-z]{2})(?:ing|ed|s)$/, '');
  const isOwner = subject === 'my' || subject === 'our';
  if (!isOwner && (words.attitudes.has(verb) || words.attitudes.has(base))) return { reason: 'hedged' };
  if (subject === "i'm" && !isDescription(rest[0] ?? '', verb)) return { reason: 'evaluation' };
  if (has(rest, words.pastDenials) || has(rest, words.guesses)) return { reason: 'hedged' };
  const isTaste = words.tastes.has(verb);
  // "I love the theme" is about something that was shown before.
  if (isTaste && !sentence.isNamed && rest.includes('the')) return { reason: 'points-elsewhere' };
  const lasts =
    verb === 'prefer' ||
    /\bmy name is\b/i.test(sentence.text) ||
    words.lasting.test(rest.slice(0, isOwner ? maxLead : 2).join(' '));
  const isPlan = /^(?:i|we)['’]?(?:m|re)$/u.test(subject) && words.soonOver.test(sentence.text);
  if (isPlan || (isWork && (sentence.isDated || !lasts))) return { reason: 'momentary' };
  // What names nothing and tells no time is nearly always a piece of a story that began before.
  const isAnchored =
    sentence.isNamed || sentence.isDated || isTaste || lasts || describes(subject, rest, verb);
  if (
    !isAnchored ||
    sentence.content.length < (sentence.isDated && !sentence.isNamed ? minDated : minContent)
  )
    return { reason: 'vague' };
  if (isTaste) {
    const content = preferencePair(sentence.text) ?? {};
    return { kind: 'preference', why: 'preference', text: sentence.text, content };
  }
  if (sentence.isDated) return { kind: 'experience', why: 'event', text: sentence.text };
  return { kind: 'knowledge', why: 'fact', text: sentence.text };
}

/** "I'm a nurse", "I'm from Bern", "I'm 34", "I'm learning the piano"; but not "I'm glad". */
function isDescription(next: string, verb: string): boolean {
  return (
    /^(?:a|an|the|from|in|at|on|\d+)$/.test(next) || verb.endsWith('ing') || words.lastingStates.has(verb)
  );
}

/** Says what somebody is: "I'm a nurse", "I'm allergic to nuts", "My sister is a nurse". */
function describes(subject: string, rest: readonly string[], verb: string): boolean {
  if (words.lastingStates.has(verb)) return true;
  if (subject === "i'm")
    return /^(?:a|an)$/.test(rest[0] ?? '') && !/^(?:mix|bit|lot|little)$/.test(rest[1] ?? '');
  const place = rest.findIndex((word) => /^(?:am|is|are|was)$/.test(word));
  return place !== -1 && place <= maxSubject && /^(?:a|an)$/.test(rest[place + 1] ?? '');
}

/** Words after "my" among which the verb is looked for. */
const maxLead = 6;
/** Words between "my" and "is". */
const maxSubject = 2;
