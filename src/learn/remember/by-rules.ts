import { type NotKept, notKept } from '../../records/remember.ts';
import { choicesOf, lessonsOf } from './calls.ts';
import { preferencePair } from './choices.ts';
import type { ConversationMessage, Keepable, ReadConversation } from './conversation.ts';
import { type Cues, languages, type StatementForm } from './cues.ts';
import { plainWords, typedSentences } from './typed-text.ts';

/** What is worth keeping, and why each other message is not. */
export interface Chosen {
  readonly keepable: readonly Keepable[];
  readonly reasons: ReadonlyMap<number, NotKept>;
}

type JudgedStatement = Pick<Keepable, 'kind' | 'why' | 'text' | 'content'> | NotKept;

/** Messages of fewer words are too short to tell their language by; of longer ones this share is in the table of their language. */
const minWords = 5;
const minShare = 0.15;
/** Words about something that a statement has, and that come before a pronoun which stands for one of them. */
const minContent = 2;
const minNamed = 3;
/** A number, a path, an identifier, or a word with a capital inside a sentence; and what begins with one. */
const name = /\d|["“\x60#=]|\w[./_:]\w|\p{Ll}\p{Lu}|(?<=\S\s["“(]?)\p{Lu}[\p{L}\p{N}.+#]/u;
const startsWithName = /^["“\x60(]?(?:\p{Lu}|(?:\S+\s)?\S*\d|\S*[./_=:#]\S)/u;
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
    const verdicts = judge(message).map((verdict) =>
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
function judge(message: ConversationMessage): JudgedStatement[] {
  if (message.role !== 'user') return ['not-a-person'];
  const sentences = typedSentences(message.text, (line) =>
    languages().some(({ cue }) => cue('shown').test(line)),
  );
  if (sentences.length === 0) return ['nothing-typed'];
  const words = plainWords(sentences.join(' '));
  const shares = languages().map((cues) => ({ cues, share: shareOf(words, cues) }));
  const [best] = shares.toSorted((left, right) => right.share - left.share);
  if (best === undefined || (words.length >= minWords && best.share < minShare)) return ['other-language'];
  return sentences.flatMap((sentence) => {
    const whole = judgeStatement(sentence, message, best.cues);
    const parts = typeof whole === 'string' ? sentence.split(best.cues.cue('joint')) : [];
    return [
      whole,
      ...(parts.length < 2 ? [] : parts.map((part) => judgeStatement(part, message, best.cues))),
    ];
  });
}

function shareOf(words: readonly string[], { vocabulary }: Cues): number {
  return words.filter((word) => vocabulary.has(word)).length / words.length;
}

function judgeStatement(sentence: string, message: ConversationMessage, cues: Cues): JudgedStatement {
  const { cue, forms } = cues;
  if (/[?？؟]/u.test(sentence)) return 'question';
  const opened = sentence.replaceAll('’', "'").trim().replace(cue('opening'), '');
  const said = opened.replace(cue('correcting'), '').replace(cue('opening'), '');
  const corrects = said.length < opened.length;
  const label = forms.find(({ begins, is }) => is.has('label') && begins.test(said));
  const text = (label === undefined ? said : said.replace(label.begins, '')).replace(/^\p{Ll}/u, (letter) =>
    letter.toUpperCase(),
  );
  const form =
    label ?? forms.find((each) => (corrects || !each.is.has('corrects')) && fits(each, text, cues));
  if (form === undefined) return 'no-statement';
  const timeless = text.replace(cue('here'), ' ');
  if (cue('guess').test(timeless)) return 'hedged';
  const isDated = cue('passing').test(timeless);
  if (isDated && !form.is.has('dated')) return 'momentary';
  const [before = ''] = timeless.split(cue('pronoun'));
  const isUnnamed = before !== timeless && contentOf(before, cues) < minNamed && form.why !== 'correction';
  if (isUnnamed || cue('pointing').test(timeless)) return 'points-elsewhere';
  if (contentOf(text, cues) < minContent) return 'vague';
  const isOwn = cue('speakers').test(text);
  const day = message.at === null ? '' : ` (said ${new Date(message.at).toISOString().slice(0, 10)})`;
  const dated = isDated ? text.replace(end, '') + day : text;
  return {
    ...contentFor(form, text, isOwn ? message.name : null, cues),
    why: corrects && (form.why === 'decision' || cue('contrast').test(text)) ? 'correction' : form.why,
    // Who "I" is. What is true whoever says it needs no speaker, and is compared with what others recorded.
    text: isOwn ? `${message.name ?? cues.speaker}: ${dated}` : dated,
  };
}

function fits({ begins, is }: StatementForm, text: string, { cue }: Cues): boolean {
  const [matched] = begins.exec(text) ?? [];
  // What is exclaimed is a feeling more often than a fact.
  if (matched === undefined || ((is.has('name') || is.has('named')) && text.endsWith('!'))) return false;
  const rest = text.slice(matched.length);
  if (is.has('name')) return startsWithName.test(rest) || rest.search(cue('number')) === 0;
  const isNamed = name.test(text.replace(cue('here'), ' ')) || cue('number').test(text);
  if (is.has('argued')) return isNamed || cue('contrast').test(text) || cue('reason').test(text);
  return isNamed || !is.has('named');
}

function contentOf(text: string, { grammar }: Cues): number {
  return plainWords(text).filter((word) => !grammar.has(word)).length;
}

function contentFor(
  { why, is }: StatementForm,
  text: string,
  speaker: string | null,
  { cue }: Cues,
): Pick<Keepable, 'kind' | 'content'> {
  if (why === 'rule')
    return { kind: why, content: { ruleKind: is.has('forbids') ? 'constraint' : 'guideline' } };
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
