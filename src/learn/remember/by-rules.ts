import type { NotKept } from '../../records/remember.ts';
import { answeredChoices } from './answered-choices.ts';
import { callLessons } from './call-lessons.ts';
import { judgeMessage, type MessageSetting } from './judge-message.ts';
import type { Keepable } from './keepable.ts';
import type { ReadConversation, SaidMessage } from './said-message.ts';

/** What is worth keeping, and why each other message is not. */
export interface Chosen {
  readonly keepable: readonly Keepable[];
  readonly reasons: ReadonlyMap<number, NotKept>;
}

/** Chooses by rules, without a model: precision before recall. */
export function chooseByRules({ messages, calls, unreadable }: ReadConversation): Chosen {
  const people = peopleIn(messages);
  const hasAgent = calls.length > 0 || messages.some(({ role }) => role === 'assistant');
  const isWork =
    calls.length > 0 || messages.some(({ role, text }) => role !== 'system' && /^\s*```/m.test(text));
  const reasons = new Map<number, NotKept>(unreadable.map((position) => [position, 'no-message']));
  const keepable: Keepable[] = [...callLessons(calls), ...answeredChoices(calls)];
  for (const [index, message] of messages.entries()) {
    const afterAgent = messages[index - 1]?.role === 'assistant';
    const setting: MessageSetting = { people, hasAgent, isWork, afterAgent };
    const { statements, reason } = judgeMessage(message, setting);
    const { position, at } = message;
    const source = JSON.stringify([message.name, message.text]);
    keepable.push(...statements.map((statement) => ({ ...statement, position, at, source })));
    if (statements.length === 0) reasons.set(position, reason);
  }
  for (const { position } of keepable) reasons.delete(position);
  return { keepable: keepable.toSorted((left, right) => left.position - right.position), reasons };
}

const minShortName = 3;

/** Names of those who talk, whole, by word, and as friends shorten them. */
function peopleIn(messages: readonly SaidMessage[]): ReadonlySet<string> {
  const names = new Set(messages.flatMap(({ name }) => (name === null ? [] : [name.toLowerCase()])));
  const words = [...names].flatMap((name) => [name, ...name.split(/\s+/u)]);
  const short = words.flatMap((word) => [word.slice(0, minShortName), word.slice(0, minShortName + 1)]);
  return new Set([...words, ...short]);
}
