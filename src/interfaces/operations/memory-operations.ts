import * as z from 'zod';
import * as inputs from '../../model/inputs.ts';
import { consolidateInput, feedbackInput, pruneInput } from '../../model/life-inputs.ts';
import { memorySchema } from '../../model/memory.ts';
import { parseInput } from '../../model/parse.ts';
import * as memoryOutputs from './memory-outputs.ts';
import { type Operation, operation } from './operation.ts';
import * as outputs from './outputs.ts';

/** All that can be done with memories. */
export const memoryOperations: readonly Operation[] = [
  operation(
    'memory.record',
    'Write a memory down',
    'write',
    inputs.recordMemoryInput,
    memorySchema,
    (view, input) => view.memories.record(input),
  ),
  operation(
    'memory.list',
    'List memories, newest first',
    'read',
    inputs.listMemoriesInput,
    outputs.listingOf(memorySchema),
    (view, input) => view.memories.list(input),
  ),
  operation('memory.get', 'Show one memory', 'read', inputs.byId, memorySchema, (view, { id }) =>
    view.memories.get(id),
  ),
  operation(
    'memory.retrieve',
    'Find memories that help in a situation',
    'read',
    inputs.retrieveMemoriesInput,
    memoryOutputs.recalled,
    async (view, input) => ({
      items: await view.memories.retrieve(input),
    }),
  ),
  operation(
    'memory.search',
    'Find memories by what they say, in any words',
    'read',
    inputs.searchMemoriesInput,
    memoryOutputs.recalled,
    async (view, input) => ({
      items: await view.memories.search(input),
    }),
  ),
  operation(
    'memory.import',
    'Bring memories in from elsewhere, each external id once',
    'write',
    inputs.importMemoriesInput,
    outputs.importReport,
    (view, input) => view.memories.import(parseInput(inputs.importMemoriesInput, input, 'import').items),
  ),
  operation(
    'memory.delete',
    'Delete a memory and all that was derived from it',
    'delete',
    inputs.byId,
    z.object({ deleted: z.string() }),
    (view, { id }) => view.memories.delete(id),
  ),
  operation(
    'memory.context',
    'Write what is worth knowing as a text for a prompt',
    'read',
    inputs.contextInput,
    memoryOutputs.promptContext,
    (view, input) => view.memories.context(input),
  ),
  operation(
    'memory.feedback',
    'Say whether a memory helped',
    'write',
    feedbackInput,
    memorySchema,
    (view, input) => view.memories.feedback(input),
  ),
  operation(
    'memory.why',
    'Explain a memory: sources, evidence, confidence, uses',
    'read',
    inputs.byId,
    memoryOutputs.why,
    (view, { id }) => view.memories.why(id),
  ),
  operation(
    'memory.history',
    'Tell what happened to a memory',
    'read',
    inputs.byId,
    memoryOutputs.history,
    async (view, { id }) => ({ items: await view.memories.history(id) }),
  ),
  operation(
    'memory.prune',
    'Remove the memories that have expired',
    'delete',
    pruneInput,
    memoryOutputs.pruned,
    (view, input) => view.memories.prune(input),
  ),
  operation(
    'memory.consolidate',
    'Merge duplicates, settle contradictions, generate rules, archive',
    'write',
    consolidateInput,
    memoryOutputs.consolidated,
    (view, input) => view.memories.consolidate(input),
  ),
];
