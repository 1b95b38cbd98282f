import type { Diagnosis } from '../../diagnose.ts';
import type { Operation } from '../operations/operation.ts';
import { operations } from '../operations/operations.ts';
import type { FileImport } from './bulk/import-memories.ts';
import { ownFlag } from './call.ts';
import { type Flag, flagsOf } from './flags.ts';
import { learningPresentations } from './learning-commands.ts';
import * as life from './present/life.ts';
import * as memories from './present/memories.ts';
import * as recall from './present/recall.ts';
import * as runs from './present/runs.ts';
import * as system from './present/system.ts';
import * as work from './present/work.ts';
import type { Presentation, Presentations } from './presentation.ts';
import { preventionPresentations } from './prevention-commands.ts';
import { printContext } from './print-context.ts';
import { sessionTemplatePresentations } from './session-template-commands.ts';
import { templatePresentations } from './template-commands.ts';

export interface Command extends Presentation {
  readonly operation: Operation;
  /** The words that call it: `memory record`. */
  readonly words: readonly string[];
}

const kindAsType = { kind: 'type' };

const explainFlag = ownFlag('explain', 'Show every part of each score', { type: 'switch' });

const presentations: Presentations = {
  ...learningPresentations,
  ...preventionPresentations,
  ...templatePresentations,
  ...sessionTemplatePresentations,
  'memory.record': {
    aliases: kindAsType,
    positional: ['text'],
    present: memories.presentRecorded,
    examples: [
      'engram memory record --agent alice --type decision --context "api-auth-timeout" --action "increase-timeout" --outcome failure',
      'engram memory record --type knowledge --text "The staging API needs a VPN" --tags api,staging',
    ],
  },
  'memory.list': {
    aliases: kindAsType,
    present: memories.presentMemories,
    examples: ['engram memory list --agent alice'],
  },
  'memory.get': {
    positional: ['id'],
    present: memories.presentMemory,
    examples: ['engram memory get mem_01…'],
  },
  'memory.retrieve': {
    aliases: kindAsType,
    positional: ['context'],
    ownFlags: [explainFlag],
    present: recall.presentRecalled,
    examples: [
      'engram memory retrieve "login is slow"',
      'engram memory retrieve --agent alice --context "auth-failure"',
    ],
  },
  'memory.context': {
    aliases: kindAsType,
    positional: ['query'],
    carryOut: printContext,
    present: recall.presentContext,
    examples: [
      'engram memory context "Refund order 42" --tokens 800',
      'engram memory context "Refund order 42" --no-prefer-successful',
    ],
  },
  'memory.feedback': {
    positional: ['id'],
    present: life.presentFeedback,
    examples: ['engram memory feedback mem_01… --outcome success'],
  },
  'memory.why': {
    positional: ['id'],
    present: life.presentWhy,
    examples: ['engram memory why mem_01…'],
  },
  'memory.history': {
    positional: ['id'],
    present: life.presentHistory,
    examples: ['engram memory history mem_01…'],
  },
  'memory.prune': {
    present: life.presentPruned,
    examples: ['engram memory prune --dry-run', 'engram memory prune'],
  },
  'memory.consolidate': {
    present: life.presentConsolidated,
    examples: ['engram memory consolidate --dry-run', 'engram memory consolidate'],
  },
  'memory.search': {
    aliases: kindAsType,
    positional: ['query'],
    ownFlags: [
      ownFlag('queries', 'File of queries, {"id", "text"} a line; the answers are JSON Lines', {
        insteadOf: 'query',
      }),
      explainFlag,
    ],
    carryOut: async (call) => (await import('./bulk/search-queries.ts')).searchQueries(call),
    present: recall.presentRecalled,
    examples: [
      'engram memory search "authentication failure"',
      'engram memory search "authentication failure" --explain',
      'engram memory search --queries questions.jsonl --limit 10 --json',
    ],
  },
  'memory.import': {
    withoutFlags: ['items'],
    ownFlags: [
      ownFlag('file', 'JSON Lines, a memory a line; "-" reads standard input', {
        required: true,
        insteadOf: 'items',
      }),
    ],
    carryOut: async (call) => (await import('./bulk/import-memories.ts')).importMemories(call),
    exitCode: ({ imported, already, skippedCount }: FileImport) =>
      imported === 0 && already === 0 && skippedCount > 0 ? 2 : 0,
    present: memories.presentImported,
    examples: ['engram memory import --file notes.jsonl'],
  },
  'memory.delete': {
    positional: ['id'],
    present: memories.presentDeleted,
    examples: ['engram memory delete mem_01…'],
  },
  'run.start': {
    positional: ['description'],
    present: runs.presentStarted,
    examples: ['engram run start --agent alice --description "Refund order 42" --input orderId=42'],
  },
  'run.step': {
    positional: ['run'],
    present: runs.presentStep,
    examples: [
      `engram run step run_01… --tool get_order --arguments '{"id":42}' --result '{"status":"open"}'`,
      'engram run step run_01… --tool get_order --error "connect ETIMEDOUT" --error-type ETIMEDOUT',
      'engram run step run_01… --kind model --model small --input-tokens 900 --output-tokens 40',
    ],
  },
  'run.finish': {
    positional: ['id'],
    present: runs.presentFinished,
    examples: ['engram run finish run_01… --outcome success'],
  },
  'run.list': { present: runs.presentRuns, examples: ['engram run list --outcome failure'] },
  'run.show': { positional: ['id'], present: runs.presentRun, examples: ['engram run show run_01…'] },
  'session.append': {
    present: work.presentAppended,
    examples: ['engram session append --session chat-1 --role user --content "Where is my order?"'],
  },
  'session.list': { present: work.presentSessions, examples: ['engram session list'] },
  'session.show': {
    positional: ['id'],
    present: work.presentSession,
    examples: ['engram session show chat-1'],
  },
  'import.session': {
    withoutFlags: ['content', 'name'],
    ownFlags: [
      ownFlag('file', 'A file of sessions, or a folder of them; .gz is unpacked', {
        required: true,
        insteadOf: 'content',
      }),
    ],
    carryOut: async (call) => (await import('./bulk/import-sessions.ts')).importSessions(call),
    present: work.presentImportedSessions,
    examples: [
      'engram import session --file chat.json --agent alice --task "Refund order 42" --outcome success',
      'engram import session --format jsonl --file transcripts/',
    ],
  },
  'task.create': {
    positional: ['id', 'description'],
    present: work.presentTask,
    examples: [
      'engram task create auth-123 --description "Fix the login timeout" --category auth --effort 3',
    ],
  },
  'task.list': { present: work.presentTasks, examples: ['engram task list --status open'] },
  'task.show': { positional: ['id'], present: work.presentTask, examples: ['engram task show auth-123'] },
  'task.update': {
    positional: ['id'],
    present: work.presentTask,
    examples: ['engram task update auth-123 --status done'],
  },
  'task.similar': {
    positional: ['description'],
    present: recall.presentSimilarTasks,
    examples: [
      'engram task similar "Fix the login timeout"',
      'engram task similar --task auth-123',
      'engram task similar --description "Fix the login timeout" --category auth --type bug',
    ],
  },
  'agent.list': { present: work.presentAgents, examples: ['engram agent list'] },
  'token.create': {
    present: system.presentCreatedToken,
    examples: [
      'engram token create --name laptop',
      'engram token create --name ci --agent alice --scopes read,write --expires-at 2030-01-31',
    ],
  },
  'token.list': { present: system.presentTokens, examples: ['engram token list'] },
  'token.revoke': {
    positional: ['id'],
    present: system.presentRevoked,
    examples: ['engram token revoke tok_01…'],
  },
  'job.list': { present: system.presentJobs, examples: ['engram job list'] },
  'job.run': { present: system.presentJobs, examples: ['engram job run'] },
  stats: { present: system.presentStatistics, examples: ['engram stats'] },
  'config.show': { present: system.presentSettings, examples: ['engram config show'] },
  doctor: {
    present: system.presentDiagnosis,
    exitCode: ({ healthy }: Diagnosis) => (healthy ? 0 : 1),
    examples: ['engram doctor'],
  },
};

/** An operation without a presentation of its own is printed as JSON, so a new one works at once. */
const asJson: Presentation = { present: (output: unknown) => JSON.stringify(output, null, 2), examples: [] };

export const commands: readonly Command[] = operations.map((operation) => ({
  words: operation.name.split('.'),
  ...(presentations[operation.name] ?? asJson),
  operation,
}));

/** All the flags of a command: those of its operation, and its own. */
export function flagsOfCommand(command: Command): Flag[] {
  const fields = command.withoutFlags ?? [];
  const ofOperation = flagsOf(command.operation, command).filter(({ field }) => !fields.includes(field));
  return [...ofOperation, ...(command.ownFlags ?? [])];
}
