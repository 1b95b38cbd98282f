import type { MemoryKind } from '../../records/memory.ts';
import { type KeptFor, type NotKept, notKept } from '../../records/remember.ts';
import { choicesOf, lessonsOf } from './calls.ts';
import { preferencePair } from './choices.ts';
import type { ConversationMessage, ReadConversation } from './conversation.ts';
import { type Cues, languages } from './cues.ts';
import { plainWords, typedSentences } from './typed-text.ts';

/** Something that is worth keeping, and where it was said. */
export interface Keepable {
  readonly kind: MemoryKind;
  readonly why: KeptFor;
  readonly text: string;
  /** Fields of its kind. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** The message it comes from, counted from 0. */
  readonly position: number;
  /** When it was said; null when it is not known. */
  readonly at: number | null;
  /** What tells it from the same words said at another time. */
  readonly source: string;
  /** A call shows it. */
  readonly isOfCall?: true;
}

/** What is worth keeping, and why each other message is not. */
export interface Chosen {
  readonly keepable: readonly Keepable[];
  readonly reasons: ReadonlyMap<number, NotKept>;
}

type Form = Cues['forms'][number];
type Verdict = Pick<Keepable, 'kind' | 'why' | 'text' | 'content'> | NotKept;

/** Chooses by rules, without a model: what a person says plainly, and what calls show. Precision comes before recall. */
export function chooseByRules({ messages, calls, unreadable }: ReadConversation): Chosen {
  const reasons = new Map<number, NotKept>(unreadable.map((position) => [position, 'no-message']));
  const keepable: Keepable[] = [...lessonsOf(calls), ...choicesOf(calls)];
  // Friends say "never give up" to each other; to an agent it is an order.
  const names = new Set(messages.map(({ name }) => name));
  const isAmongPeople = names.size > 1 && !messages.some(({ role }) => role === 'assistant');
  for (const message of messages) {
    const { position, at, name, text } = message;
    const verdicts = judge(message, isAmongPeople);
    const statements = verdicts.filter((verdict) => typeof verdict !== 'string');
    const source = JSON.stringify([name, text]);
    keepable.push(...statements.map((statement) => ({ ...statement, position, at, source })));
    const reason = Math.max(...verdicts.map((verdict) => notKept.indexOf(verdict as NotKept)));
    if (statements.length === 0) reasons.set(position, notKept[reason] ?? 'no-statement');
  }
  for (const { position } of keepable) reasons.delete(position);
  return { keepable: keepable.toSorted((left, right) => left.position - right.position), reasons };
}

/** Shorter messages are too short to tell their language by. */
const minWords = 5;
/** Share of words of grammar that a message of a known language has at least. */
const minGrammar = 0.15;

/** Only what people typed can be kept: no word of a model, a tool or a page. */
function judge(message: ConversationMessage, isAmongPeople: boolean): Verdict[] {
  if (message.role !== 'user') return ['not-a-person'];
  const sentences = typedSentences(message.text, (line) => languages().some(({ shown }) => shown.test(line)));
  if (sentences.length === 0) return ['nothing-typed'];
  const words = plainWords(sentences.join(' '));
  const share = ({ vocabulary }: Cues): number =>
    words.filter((word) => vocabulary.has(word)).length / words.length;
  const cues = languages().toSorted((left, right) => share(right) - share(left))[0];
  if (cues === undefined || (words.length >= minWords && share(cues) < minGrammar)) return ['other-language'];
  return sentences.flatMap((sentence) => {
    const plain = sentence.replaceAll('’', "'");
    const whole = judgeStatement(plain, message, cues);
    const parts = typeof whole === 'string' ? plain.split(cues.joint) : [];
    const found =
      parts.length < 2 ? [whole] : [whole, ...parts.map((part) => judgeStatement(part, message, cues))];
    return found.map((verdict) =>
      isAmongPeople && typeof verdict !== 'string' && verdict.kind !== 'preference' && verdict.why !== 'fact'
        ? 'no-statement'
        : verdict,
    );
  });
}

const minContent = 2;
/** Words about something that come before a pronoun which stands for one of them. */
const minNamed = 3;
/** A number, a path, an identifier, or a word with a capital inside a sentence. */
const name = /\d|["“`#=]|\w[./_:]\w|\p{Ll}\p{Lu}|(?<=\S\s["“(]?)(?!I\b)\p{Lu}/u;

const startsWithName = /^["“`(]?(?:\p{Lu}|(?:\S+\s)?\S*\d|\S*[./_=:#]\S)/u;

function judgeStatement(sentence: string, message: ConversationMessage, cues: Cues): Verdict {
  if (/[?？؟]/u.test(sentence)) return 'question';
  const opened = sentence.trim().replace(cues.opening, '');
  const said = opened.replace(cues.correction, '').replace(cues.opening, '');
  const isCorrection = said.length < opened.length;
  const label = cues.forms.find(({ begins, isLabel }) => isLabel === true && begins.test(said));
  const text = asSentence(label === undefined ? said : said.replace(label.begins, ''));
  const found =
    label ??
    cues.forms.find((form) => (form.isCorrecting !== true || isCorrection) && fits(form, text, cues));
  if (found === undefined) return 'no-statement';
  const timeless = text.replace(cues.here, ' ');
  if (cues.guess.test(timeless)) return 'hedged';
  if (found.isDated !== true && cues.passing.test(timeless)) return 'momentary';
  const [before = ''] = timeless.split(cues.pronoun);
  if (
    cues.pointing.test(timeless) ||
    (before !== timeless && contentOf(before, cues) < minNamed && found.why !== 'correction')
  )
    return 'points-elsewhere';
  if (contentOf(text, cues) < minContent) return 'vague';
  return statementOf(found, text, isCorrection, message, cues);
}

function fits({ begins, unless, isNamed, isName, isArgued }: Form, text: string, cues: Cues): boolean {
  const [matched] = begins.exec(text) ?? [];
  if (matched === undefined || unless?.test(text) === true) return false;
  // What is exclaimed is a feeling more often than a fact.
  if ((isName ?? isNamed) === true && text.endsWith('!')) return false;
  const rest = text.slice(matched.length);
  if (isName === true) return startsWithName.test(rest) || rest.search(cues.number) === 0;
  const isAboutName = name.test(text.replace(cues.here, ' ')) || cues.number.test(text);
  if (isArgued === true) return isAboutName || cues.contrast.test(text) || cues.reason.test(text);
  return isNamed !== true || isAboutName;
}

function contentOf(text: string, { grammar }: Cues): number {
  return plainWords(text).filter((word) => !grammar.has(word)).length;
}

const kinds: Partial<Record<KeptFor, MemoryKind>> = {
  rule: 'rule',
  preference: 'preference',
  decision: 'decision',
};

function statementOf(
  form: Form,
  text: string,
  isCorrection: boolean,
  message: ConversationMessage,
  cues: Cues,
): Verdict {
  const kind = kinds[form.why] ?? 'knowledge';
  const isOwn = cues.speakers.test(text);
  const { name: speaker, at } = message;
  const date = form.isDated === true && at !== null && cues.passing.test(text);
  const dated = date
    ? `${text.replace(/[\s.!]{1,20}$/u, '')} (said ${new Date(at).toISOString().slice(0, 10)})`
    : text;
  return {
    kind,
    why: isCorrection && (form.why === 'decision' || cues.contrast.test(text)) ? 'correction' : form.why,
    // Who "I" is. What is true whoever says it needs no speaker, and is compared with what others recorded.
    text: isOwn ? `${speaker ?? cues.speaker}: ${dated}` : dated,
    content: contentFor(kind, form, text, isOwn ? speaker : null, cues),
  };
}

function contentFor(
  kind: MemoryKind,
  form: Form,
  text: string,
  speaker: string | null,
  cues: Cues,
): Record<string, unknown> {
  if (kind === 'rule') return { ruleKind: form.isForbidding === true ? 'constraint' : 'guideline' };
  if (kind === 'preference') {
    const pair = preferencePair(text);
    // Two people may prefer different things.
    return pair === null ? {} : { ...pair, ...(speaker === null ? {} : { metadata: { speaker } }) };
  }
  if (kind !== 'decision') return {};
  const [stated = ''] = text.split(cues.reason);
  const [action = '', rejected] = stated
    .split(cues.contrast)
    .map((side) => side.replace(/[\s,.!]{1,20}$/u, ''));
  return { action, ...(rejected === undefined || rejected === '' ? {} : { alternatives: [rejected] }) };
}

function asSentence(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
