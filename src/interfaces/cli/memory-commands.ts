import { memoryOperations } from '../operations/memory-operations.ts';
import type { FileImport } from './bulk/import-memories.ts';
import { ownFlag } from './call.ts';
import { commandsOf } from './command.ts';
import * as life from './present/life.ts';
import * as memories from './present/memories.ts';
import * as recall from './present/recall.ts';
import { printContext } from './print-context.ts';

const kindAsType = { kind: 'type' };

const explainFlag = ownFlag('explain', 'Show every part of each score', { type: 'switch' });

/** Memories, on the command line. */
export const memoryCommands = commandsOf(memoryOperations, {
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
});
