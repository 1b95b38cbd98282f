import { type NotKept, notKept } from '../../records/remember.ts';
import { judgeAboutSpeaker } from './about-speaker.ts';
import type { Statement } from './keepable.ts';
import type { SaidMessage } from './said-message.ts';
import { isEnglish, readSentence } from './sentence.ts';
import { judgeToldToAgent } from './told-to-agent.ts';
import { plainWords, typedSentences } from './typed-text.ts';
import { opening } from './words.ts';

/** What is around a message. */
export interface MessageSetting {
  /** Names of those who talk, in lower case, and their short forms. */
  readonly people: ReadonlySet<string>;
  /** An agent takes part. */
  readonly hasAgent: boolean;
  /** Tools are called or code is shown. */
  readonly isWork: boolean;
  /** The message answers one of an agent. */
  readonly afterAgent: boolean;
}

/** What is worth keeping of a message; or why nothing is. */
export interface JudgedMessage {
  readonly statements: readonly Statement[];
  readonly reason: NotKept;
}

/** Shorter messages are too short to tell their language by. */
const minWords = 5;
/** "Sounds great, congratulations!" has no word of grammar, and is English all the same. */
const minToldLanguage = 8;

/** Judges a message sentence by sentence. Only what people typed can be kept: no model's words, no tool's, no page's. */
export function judgeMessage(message: SaidMessage, setting: MessageSetting): JudgedMessage {
  if (message.role !== 'user') return { statements: [], reason: 'not-a-person' };
  const sentences = typedSentences(message.text);
  if (sentences.length === 0) return { statements: [], reason: 'nothing-typed' };
  const all = plainWords(sentences.join(' '));
  if ((all.length >= minWords || isOtherScript(sentences)) && !isEnglish(all)) {
    const isTold = all.length >= minToldLanguage || isOtherScript(sentences);
    return { statements: [], reason: isTold ? 'other-language' : 'no-statement' };
  }
  const isKnown = all.length >= minWords;
  const verdicts = sentences.map((sentence) =>
    isEnglish(plainWords(sentence), isKnown)
      ? judgeSentence(sentence, message, setting)
      : { reason: 'no-statement' as const },
  );
  const statements = verdicts.filter((verdict): verdict is Statement => 'kind' in verdict);
  const reasons = verdicts.flatMap((verdict) =>
    'reason' in verdict ? [notKept.indexOf(verdict.reason)] : [],
  );
  return { statements, reason: notKept[Math.max(...reasons, 0)] ?? 'no-statement' };
}

/** Most letters are not those of English. */
function isOtherScript(sentences: readonly string[]): boolean {
  const letters = sentences.join('').match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => letter > 'z').length * 2 > letters.length;
}

function judgeSentence(
  sentence: string,
  message: SaidMessage,
  { people, hasAgent, isWork, afterAgent }: MessageSetting,
): Statement | { reason: NotKept } {
  if (/[?？؟]/u.test(sentence)) return { reason: 'question' };
  const told = hasAgent ? judgeToldToAgent(sentence, people, afterAgent) : null;
  const verdict =
    told ?? judgeAboutSpeaker(hasAgent ? sentence.replace(opening, '') : sentence, people, isWork);
  if ('reason' in verdict) return verdict;
  if (!readSentence(verdict.text, people).isDated) return spokenBy(message, verdict);
  if (message.at === null) return { reason: 'undated' };
  const day = new Date(message.at).toISOString().slice(0, 10);
  return spokenBy(message, { ...verdict, text: `${verdict.text.replace(/[\s.!]+$/u, '')} (said ${day})` });
}

const saysI = /\b(?:I|[Ww]e|[Mm]y|[Oo]ur|[Mm]e|us)\b/u;

/** Who "I" is. What is true whoever says it needs no speaker, and is compared with what others recorded. */
function spokenBy({ name }: SaidMessage, statement: Statement): Statement {
  if (!saysI.test(statement.text)) return statement;
  // Two people may prefer different things.
  const isPair = name !== null && statement.content?.['key'] !== undefined;
  const content = isPair ? { ...statement.content, metadata: { speaker: name } } : (statement.content ?? {});
  return { ...statement, content, text: `${name ?? 'The user'}: ${statement.text}` };
}
