import { loadCapture, loadTemplates } from '../engine/stages.ts';
import { ownFlag } from '../interfaces/cli/call.ts';
import * as work from '../interfaces/cli/present/work.ts';
import * as browse from '../recall/browse.ts';
import { sessionImportSchema } from '../records/import.ts';
import * as inputs from '../records/inputs.ts';
import { messageSchema, sessionSummarySchema } from '../records/session.ts';
import { command, createsAt, defineOperation, route } from './operation.ts';
import * as outputs from './outputs.ts';

/** Conversations, and what was recorded elsewhere. */
export const sessionOperations = {
  append: defineOperation({
    name: 'session.append',
    summary: 'Append a message to a session',
    effect: 'write',
    input: inputs.appendMessageInput,
    output: messageSchema,
    run: async (context, input) => (await loadCapture()).appendMessage(context, context.viewer, input),
    cli: command(
      work.presentAppended,
      'engram session append --session chat-1 --role user --content "Where is my order?"',
    ),
    http: createsAt('/api/sessions/{session}/messages', {
      session: 'chat-1',
      role: 'user',
      content: 'Where is my order?',
    }),
    mcp: `Appends one message to the record of a conversation; the session comes into being with its first message. Use it when the conversation itself is to be kept, message by message, with the tool calls of the assistant and their answers. For work done with tools, engram_run_start records more.
Example: {"session":"chat-1","role":"user","content":"Where is my order?"}`,
  }),
  list: defineOperation({
    name: 'session.list',
    summary: 'List sessions, newest first',
    effect: 'read',
    input: inputs.listSessionsInput,
    output: outputs.listingOf(sessionSummarySchema),
    run: (context, input) => browse.listSessions(context, context.viewer, input),
    cli: command(work.presentSessions, 'engram session list'),
    http: route('GET /api/sessions', {}),
    mcp: `Lists recorded conversations, newest first, with how many messages each has.
Example: {"limit":10}`,
  }),
  show: defineOperation({
    name: 'session.show',
    summary: 'Show a session with its messages',
    effect: 'read',
    input: inputs.showSessionInput,
    output: outputs.sessionDetails,
    run: (context, input) => browse.showSession(context, context.viewer, input),
    library: { by: 'id' },
    cli: command(
      work.presentSession,
      'engram session show chat-1',
      'engram session show chat-1 --message 57',
    ),
    http: route('GET /api/sessions/{id}', { id: 'chat-1' }),
    mcp: `Shows a recorded conversation with all its messages in order; with "message", the number of one that was found, only that one and the two before and after it, "first" being the number of the first of them.
Example: {"id":"chat-1","message":57}`,
  }),
  /**
   * Brings in sessions made elsewhere, each as a run with its steps and a session with its messages. Doing it
   * again adds only what is new.
   *
   * @example
   * await alice.sessions.import({ format: 'openai', content: messages, task: 'Refund order 42' });
   */
  import: defineOperation({
    name: 'import.session',
    summary: 'Import sessions from other tools as runs and sessions',
    effect: 'write',
    input: inputs.importSessionInput,
    output: sessionImportSchema,
    run: async (context, input) => (await loadTemplates()).importSession(context, context.viewer, input),
    cli: {
      withoutFlags: ['content', 'name'],
      ownFlags: [
        ownFlag('file', 'A file of sessions, or a folder of them; .gz is unpacked', {
          required: true,
          insteadOf: 'content',
        }),
      ],
      carryOut: async (call) =>
        (await import('../interfaces/cli/bulk/import-sessions.ts')).importSessions(call),
      present: work.presentImportedSessions,
      examples: [
        'engram import session --file chat.json --agent alice --task "Refund order 42" --outcome success',
        'engram import session --format jsonl --file transcripts/',
      ],
    },
    // Not below /api/sessions, where a session may have any name.
    http: route('POST /api/import/session', {
      content: [{ role: 'user', content: 'Where is my order?' }],
      format: 'openai',
      name: 'chat-7',
    }),
    mcp: `Brings in sessions that another tool recorded: chat messages with tool calls (OpenAI or Anthropic form) or the transcript of a coding agent in JSON Lines. Each becomes a run with its calls, so that failures are recognised and the run can be saved as a template, and a session with its messages. Use it when you are given such a transcript; doing it again adds only what is new. Give "outcome" when you know how it ended. Answers the runs, and what was skipped and why.
Example: {"format":"openai","content":[{"role":"user","content":"Refund order 42"}],"task":"Refund order 42","outcome":"success"}`,
  }),
};
