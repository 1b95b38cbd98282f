import type { Memory } from '../../records/memory.ts';
import { earlierSignatures, errorSignature } from '../../text/signature.ts';

/** A failure that was recorded as a memory. */
export type FailureMemory = Extract<Memory, { kind: 'failure' }>;

export function isFailureMemory(memory: Memory): memory is FailureMemory {
  return memory.kind === 'failure';
}

/** What a failure memory is about: the signature it names, or that of its text. */
export function signatureOfMemory({ content, text }: FailureMemory): string {
  return errorSignature(content.errorSignature ?? text);
}

/** The signatures of failure memories, each with those it had before the way of reading changed (decision 0038). */
export function earlierOfMemories(
  memories: readonly FailureMemory[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    memories.map((memory) => [
      signatureOfMemory(memory),
      earlierSignatures(memory.content.errorSignature ?? memory.text),
    ]),
  );
}
