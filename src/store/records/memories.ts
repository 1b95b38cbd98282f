import { notFound } from '../../errors.ts';
import type { Memory } from '../../records/memory.ts';
import { redactText, redactValue } from '../../text/redact/redact.ts';
import { redactName } from '../../text/redact/redact-name.ts';
import { decodeRevision, decodeUse, revisionsHead, usesHead } from '../sql/read-life.ts';
import { decodeMemory } from '../sql/read-memories.ts';
import { inOneOrder } from '../sql/rows.ts';
import { keepRevision, keepVector, noteUse, pruneMemory, reviseMemory } from '../sql/write-life.ts';
import { deleteMemory, recordMemory } from '../sql/write-memories.ts';
import { defineRecord } from './define-record.ts';
import { changedMeanwhile, held, heldByTag, taken } from './refusals.ts';

export const memories = defineRecord({
  commands: {
    'record-memory': {
      redact(command) {
        const memory = redactMemory(command.memory);
        return memory === command.memory ? command : { ...command, memory };
      },
      event: ({ memory: { scope, id } }) => ({ type: 'memory-recorded', scope, memoryId: id }),
      refuse: ({ memory: { id, provenance } }) =>
        provenance.externalId === null
          ? taken('memory', id, 'Memory ids are made by Engram; leave it out.')
          : taken('memory', provenance.externalId, 'Delete it first, or leave the external id out.'),
      statements: ({ memory, ifAbsent = false }) => recordMemory(memory, ifAbsent),
    },
    'delete-memory': {
      event: ({ owner, id }) => ({ type: 'memory-deleted', scope: owner, memoryId: id }),
      refuse: ({ id }, exists) => (exists ? held('memory', id) : notFound('memory', id)),
      statements: ({ owner, id }) => deleteMemory(owner, id),
      erases: true,
    },
    'revise-memory': {
      redact: (command) => ({
        ...command,
        memory: redactMemory(command.memory),
        change: { ...command.change, note: redactText(command.change.note) },
      }),
      event: ({ owner, memory }) => ({ type: 'memory-revised', scope: owner, memoryId: memory.id }),
      refuse({ memory: { id } }, exists, unchanged) {
        if (unchanged) return heldByTag(id);
        return exists ? changedMeanwhile('memory', id) : notFound('memory', id);
      },
      statements: reviseMemory,
    },
    // No event: what has expired was gone for everybody already.
    'prune-memories': {
      statements: ({ ids, now }) => inOneOrder(ids, (id) => id).map((id) => pruneMemory(id, now)),
      erases: true,
    },
    'keep-revision': {
      redact(command) {
        const { revision } = command;
        const before = redactMemory(revision.before);
        return { ...command, revision: { ...revision, note: redactText(revision.note), before } };
      },
      statements: ({ revision }) => [keepRevision(revision)],
    },
    'note-uses': {
      statements: ({ uses }) =>
        inOneOrder(uses, ({ memoryId, runId }) => `${memoryId} ${runId}`).map(noteUse),
    },
    'keep-vectors': {
      statements: ({ embedder, vectors }, dialect) =>
        inOneOrder(vectors, ({ id }) => id).map((vector) => keepVector(embedder, vector, dialect)),
    },
  },
  exported: [
    {
      head: 'SELECT * FROM memories',
      key: ['row'],
      command: (row) => ({ type: 'record-memory', memory: decodeMemory(row), ifAbsent: true }),
    },
    {
      head: revisionsHead,
      key: ['r.memory_id', 'r.revision'],
      columns: ['id', 'revision'],
      command: (row) => ({ type: 'keep-revision', revision: decodeRevision(row) }),
    },
    {
      head: usesHead,
      key: ['u.memory_id', 'u.run_id'],
      command: (row) => ({ type: 'note-uses', uses: [decodeUse(row)] }),
    },
  ],
});

function redactMemory(memory: Memory): Memory {
  const text = redactText(memory.text);
  const content = redactContent(memory);
  const tags = memory.tags.some((tag) => redactName(tag) !== tag) ? memory.tags.map(redactName) : memory.tags;
  const importedFrom = redactName(memory.provenance.importedFrom);
  const isClean =
    text === memory.text &&
    content === memory.content &&
    tags === memory.tags &&
    importedFrom === memory.provenance.importedFrom;
  if (isClean) return memory;
  return { ...memory, text, content, tags, provenance: { ...memory.provenance, importedFrom } } as Memory;
}

/** A preference keeps a name and a value apart, so the value is judged by that name. */
function redactContent({ kind, content }: Memory): Memory['content'] {
  const redacted = redactValue(content);
  if (kind !== 'preference' || content.key === undefined || content.value === undefined) return redacted;
  const judged = redactValue({ [content.key]: content.value })[content.key];
  return judged === content.value ? redacted : { ...redacted, value: judged };
}
