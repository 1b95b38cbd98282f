import * as z from 'zod';
import { jsonObject } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { field } from './field.ts';
import { lazyObject, lazyStrictObject } from './lazy-schema.ts';
import { memoryKinds } from './memory-kinds.ts';
import { count } from './number.ts';
import { fraction, recordId, timestamp } from './record.ts';

/** What a knowledge file says it is. */
export const knowledgeFormat = 'engram-knowledge';
/** The version that is written; a file of another one is refused. */
export const knowledgeVersion = 1;

/** Records of one file, and bytes of it. */
export const maxKnowledgeRecords = 10_000;
export const maxKnowledgeBytes = 50_000_000;

/** SHA-256 of the canonical JSON, as hexadecimal digits. */
const checksum = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 checksum of 64 hexadecimal digits');

/** A memory as it travels: what it says and where it comes from, without figures of the store it was in. */
export type KnowledgeRecord = z.infer<typeof knowledgeRecordSchema>;
export const knowledgeRecordSchema = lazyStrictObject(() => ({
  id: recordId,
  /** The agent it belongs to; null for the project itself. */
  owner: nameText.nullable(),
  createdAt: timestamp,
  kind: z.enum(memoryKinds),
  text: storableText,
  /** The fields of its kind. */
  content: jsonObject,
  tags: z.array(nameText).max(1_000),
  confidence: fraction,
  relevance: fraction,
  /** When it stops being true; null for one that lasts. */
  expiresAt: timestamp.nullable(),
  provenance: z.strictObject({
    /** The run it was learned in. */
    runId: recordId.nullable(),
    /** The import it came with. */
    importedFrom: nameText.nullable(),
    /** The agent that knew it first, when it was handed on before. */
    agent: nameText.nullable(),
  }),
  checksum,
}));

/** A file of knowledge (SHR-2). */
export type KnowledgeDocument = z.infer<typeof knowledgeDocumentSchema>;
export const knowledgeDocumentSchema = lazyStrictObject(() => ({
  format: z.literal(knowledgeFormat),
  version: z.literal(knowledgeVersion),
  exportedAt: timestamp,
  /** Who exported it; no agent is the owner of the project. */
  from: z.strictObject({ project: nameText, agent: nameText.nullable() }),
  /** What was asked for. */
  selection: z.strictObject({
    domain: nameText.nullable(),
    kind: z.enum(memoryKinds).nullable(),
    tags: z.array(nameText),
  }),
  memories: z.array(knowledgeRecordSchema).max(maxKnowledgeRecords),
  checksum,
}));

const selectionFields = {
  domain: field(nameText.optional(), 'Only memories of this domain, or with a tag of that name'),
  kind: field(z.enum(memoryKinds).optional(), 'Only memories of this kind'),
  tags: field(
    z.array(nameText).max(20).default([]),
    'Only memories with this tag; several must all be there',
    {
      flag: 'tag',
    },
  ),
};

export const exportKnowledgeInput = lazyStrictObject(() => ({
  ...selectionFields,
  fromAgent: field(
    nameText.optional(),
    'For the owner of a project: only what this agent knows; left out, what the project and all its agents know',
  ),
}));

export const conflictRules = ['keep', 'replace', 'both'] as const;
/** What becomes of a memory when another one already says something else. */
export type ConflictRule = (typeof conflictRules)[number];

const importFields = {
  onConflict: field(
    z.enum(conflictRules).default('keep'),
    'When you already have another version: keep yours, replace it, or have both',
  ),
  dryRun: field(z.boolean().default(false), 'Say what would happen, and change nothing'),
};

export const importKnowledgeInput = lazyStrictObject(() => ({
  document: field(jsonObject, 'The document that an export answered'),
  ...importFields,
}));

export const mergeKnowledgeInput = lazyStrictObject(() => ({
  fromAgent: field(nameText, 'The agent whose knowledge is merged'),
  toAgent: field(
    nameText.optional(),
    'For the owner of a project: the agent that receives it; left out, the project itself, which all agents read',
  ),
  ...selectionFields,
  ...importFields,
}));

/** Why two memories are in each other's way. */
export const conflictReasons = ['same id', 'same content', 'same topic', 'stated by the user'] as const;
export const conflictResolutions = ['kept', 'replaced', 'both'] as const;

/** A memory of a file, or of another agent, that met one of the importer's own. */
export type KnowledgeConflict = z.infer<typeof knowledgeConflictSchema>;
export const knowledgeConflictSchema = lazyObject(() => ({
  /** The id in the file, or with the other agent. */
  id: z.string(),
  kind: z.enum(memoryKinds),
  reason: z.enum(conflictReasons),
  /** The importer's own memory. */
  own: z.string(),
  /** `kept`: one's own stays, and the other is not taken. */
  resolution: z.enum(conflictResolutions),
}));

/** The result of importing or merging knowledge. */
export type KnowledgeReport = z.infer<typeof knowledgeReportSchema>;
export const knowledgeReportSchema = lazyObject(() => ({
  dryRun: z.boolean(),
  /** Memories that are new. */
  added: count,
  /** Own memories that now say what the other one says. */
  replaced: count,
  /** Were there already, as they are. */
  already: count,
  conflicts: z.array(knowledgeConflictSchema).readonly(),
  /** Memories that were not taken, with the reason. */
  skipped: z.array(z.object({ id: z.string(), reason: z.string() })).readonly(),
}));
