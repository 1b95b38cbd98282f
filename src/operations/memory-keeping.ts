import * as z from 'zod';
import { loadLearn, loadRetain } from '../engine/stages.ts';
import { ownFlag } from '../interfaces/cli/call.ts';
import * as present from '../interfaces/cli/present/keeping.ts';
import { presentRemembered } from '../interfaces/cli/present/remember.ts';
import { linkInput, unlinkInput } from '../records/link-inputs.ts';
import { memoryLinkSchema } from '../records/memory-link.ts';
import { rememberedSchema, rememberInput } from '../records/remember.ts';
import { deleteManyInput, manyDeletedSchema } from '../records/retention-inputs.ts';
import { command, createsAt, defineOperation, route } from './operation.ts';

/** What of a conversation becomes memories, how memories are connected, and how many of them are deleted at once. */
export const memoryKeepingOperations = {
  /**
   * Keeps what is worth keeping of a conversation: preferences, facts, rules, decisions, corrections, lessons. What is known is not
   * kept again, and what contradicts is settled.
   *
   * @example
   * const { kept } = await alice.memories.remember({ messages: [{ role: 'user', content: 'Always run the tests with pnpm.' }, …] });
   */
  remember: defineOperation({
    name: 'memory.remember',
    summary: 'Keep what is worth keeping of a conversation',
    effect: 'write',
    means: ['model'],
    needs: () => [],
    effectOf: ({ dryRun }) => (dryRun === true ? 'read' : 'write'),
    idempotent: true,
    input: rememberInput,
    output: rememberedSchema,
    run: async (context, input) => (await loadLearn()).remember(context, context.viewer, input),
    cli: {
      withoutFlags: ['messages'],
      ownFlags: [
        ownFlag('file', 'Messages as JSON or JSON Lines, also a transcript; "-" reads standard input', {
          required: true,
          insteadOf: 'messages',
        }),
      ],
      carryOut: async (call, perform) =>
        (await import('../interfaces/cli/bulk/remember-file.ts')).rememberFile(call, perform),
      present: presentRemembered,
      examples: [
        'engram memory remember --file chat.json --dry-run',
        'engram memory remember --file transcript.jsonl --agent alice',
      ],
    },
    http: route('POST /api/memories/remember', {
      messages: [
        { role: 'assistant', content: 'Shall I run npm test?' },
        { role: 'user', content: 'No, use pnpm instead of npm.' },
      ],
    }),
    mcp: `Reads a conversation and keeps the few things in it that are worth remembering: preferences, facts, rules, decisions, corrections, lessons of calls that failed and then worked. Use it when a conversation ends; for one thing you know to be worth keeping, use engram_memory_record. Messages are as chat APIs write them: role, content, and where known "at" and "name". What is known is not kept again. With "dryRun": true it only tells what would be kept. Answers what was kept and why the rest was not.
Example: {"messages":[{"role":"user","content":"Always run the tests with pnpm."},{"role":"assistant","content":"I will."}]}`,
  }),
  /**
   * Says how a memory stands to another one. One of them is one's own; the other may be shared.
   *
   * @example
   * await alice.memories.link({ from: outage.id, relation: 'caused-by', to: deploy.id });
   */
  link: defineOperation({
    name: 'memory.link',
    summary: 'Link two memories: relates-to, caused-by, supersedes, contradicts, supports',
    effect: 'write',
    idempotent: true,
    input: linkInput,
    output: memoryLinkSchema,
    run: async (context, input) => (await loadLearn()).linkMemories(context, context.viewer, input),
    cli: command(
      present.presentLinked,
      'engram memory link mem_01… caused-by mem_02…',
      'engram memory link mem_03… supersedes mem_01… --note "New contract"',
    ),
    http: createsAt('/api/memories/links', { from: 'mem_01', relation: 'caused-by', to: 'mem_02' }),
    mcp: `Says how one memory stands to another: relates-to, caused-by, supersedes, contradicts or supports. Use it when you know that two memories belong together; engram_memory_get shows links, and a search with "followLinks": true follows them. What is superseded is no longer found by searches when it is yours. One of the two must be yours.
Example: {"from":"mem_01…","relation":"caused-by","to":"mem_02…"}`,
  }),
  /** Takes a link of one's own back. */
  unlink: defineOperation({
    name: 'memory.unlink',
    summary: 'Remove a link between two memories',
    effect: 'delete',
    input: unlinkInput,
    output: z.object({ unlinked: z.string() }),
    run: async (context, input) => (await loadLearn()).unlinkMemories(context, context.viewer, input),
    cli: command(present.presentUnlinked, 'engram memory unlink mem_01… caused-by mem_02…'),
    http: route('POST /api/memories/links/remove', { from: 'mem_01', relation: 'caused-by', to: 'mem_02' }),
    mcp: `Takes a link of yours between two memories back. The memories stay; what was superseded by it is found again.
Example: {"from":"mem_01…","relation":"caused-by","to":"mem_02…"}`,
  }),
  /**
   * Deletes all memories that fit, with everything derived from them. Without `confirm` it only tells what would go.
   *
   * @example
   * const preview = await alice.memories.deleteMany({ kind: 'experience', olderThan: '90d' });
   * if (preview.count < 100) await alice.memories.deleteMany({ kind: 'experience', olderThan: '90d', confirm: true });
   */
  deleteMany: defineOperation({
    name: 'memory.delete-many',
    summary: 'Preview or delete all memories that fit',
    effect: 'delete',
    effectOf: ({ confirm }) => (confirm === true ? 'delete' : 'read'),
    idempotent: true,
    input: deleteManyInput,
    output: manyDeletedSchema,
    run: async (context, input) => (await loadRetain()).deleteMany(context, context.viewer, input),
    cli: command(
      present.presentManyDeleted,
      'engram memory delete-many --type experience --older-than 90d',
      'engram memory delete-many --tag staging --yes',
    ),
    http: route('POST /api/memories/delete', { kind: 'experience', olderThan: '90d', confirm: false }),
    mcp: `Deletes all memories that fit every condition, for good, with everything derived from them. Without "confirm": true it deletes nothing and tells what would go: the count, by kind, the oldest and newest, a sample, and what a legal hold keeps. Use it only when you were asked to delete many memories, and look at the preview first. Conditions: "kind", "tags", "topic", "olderThan" such as "90d", "standing", or "all": true.
Example: {"kind":"experience","olderThan":"90d"}`,
  }),
};
