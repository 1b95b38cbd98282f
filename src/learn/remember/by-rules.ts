import { type KeptFor, type NotKept, notKept } from '../../records/remember.ts';
import { choicesOf, lessonsOf } from './calls.ts';
import { preferencePair } from './choices.ts';
import type { ConversationMessage, Keepable, ReadConversation } from './conversation.ts';
import { type Cues, languages } from './cues.ts';
import { type SentencePlace, scoreOf, signalsOf } from './signals.ts';
import { plainWords, typedSentences } from './typed-text.ts';

/** What is worth keeping, and why each other message is not. */
export interface Chosen {
  readonly keepable: readonly Keepable[];
  readonly reasons: ReadonlyMap<number, NotKept>;
}

type JudgedStatement = Pick<Keepable, 'kind' | 'why' | 'text' | 'content'> | NotKept;

/** Messages of fewer words are too short to tell their language by; of longer ones this share is in the table of their language. */
const minWords = 5;
const minShare = 0.3;
/** Fewer words say nothing that is understood later. */
const minStatement = 3;
/** What a sentence must weigh to be kept: chosen by `scripts/train-remember.mjs` on lists that it had not learned from. */
const minScore = 1.9;
/** People who talk to each other state less than they tell, and no list is of them: more certainty is asked for. */
const minScoreAmongPeople = 4;
const end = /[\s,.!]{1,20}$/u;

/** Chooses by rules, without a model: what a person says plainly, and what calls show. Precision comes before recall. */
export function chooseByRules({ messages, calls, unreadable }: ReadConversation): Chosen {
  const reasons = new Map<number, NotKept>(unreadable.map((position) => [position, 'no-message']));
  const keepable: Keepable[] = [...lessonsOf(calls), ...choicesOf(calls)];
  // Friends say "never give up" to each other; to an agent it is an order.
  const isAmongPeople =
    new Set(messages.map((message) => message.name)).size > 1 &&
    !messages.some(({ role }) => role === 'assistant');
  for (const message of messages) {
    const { position, at, text } = message;
    const verdicts = judge(message, isAmongPeople ? minScoreAmongPeople : minScore).map((verdict) =>
      isAmongPeople && isForAgents(verdict) ? 'no-statement' : verdict,
    );
    const statements = verdicts.filter((verdict) => typeof verdict !== 'string');
    const source = JSON.stringify([message.name, text]);
    keepable.push(...statements.map((statement) => ({ ...statement, position, at, source })));
    const reason = Math.max(...verdicts.map((verdict) => notKept.indexOf(verdict as NotKept)));
    if (statements.length === 0) reasons.set(position, notKept[reason] ?? 'no-statement');
  }
  for (const { position } of keepable) reasons.delete(position);
  return { keepable: keepable.toSorted((left, right) => left.position - right.position), reasons };
}

function isForAgents(verdict: JudgedStatement): boolean {
  return typeof verdict !== 'string' && verdict.why !== 'preference' && verdict.why !== 'fact';
}

/** Only what people typed can be kept: no word of a model, a tool or a page. */
function judge(message: ConversationMessage, least: number): JudgedStatement[] {
  if (message.role !== 'user') return ['not-a-person'];
  const sentences = typedSentences(message.text, (line) =>
    languages().some(({ cue }) => cue('shown').test(line)),
  );
  if (sentences.length === 0) return ['nothing-typed'];
  const words = plainWords(sentences.join(' '));
  const shares = languages().map((cues) => ({ cues, share: shareOf(words, cues) }));
  const [best] = shares.toSorted((left, right) => right.share - left.share);
  if (best === undefined || (words.length >= minWords && best.share < minShare)) return ['other-language'];
  return placedSentences(sentences).map(({ sentence, place }) =>
    judgeStatement(sentence, place, message, best.cues, least),
  );
}

/** Sentences with their places in a message. */
export function placedSentences(
  sentences: readonly string[],
): Array<{ sentence: string; place: SentencePlace }> {
  const asking = sentences.filter(isQuestion).length;
  return sentences.map((sentence, index) => ({
    sentence,
    place: { index, count: sentences.length, asks: asking > (isQuestion(sentence) ? 1 : 0) },
  }));
}

function isQuestion(sentence: string): boolean {
  return /[?？؟]/u.test(sentence);
}

function shareOf(words: readonly string[], { classes }: Cues): number {
  return words.filter((word) => classes.has(word)).length / words.length;
}

function judgeStatement(
  sentence: string,
  place: SentencePlace,
  message: ConversationMessage,
  cues: Cues,
  least: number,
): JudgedStatement {
  if (isQuestion(sentence)) return 'question';
  const { cue, worth, kinds } = cues;
  const signals = signalsOf(sentence, place, cues);
  const timeless = sentence.replace(cue('here'), ' ');
  if (plainWords(sentence).length < minStatement) return 'vague';
  if (scoreOf(signals, worth) < least) return reasonOf(timeless, cues);
  const opened = sentence.replaceAll('’', "'").trim().replace(cue('opening'), '');
  const text = opened.replace(cue('correcting'), '').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const scores = [...kinds].map(([kind, weights]) => ({ kind, score: scoreOf(signals, weights) }));
  const why = scores.toSorted((left, right) => right.score - left.score)[0]?.kind ?? 'fact';
  const isOwn = cue('speakers').test(text);
  const day = message.at === null ? '' : ` (said ${new Date(message.at).toISOString().slice(0, 10)})`;
  const dated = cue('passing').test(timeless) && day !== '' ? text.replace(end, '') + day : text;
  return {
    ...contentFor(why, text, isOwn ? message.name : null, cues),
    why,
    // Who "I" is. What is true whoever says it needs no speaker, and is compared with what others recorded.
    text: isOwn ? `${message.name ?? cues.speaker}: ${dated}` : dated,
  };
}

/** Why a sentence is left that weighs too little: the cues say it for people to read, they decide nothing. */
function reasonOf(sentence: string, { cue }: Cues): NotKept {
  if (cue('guess').test(sentence)) return 'hedged';
  if (cue('passing').test(sentence)) return 'momentary';
  return cue('pointing').test(sentence) ? 'points-elsewhere' : 'no-statement';
}

function contentFor(
  why: KeptFor,
  text: string,
  speaker: string | null,
  { cue }: Cues,
): Pick<Keepable, 'kind' | 'content'> {
  if (why === 'rule')
    return { kind: why, content: { ruleKind: cue('forbids').test(text) ? 'constraint' : 'guideline' } };
  if (why === 'preference') {
    const pair = preferencePair(text);
    // Two people may prefer different things.
    const about = pair === null || speaker === null ? {} : { metadata: { speaker } };
    return { kind: why, content: { ...pair, ...about } };
  }
  if (why !== 'decision') return { kind: 'knowledge', content: {} };
  const [stated = ''] = text.split(cue('reason'));
  const [action = '', rejected = ''] = stated.split(cue('contrast')).map((side) => side.replace(end, ''));
  return { kind: why, content: { action, ...(rejected === '' ? {} : { alternatives: [rejected] }) } };
}
