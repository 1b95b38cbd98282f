import { workOperations } from '../operations/work-operations.ts';
import { ownFlag } from './call.ts';
import { commandsOf } from './command.ts';
import * as recall from './present/recall.ts';
import * as runs from './present/runs.ts';
import * as work from './present/work.ts';

/** Runs, sessions, tasks and agents, on the command line. */
export const workCommands = commandsOf(workOperations, {
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
});
