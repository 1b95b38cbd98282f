import { type Conversation, newConversation } from './conversation.ts';
import { sessionName } from './keys.ts';

/** What is known of one source while it is read: a few values for each session, and nothing of what they say. */
export interface Stream {
  readonly sourceName: string;
  /** Sessions that records name, for sources that mix several. */
  readonly named: Map<string, Conversation>;
  /** The session of lines that name none. */
  home: Conversation | undefined;
  /** Conversations met so far that came whole, as one value. */
  whole: number;
  /** Ids of the latest model calls. One call may be written in several lines, each with all its tokens. */
  readonly modelCalls: string[];
  readonly codex: CodexState;
}

/** A Codex rollout says once what holds for the lines after it. */
export interface CodexState {
  session: string | undefined;
  model: string | undefined;
  /** Tokens of the session so far: an event that repeats the sum is not another model call. */
  totalTokens: number | undefined;
}

export function newStream(sourceName: string): Stream {
  return {
    sourceName,
    named: new Map(),
    home: undefined,
    whole: 0,
    modelCalls: [],
    codex: { session: undefined, model: undefined, totalTokens: undefined },
  };
}

/** The session a record names. */
export function namedSession(stream: Stream, session: string, form: Conversation['form']): Conversation {
  const known = stream.named.get(session);
  if (known !== undefined) return known;
  const conversation = newConversation(session, form);
  stream.named.set(session, conversation);
  return conversation;
}

/** The session of lines that name none: one for the whole source, called after how it begins. */
export function homeSession(stream: Stream, form: Conversation['form'], first: unknown): Conversation {
  stream.home ??= newConversation(sessionName(stream.sourceName, [first]), form);
  return stream.home;
}

/** A session that came as one value, such as a list of messages. */
export function wholeSession(stream: Stream, session: string | undefined, beginning: unknown): Conversation {
  const number = stream.whole;
  stream.whole += 1;
  // The number keeps trials of the same task apart: they begin alike.
  return newConversation(session ?? sessionName(stream.sourceName, [number, beginning]), 'chat');
}

const rememberedCalls = 64;

/** True the first time a model call is met. */
export function isNewModelCall(stream: Stream, id: string | undefined): boolean {
  if (id === undefined) return true;
  if (stream.modelCalls.includes(id)) return false;
  stream.modelCalls.push(id);
  if (stream.modelCalls.length > rememberedCalls) stream.modelCalls.shift();
  return true;
}
