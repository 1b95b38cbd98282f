var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all) => {
  for (var name2 in all)
    __defProp(target, name2, { get: all[name2], enumerable: true });
};

// src/errors.ts
function toEngramError(error) {
  if (EngramError.is(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new EngramError("internal", `Unexpected failure: ${message}`, { cause: error });
}
function notFound(what, id) {
  return new EngramError(
    "not_found",
    `No ${what} "${id}" here. List what there is with "engram ${what} list".`,
    {
      details: { what, id }
    }
  );
}
var answers, marker, EngramError;
var init_errors = __esm({
  "src/errors.ts"() {
    "use strict";
    answers = {
      invalid_input: { exitCode: 2, httpStatus: 400 },
      too_large: { exitCode: 2, httpStatus: 413 },
      config_invalid: { exitCode: 2, httpStatus: 500 },
      not_found: { exitCode: 3, httpStatus: 404 },
      conflict: { exitCode: 4, httpStatus: 409 },
      ambiguous: { exitCode: 4, httpStatus: 409 },
      store_busy: { exitCode: 5, httpStatus: 503 },
      store_unavailable: { exitCode: 5, httpStatus: 503 },
      store_read_only: { exitCode: 5, httpStatus: 503 },
      store_full: { exitCode: 5, httpStatus: 507 },
      store_corrupt: { exitCode: 5, httpStatus: 500 },
      store_newer: { exitCode: 5, httpStatus: 500 },
      tool_missing: { exitCode: 6, httpStatus: 422 },
      not_replayable: { exitCode: 6, httpStatus: 422 },
      unsupported: { exitCode: 7, httpStatus: 501 },
      internal: { exitCode: 1, httpStatus: 500 }
    };
    marker = /* @__PURE__ */ Symbol.for("engram.error");
    EngramError = class extends Error {
      name = "EngramError";
      code;
      details;
      [marker] = true;
      constructor(code, message, options = {}) {
        super(message, options.cause === void 0 ? void 0 : { cause: options.cause });
        this.code = code;
        this.details = options.details ?? {};
      }
      /** Recognises an Engram error even when two copies of the package are loaded. */
      static is(error) {
        return error instanceof Error && marker in error;
      }
      /** The process exit code the CLI ends with for this error. */
      get exitCode() {
        return answers[this.code].exitCode;
      }
      /** The status an HTTP door answers with for this error. */
      get httpStatus() {
        return answers[this.code].httpStatus;
      }
    };
  }
});

// src/model/json.ts
import * as z from "zod";
function jsonProblem(root) {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maximumDepth) return `is nested deeper than ${maximumDepth} levels`;
    const next = [];
    for (const value of level) {
      if (typeof value === "string") {
        const problem = textProblem(value);
        if (problem !== void 0) return problem;
      } else if (Array.isArray(value)) {
        for (const item of value) next.push(item);
      } else if (isPlain(value)) {
        for (const key of Object.keys(value)) next.push(key, value[key]);
      } else if (value !== null && typeof value !== "boolean" && !Number.isFinite(value)) {
        return `holds a ${typeof value}, which JSON cannot carry`;
      }
    }
    level = next;
  }
  return void 0;
}
function isPlain(value) {
  if (!isJsonObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
function textProblem(text3) {
  if (text3.includes("\0")) return "contains a NUL byte; remove it or encode the data as base64";
  if (!text3.isWellFormed()) return "is not valid Unicode (a lone surrogate); re-encode it as UTF-8";
  return void 0;
}
function check(value, context) {
  const message = jsonProblem(value);
  if (message !== void 0) context.addIssue({ code: "custom", message });
}
function isJsonObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(",")}}`;
}
function sameJson(left, right) {
  return left === right || canonicalJson(left) === canonicalJson(right);
}
var maximumDepth, json, jsonObject;
var init_json = __esm({
  "src/model/json.ts"() {
    "use strict";
    maximumDepth = 200;
    json = z.unknown().superRefine(check);
    jsonObject = z.unknown().refine(isJsonObject, "must be a JSON object").superRefine(check).meta({ type: "object" });
  }
});

// src/model/text.ts
import * as z2 from "zod";
function refuseLarge(bytes, context) {
  if (bytes <= maximumValueBytes) return;
  context.addIssue({
    code: "too_big",
    origin: "string",
    maximum: maximumValueBytes,
    message: `is ${bytes} bytes; the limit is ${maximumValueBytes}. Store a summary and a reference instead`
  });
}
function refuseLargeJson(value, context) {
  refuseLarge(Buffer.byteLength(JSON.stringify(value), "utf8"), context);
}
var maximumValueBytes, storableText, boundedJson, boundedJsonObject, maximumNameLength, nameText, requiredText;
var init_text = __esm({
  "src/model/text.ts"() {
    "use strict";
    init_json();
    maximumValueBytes = 1048576;
    storableText = z2.string().superRefine((text3, context) => {
      const message = textProblem(text3);
      if (message !== void 0) context.addIssue({ code: "custom", message });
      if (text3.length * 3 > maximumValueBytes) refuseLarge(Buffer.byteLength(text3, "utf8"), context);
    });
    boundedJson = json.superRefine(refuseLargeJson);
    boundedJsonObject = jsonObject.superRefine(refuseLargeJson);
    maximumNameLength = 200;
    nameText = z2.string().trim().min(1, "must not be empty").max(maximumNameLength, `must have at most ${maximumNameLength} characters`).refine((text3) => text3.isWellFormed(), "is not valid Unicode").refine((text3) => !/\p{Cc}/u.test(text3), "must not contain control characters");
    requiredText = storableText.refine((text3) => text3.trim() !== "", "must not be empty");
  }
});

// src/model/scope.ts
import * as z3 from "zod";
function maySee(viewer, owner2) {
  if (viewer.user !== owner2.user || viewer.project !== owner2.project) return false;
  return viewer.agent === null || owner2.agent === null || viewer.agent === owner2.agent;
}
function mayChange(viewer, owner2) {
  return maySee(viewer, owner2) && (viewer.agent === null || viewer.agent === owner2.agent);
}
function sameScope(left, right) {
  return left.user === right.user && left.project === right.project && left.agent === right.agent;
}
var scopeSchema;
var init_scope = __esm({
  "src/model/scope.ts"() {
    "use strict";
    init_text();
    scopeSchema = z3.object({
      user: nameText,
      project: nameText,
      agent: nameText.nullable()
    });
  }
});

// src/model/record.ts
import * as z4 from "zod";
var schemaVersion, timestamp, recordId, fraction, recordKinds, sourceSchema, recordBase, outcomes, outcomeSchema;
var init_record = __esm({
  "src/model/record.ts"() {
    "use strict";
    init_scope();
    init_text();
    schemaVersion = 1;
    timestamp = z4.number().int().nonnegative();
    recordId = nameText;
    fraction = z4.number().min(0).max(1);
    recordKinds = [
      "task",
      "run",
      "step",
      "session",
      "message",
      "memory",
      "template",
      "pattern"
    ];
    sourceSchema = z4.object({ kind: z4.enum(recordKinds), id: recordId });
    recordBase = {
      schemaVersion: z4.literal(schemaVersion),
      id: recordId,
      scope: scopeSchema,
      createdAt: timestamp
    };
    outcomes = ["success", "failure", "partial"];
    outcomeSchema = z4.enum(outcomes);
  }
});

// src/model/memory-kinds.ts
import * as z5 from "zod";
var text, name, texts, names, count, memoryContents, memoryKinds;
var init_memory_kinds = __esm({
  "src/model/memory-kinds.ts"() {
    "use strict";
    init_record();
    init_text();
    text = storableText.optional();
    name = nameText.optional();
    texts = z5.array(storableText).optional();
    names = z5.array(nameText).optional();
    count = z5.number().int().nonnegative().optional();
    memoryContents = {
      decision: z5.strictObject({
        context: text,
        action: text,
        outcome: outcomeSchema.optional(),
        /** 0–1, where "partial" is too coarse; without it the outcome counts as 1, 0.5 or 0. */
        outcomeQuality: fraction.optional(),
        alternatives: texts
      }),
      failure: z5.strictObject({
        errorSignature: text,
        rootCause: text,
        solution: text,
        prevention: text
      }),
      success: z5.strictObject({
        context: text,
        approach: text,
        keyFactors: texts,
        replicationSteps: texts
      }),
      collaboration: z5.strictObject({
        partners: names,
        interaction: name,
        outcome: outcomeSchema.optional(),
        lessons: texts
      }),
      knowledge: z5.strictObject({
        domain: name,
        knowledgeKind: name,
        expertise: name,
        relatedEntities: names
      }),
      experience: z5.strictObject({
        context: text,
        action: text,
        tools: names,
        outcome: outcomeSchema.optional(),
        metrics: z5.record(z5.string(), z5.number()).optional(),
        lesson: text,
        issueId: recordId.optional(),
        pullRequestId: recordId.optional()
      }),
      entity: z5.strictObject({
        entityType: name,
        name,
        properties: boundedJsonObject.optional(),
        firstSeen: timestamp.optional(),
        lastUpdated: timestamp.optional(),
        interactionCount: count,
        relations: z5.array(z5.strictObject({ relation: nameText, entity: nameText })).optional()
      }),
      rule: z5.strictObject({
        ruleKind: z5.enum(["guideline", "constraint", "preference"]).optional(),
        learnedFrom: recordId.optional(),
        timesApplied: count,
        ruleSuccessRate: fraction.optional()
      }),
      preference: z5.strictObject({
        key: name,
        value: boundedJson.optional(),
        metadata: boundedJsonObject.optional()
      })
    };
    memoryKinds = Object.keys(memoryContents);
  }
});

// src/model/memory.ts
import * as z6 from "zod";
function memoryText(memory) {
  const fields = Object.values(memory.content).flatMap((value) => words(value).join(" "));
  return [memory.text, ...fields].filter((part) => part !== "").join(" \xB7 ");
}
function memoryTopic(memory) {
  switch (memory.kind) {
    case "decision":
    case "success":
    case "experience":
      return normaliseTopic(memory.content.context);
    case "failure":
      return normaliseTopic(memory.content.errorSignature);
    case "preference":
      return normaliseTopic(memory.content.key);
    default:
      return null;
  }
}
function normaliseTopic(text3) {
  const topic = text3?.normalize("NFKC").toLowerCase().trim().replace(/[\s_-]+/gu, "-");
  return topic === void 0 || topic === "" ? null : topic;
}
var provenanceSchema, memoryBase, ofKind, memorySchema, words;
var init_memory = __esm({
  "src/model/memory.ts"() {
    "use strict";
    init_memory_kinds();
    init_record();
    init_text();
    provenanceSchema = z6.object({
      runId: recordId.nullable().default(null),
      stepId: recordId.nullable().default(null),
      /** Name of the import it came with. */
      importedFrom: nameText.nullable().default(null),
      /** The agent that knew it first, when it was handed on. */
      agent: nameText.nullable().default(null)
    });
    memoryBase = {
      ...recordBase,
      /** Free text; kinds with fields may leave it empty. `memoryText` reads both. */
      text: storableText.default(""),
      tags: z6.array(nameText).default([]),
      confidence: fraction.default(0.5),
      relevance: fraction.default(0.5),
      successRate: fraction.nullable().default(null),
      lastAccessedAt: timestamp.nullable().default(null),
      accessCount: z6.number().int().nonnegative().default(0),
      expiresAt: timestamp.nullable().default(null),
      /** `shareable` allows its owner to grant it to others; it is never visible by itself. */
      visibility: z6.enum(["private", "shareable"]).default("private"),
      provenance: provenanceSchema.prefault({}),
      derivedFrom: z6.array(sourceSchema).default([]),
      embedding: z6.object({ embedder: nameText, vector: z6.array(z6.number()) }).nullable().default(null)
    };
    ofKind = (kind) => z6.object({ ...memoryBase, kind: z6.literal(kind), content: memoryContents[kind] });
    memorySchema = z6.discriminatedUnion("kind", [
      ofKind("decision"),
      ofKind("failure"),
      ofKind("success"),
      ofKind("collaboration"),
      ofKind("knowledge"),
      ofKind("experience"),
      ofKind("entity"),
      ofKind("rule"),
      ofKind("preference")
    ]).refine((memory) => memory.text.trim() !== "" || Object.keys(memory.content).length > 0, {
      message: 'needs "text" or at least one field of its kind'
    });
    words = (value) => {
      if (value === void 0 || value === null) return [];
      if (typeof value !== "object") return [String(value)];
      return Object.entries(value).flatMap(
        ([key, member]) => Array.isArray(value) ? words(member) : [key, ...words(member)]
      );
    };
  }
});

// src/model/page.ts
import * as z7 from "zod";
function positionOf(item) {
  return { createdAt: item.createdAt, id: item.id, agent: item.scope.agent };
}
function isAfter(item, position) {
  if (item.createdAt !== position.createdAt) return item.createdAt < position.createdAt;
  if (item.id !== position.id) return item.id < position.id;
  return (item.agent ?? "") < (position.agent ?? "");
}
function newestFirst(left, right) {
  return isAfter(positionOf(left), positionOf(right)) ? 1 : -1;
}
function encodeCursor(position) {
  const lines2 = [position.createdAt, position.id, position.agent ?? ""];
  return Buffer.from(lines2.join("\n")).toString("base64url");
}
function cutPage(items, limit) {
  const kept = items.slice(0, limit);
  const last = kept.at(-1);
  return {
    items: kept,
    next: items.length > limit && last !== void 0 ? positionOf(last) : null
  };
}
var cursorSchema;
var init_page = __esm({
  "src/model/page.ts"() {
    "use strict";
    cursorSchema = z7.string().transform((cursor, context) => {
      const lines2 = /^(\d+)\n([^\n]+)\n([^\n]*)$/.exec(Buffer.from(cursor, "base64url").toString());
      const [, createdAt, id, agent] = lines2 ?? [];
      if (createdAt !== void 0 && id !== void 0) {
        return { createdAt: Number(createdAt), id, agent: agent === void 0 || agent === "" ? null : agent };
      }
      context.addIssue({
        code: "custom",
        message: "is not one that a list answered; leave it out to start anew"
      });
      return z7.NEVER;
    });
  }
});

// src/model/session.ts
import * as z8 from "zod";
var sessionSchema, messageRoles, toolCallSchema, messageSchema;
var init_session = __esm({
  "src/model/session.ts"() {
    "use strict";
    init_json();
    init_record();
    init_text();
    sessionSchema = z8.object({ ...recordBase });
    messageRoles = ["system", "user", "assistant", "tool"];
    toolCallSchema = z8.object({ id: recordId, name: nameText, arguments: jsonObject });
    messageSchema = z8.object({
      ...recordBase,
      sessionId: recordId,
      role: z8.enum(messageRoles),
      content: storableText,
      toolCalls: z8.array(toolCallSchema).default([]),
      /** On a tool message: the call it answers. */
      toolCallId: recordId.nullable().default(null),
      toolName: nameText.nullable().default(null)
    });
  }
});

// src/model/slug.ts
import * as z9 from "zod";
function slugFrom(text3) {
  const slug = text3.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60).replace(/[^\p{L}\p{N}]+$/u, "");
  return slug === "" ? "unnamed" : slug;
}
var slugSchema;
var init_slug = __esm({
  "src/model/slug.ts"() {
    "use strict";
    slugSchema = z9.string().regex(
      /^[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*$/u,
      'must be words joined by "-", "_" or ".", such as "auth-pattern"'
    ).max(80, "must have at most 80 characters");
  }
});

// src/model/step.ts
import * as z10 from "zod";
var stepErrorSchema, subTaskSchema, stepBase, toolStepSchema, modelStepSchema, noteStepSchema, stepSchema;
var init_step = __esm({
  "src/model/step.ts"() {
    "use strict";
    init_json();
    init_record();
    init_text();
    stepErrorSchema = z10.object({
      type: nameText,
      message: storableText,
      signature: storableText
    });
    subTaskSchema = z10.object({
      id: recordId,
      index: z10.number().int().nonnegative(),
      text: storableText
    });
    stepBase = {
      ...recordBase,
      runId: recordId,
      /** The step that was going on when this one started, for calls made inside calls. */
      parentId: recordId.nullable().default(null),
      subTask: subTaskSchema.nullable().default(null),
      /** Order of starting within the run, from 0. */
      position: z10.number().int().nonnegative(),
      startedAt: timestamp,
      durationMs: z10.number().nonnegative(),
      success: z10.boolean(),
      error: stepErrorSchema.nullable().default(null)
    };
    toolStepSchema = z10.object({
      ...stepBase,
      kind: z10.literal("tool"),
      tool: nameText,
      arguments: jsonObject,
      result: json,
      /** Fields that were over the size cap and are kept only as a preview; such a step cannot be replayed. */
      truncated: z10.array(z10.enum(["arguments", "result"])).default([])
    });
    modelStepSchema = z10.object({
      ...stepBase,
      kind: z10.literal("model"),
      model: nameText,
      inputTokens: z10.number().int().nonnegative(),
      outputTokens: z10.number().int().nonnegative()
    });
    noteStepSchema = z10.object({
      ...stepBase,
      kind: z10.enum(["note", "message"]),
      text: storableText
    });
    stepSchema = z10.discriminatedUnion("kind", [toolStepSchema, modelStepSchema, noteStepSchema]);
  }
});

// src/model/task.ts
import * as z11 from "zod";
var taskStatuses, taskDetails, taskSchema, runTaskSchema;
var init_task = __esm({
  "src/model/task.ts"() {
    "use strict";
    init_record();
    init_text();
    taskStatuses = ["open", "running", "done", "failed", "cancelled"];
    taskDetails = {
      description: requiredText,
      category: nameText.nullable().default(null),
      type: nameText.nullable().default(null),
      dependencies: z11.array(recordId).default([]),
      /** Expected effort in hours. */
      effort: z11.number().nonnegative().nullable().default(null)
    };
    taskSchema = z11.object({
      ...recordBase,
      ...taskDetails,
      stage: nameText.default("development"),
      status: z11.enum(taskStatuses).default("open"),
      updatedAt: timestamp
    });
    runTaskSchema = z11.object({ id: recordId.nullable().default(null), ...taskDetails });
  }
});

// src/model/run.ts
import * as z13 from "zod";
var runModeSchema, runSchema;
var init_run = __esm({
  "src/model/run.ts"() {
    "use strict";
    init_json();
    init_record();
    init_task();
    init_text();
    runModeSchema = z13.discriminatedUnion("kind", [
      z13.object({ kind: z13.literal("normal") }),
      z13.object({ kind: z13.literal("template"), style: z13.enum(["adaptive", "replay"]), templateId: recordId })
    ]);
    runSchema = z13.object({
      ...recordBase,
      task: runTaskSchema,
      /** Named values the task was given; where replay parameters come from first. */
      inputs: jsonObject.default({}),
      mode: runModeSchema,
      approach: nameText.nullable().default(null),
      successFactors: z13.array(nameText).default([]),
      outcome: outcomeSchema.nullable().default(null),
      summary: storableText.nullable().default(null),
      finishedAt: timestamp.nullable().default(null)
    });
  }
});

// src/model/terms.ts
import { stemmer } from "stemmer";
function termsOf(text3) {
  const terms = [];
  for (const [word] of text3.normalize("NFKC").matchAll(words2)) {
    for (const part of partsOf(word)) {
      const term = part.toLowerCase();
      if (!stopWords.has(term)) terms.push(stemmer(term));
    }
    if (terms.length >= maximumTerms) break;
  }
  return terms.slice(0, maximumTerms);
}
function partsOf(word) {
  if (unspaced.test(word)) return pairsOf(word);
  const parts = word.split(caseChanges);
  return parts.length === 1 ? parts : [word, ...parts];
}
function pairsOf(word) {
  const signs = [...word];
  if (signs.length < 3) return [word];
  return signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}
var stopWords, maximumTerms, words2, caseChanges, unspaced;
var init_terms = __esm({
  "src/model/terms.ts"() {
    "use strict";
    stopWords = new Set(
      "a an and are as at be been but by can could did do does doing for from had has have having he her hers him his how i if in into is it its just me my no nor not of on or our ours out over own she should so some such than that the their theirs them then there these they this those through to too under until up very was we were what when where which while who whom why will with would you your yours".split(" ")
    );
    maximumTerms = 4096;
    words2 = /[\p{L}\p{M}\p{N}]+/gu;
    caseChanges = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
    unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
  }
});

// src/store/sql/migrations.ts
var owner, migrations;
var init_migrations = __esm({
  "src/store/sql/migrations.ts"() {
    "use strict";
    owner = "user_name TEXT NOT NULL, project TEXT NOT NULL, agent TEXT NOT NULL";
    migrations = [
      {
        version: 1,
        name: "tasks, runs, steps, sessions, memories, templates",
        statements: (dialect) => [
          `CREATE TABLE tasks (
        ${owner}, id TEXT NOT NULL, created_at BIGINT NOT NULL, status TEXT NOT NULL, stage TEXT NOT NULL,
        schema_version INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (user_name, project, id, agent)
      )`,
          `CREATE TABLE runs (
        id TEXT PRIMARY KEY, ${owner}, created_at BIGINT NOT NULL, task_id TEXT, outcome TEXT, finished_at BIGINT,
        summary TEXT, success_factors TEXT NOT NULL, schema_version INTEGER NOT NULL, body TEXT NOT NULL
      )`,
          "CREATE INDEX runs_by_time ON runs (user_name, project, created_at, id)",
          `CREATE TABLE steps (
        run_id TEXT NOT NULL, id TEXT NOT NULL, ${owner},
        created_at BIGINT NOT NULL, position INTEGER NOT NULL, kind TEXT NOT NULL, started_at BIGINT NOT NULL,
        duration_ms DOUBLE PRECISION NOT NULL, success INTEGER NOT NULL, input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL, error_signature TEXT, schema_version INTEGER NOT NULL, body TEXT NOT NULL,
        UNIQUE (run_id, id)
      )`,
          `CREATE INDEX steps_by_failure ON steps (user_name, project, error_signature, created_at)
        WHERE error_signature IS NOT NULL`,
          `CREATE TABLE sessions (
        ${owner}, id TEXT NOT NULL, created_at BIGINT NOT NULL, schema_version INTEGER NOT NULL,
        PRIMARY KEY (user_name, project, id, agent)
      )`,
          `CREATE TABLE messages (
        row ${dialect.countingKey}, id TEXT NOT NULL UNIQUE, ${owner}, session_id TEXT NOT NULL,
        created_at BIGINT NOT NULL, schema_version INTEGER NOT NULL, body TEXT NOT NULL
      )`,
          "CREATE INDEX messages_of_session ON messages (user_name, project, session_id, agent, row)",
          `CREATE TABLE memories (
        row ${dialect.countingKey}, id TEXT NOT NULL UNIQUE, ${owner}, created_at BIGINT NOT NULL,
        kind TEXT NOT NULL, topic TEXT, expires_at BIGINT, last_accessed_at BIGINT, access_count INTEGER NOT NULL,
        schema_version INTEGER NOT NULL, terms TEXT, body TEXT NOT NULL
      )`,
          "CREATE TABLE memory_index (indexed_through BIGINT NOT NULL)",
          "INSERT INTO memory_index (indexed_through) VALUES (0)",
          // A memory is recorded without terms and enters these when they are filled in (text-index.ts).
          "CREATE INDEX memories_by_time ON memories (user_name, project, created_at, id) WHERE terms IS NOT NULL",
          `CREATE INDEX memories_by_topic ON memories (user_name, project, topic, created_at)
        WHERE topic IS NOT NULL AND terms IS NOT NULL`,
          `CREATE TABLE memory_tags (
        memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE, tag TEXT NOT NULL,
        PRIMARY KEY (tag, memory_id)
      )`,
          `CREATE TABLE memory_sources (
        memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
        source_kind TEXT NOT NULL, source_id TEXT NOT NULL, PRIMARY KEY (source_kind, source_id, memory_id)
      )`,
          "CREATE INDEX tags_of_memory ON memory_tags (memory_id)",
          "CREATE INDEX sources_of_memory ON memory_sources (memory_id)",
          ...dialect.text.create,
          `CREATE TABLE templates (
        id TEXT PRIMARY KEY, ${owner}, slug TEXT NOT NULL, created_at BIGINT NOT NULL,
        schema_version INTEGER NOT NULL, body TEXT NOT NULL, UNIQUE (user_name, project, slug, agent)
      )`
        ]
      }
    ];
  }
});

// src/store/sql/migrate.ts
async function currentVersion(client) {
  const [row] = await client.query({
    sql: "SELECT COALESCE(MAX(version), 0) AS version FROM engram_migrations",
    parameters: []
  });
  return Number(row?.["version"] ?? 0);
}
async function migrate(client, dialect, now, hasLedger, migrations2 = migrations) {
  if (!hasLedger) await client.batch([{ sql: createLedger, parameters: [] }]);
  const newest = migrations2.at(-1)?.version ?? 0;
  let version = await currentVersion(client);
  if (version > newest) {
    throw new EngramError(
      "store_newer",
      `This database has format ${version}; this version of Engram knows up to ${newest}. Update Engram, or use another database with --db.`,
      { details: { version, newest } }
    );
  }
  for (const migration of migrations2) {
    if (migration.version <= version) continue;
    const claim = {
      sql: "INSERT INTO engram_migrations (version, name, applied_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      parameters: [migration.version, migration.name, now],
      mustAffect: true
    };
    const steps = migration.statements(dialect).map((sql) => ({ sql, parameters: [] }));
    await client.batch([claim, ...steps]);
    version = migration.version;
  }
  return version;
}
var createLedger;
var init_migrate = __esm({
  "src/store/sql/migrate.ts"() {
    "use strict";
    init_errors();
    init_migrations();
    createLedger = `CREATE TABLE IF NOT EXISTS engram_migrations (
  version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL
)`;
  }
});

// src/store/refusals.ts
function refusalOf(command, exists) {
  switch (command.type) {
    case "create-task":
      return taken("task", command.task.id, 'Choose another id, or change it with "engram task update".');
    case "update-task":
      return exists ? taken("task", command.task.id, "The agent it would go to already has a task of this id.") : notFound("task", command.task.id);
    case "start-run":
      return taken("run", command.run.id, "Run ids are made by Engram; leave it out.");
    case "append-step":
      return notFound("run", command.step.runId);
    case "finish-run":
      return exists ? new EngramError("conflict", `The run "${command.runId}" has already ended with another outcome.`, {
        details: { runId: command.runId }
      }) : notFound("run", command.runId);
    case "record-memory":
      return taken("memory", command.memory.id, "Memory ids are made by Engram; leave it out.");
    case "delete-memory":
      return notFound("memory", command.id);
    case "save-template":
      return taken("template", command.template.slug, "Choose another name with --name.");
    case "append-message":
    case "count-access":
      return new EngramError("internal", `The command "${command.type}" cannot be refused.`);
  }
}
function taken(what, id, advice) {
  return new EngramError("conflict", `There is already a ${what} "${id}". ${advice}`, {
    details: { what, id }
  });
}
var init_refusals = __esm({
  "src/store/refusals.ts"() {
    "use strict";
    init_errors();
  }
});

// src/store/sql/rows.ts
function ownerValues(scope) {
  return [scope.user, scope.project, scope.agent ?? projectItself];
}
function ownerColumnsOf(scope) {
  const [user_name, project, agent] = ownerValues(scope);
  return { user_name, project, agent };
}
function ownedBy(scope, table = "") {
  return {
    sql: `${table}user_name = ? AND ${table}project = ? AND ${table}agent = ?`,
    parameters: ownerValues(scope)
  };
}
function visibleTo(viewer, table = "") {
  const project = `${table}user_name = ? AND ${table}project = ?`;
  if (viewer.agent === null) return { sql: project, parameters: [viewer.user, viewer.project] };
  return {
    sql: `${project} AND ${table}agent IN (?, ?)`,
    parameters: [viewer.user, viewer.project, viewer.agent, projectItself]
  };
}
function equals(column, value) {
  return value === void 0 ? [] : [{ sql: `${column} = ?`, parameters: [value] }];
}
function select(head, conditions, tail = "", tailParameters = []) {
  const where = conditions.map((condition) => condition.sql).join(" AND ");
  return {
    sql: `${head} WHERE ${where} ${tail}`,
    parameters: [...conditions.flatMap((condition) => condition.parameters), ...tailParameters]
  };
}
function insert(table, columns, onConflict = "") {
  const names2 = Object.keys(columns);
  return {
    sql: `INSERT INTO ${table} (${names2.join(", ")}) VALUES (${names2.map(() => "?").join(", ")}) ${onConflict}`,
    parameters: Object.values(columns)
  };
}
function decode(schema, row, columns = {}) {
  const body2 = typeof row["body"] === "string" ? parseBody(row["body"], row) : {};
  const parsed = schema.safeParse({
    ...body2,
    ...columns,
    id: row["id"],
    schemaVersion: row["schema_version"],
    createdAt: row["created_at"],
    scope: {
      user: row["user_name"],
      project: row["project"],
      agent: row["agent"] === projectItself ? null : row["agent"]
    }
  });
  if (parsed.success) return parsed.data;
  throw corrupt(row, parsed.error);
}
function parseBody(body2, row) {
  try {
    return JSON.parse(body2);
  } catch (error) {
    throw corrupt(row, error);
  }
}
function corrupt(row, cause) {
  return new EngramError(
    "store_corrupt",
    `The stored record "${row["id"]}" cannot be read: it was damaged or written by another version. Run "engram doctor".`,
    { details: { id: row["id"] }, cause }
  );
}
function pageOf(page, table = "") {
  const conditions = [];
  if (page.after !== void 0) {
    const { createdAt, id, agent } = page.after;
    conditions.push({
      sql: `(${table}created_at < ? OR (${table}created_at = ? AND (${table}id < ? OR (${table}id = ? AND ${table}agent < ?))))`,
      parameters: [createdAt, createdAt, id, id, agent ?? projectItself]
    });
  }
  return {
    conditions,
    tail: `ORDER BY ${table}created_at DESC, ${table}id DESC, ${table}agent DESC LIMIT ?`,
    parameters: [page.limit + 1]
  };
}
var projectItself, ownerColumns, orNothing;
var init_rows = __esm({
  "src/store/sql/rows.ts"() {
    "use strict";
    init_errors();
    projectItself = "";
    ownerColumns = "user_name, project, agent";
    orNothing = "ON CONFLICT DO NOTHING";
  }
});

// src/store/sql/write-memories.ts
function recordMemory2(memory) {
  const record3 = {
    sql: recordMemorySql,
    parameters: [
      memory.id,
      ...ownerValues(memory.scope),
      memory.createdAt,
      memory.kind,
      memoryTopic(memory),
      memory.expiresAt,
      memory.lastAccessedAt,
      memory.accessCount,
      memory.schemaVersion,
      JSON.stringify(memoryBody(memory))
    ],
    mustAffect: true
  };
  const tags = [...new Set(memory.tags)].map(
    (tag) => insert("memory_tags", { memory_id: memory.id, tag }, orNothing)
  );
  const sources = memory.derivedFrom.map(
    (source) => insert(
      "memory_sources",
      { memory_id: memory.id, source_kind: source.kind, source_id: source.id },
      orNothing
    )
  );
  return [record3, ...tags, ...sources];
}
function memoryBody(memory) {
  return {
    text: memory.text,
    content: memory.content,
    tags: memory.tags,
    confidence: memory.confidence,
    relevance: memory.relevance,
    successRate: memory.successRate,
    visibility: memory.visibility,
    provenance: memory.provenance,
    derivedFrom: memory.derivedFrom,
    embedding: memory.embedding
  };
}
function deleteMemory2(owner2, id) {
  const owned = ownedBy(owner2);
  return {
    sql: `DELETE FROM memories WHERE id IN (
            WITH RECURSIVE doomed (id) AS (
              SELECT id FROM memories WHERE id = ? AND ${owned.sql}
              UNION
              SELECT s.memory_id FROM memory_sources s JOIN doomed d ON s.source_kind = 'memory' AND s.source_id = d.id
            )
            SELECT id FROM doomed
          )`,
    parameters: [id, ...owned.parameters],
    mustAffect: true
  };
}
function countAccess2(id, at) {
  return {
    sql: `UPDATE memories SET access_count = access_count + 1,
            last_accessed_at = CASE WHEN last_accessed_at > ? THEN last_accessed_at ELSE ? END WHERE id = ?`,
    parameters: [at, at, id]
  };
}
var memoryColumnNames, recordMemorySql;
var init_write_memories = __esm({
  "src/store/sql/write-memories.ts"() {
    "use strict";
    init_memory();
    init_rows();
    memoryColumnNames = [
      "id",
      "user_name",
      "project",
      "agent",
      "created_at",
      "kind",
      "topic",
      "expires_at",
      "last_accessed_at",
      "access_count",
      "schema_version",
      "body"
    ];
    recordMemorySql = `INSERT INTO memories (${memoryColumnNames.join(", ")})
  VALUES (${memoryColumnNames.map(() => "?").join(", ")}) ${orNothing}`;
  }
});

// src/store/sql/write-runs.ts
function startRun2(run2) {
  return { ...insert("runs", runColumns(run2), orNothing), mustAffect: true };
}
function runColumns(run2) {
  const { id, scope, createdAt, schemaVersion: schemaVersion2, outcome, finishedAt, summary, successFactors, ...body2 } = run2;
  return {
    id,
    ...ownerColumnsOf(scope),
    created_at: createdAt,
    task_id: run2.task.id,
    outcome,
    finished_at: finishedAt,
    summary,
    success_factors: JSON.stringify(successFactors),
    schema_version: schemaVersion2,
    body: JSON.stringify(body2)
  };
}
function appendStep2(step) {
  const [user, project, agent] = ownerValues(step.scope);
  return {
    sql: appendStepSql,
    parameters: [
      step.id,
      step.runId,
      user,
      project,
      agent,
      step.createdAt,
      step.position,
      step.kind,
      step.startedAt,
      step.durationMs,
      step.success ? 1 : 0,
      step.kind === "model" ? step.inputTokens : 0,
      step.kind === "model" ? step.outputTokens : 0,
      step.error?.signature ?? null,
      step.schemaVersion,
      JSON.stringify(stepBody(step)),
      step.runId,
      user,
      project,
      agent
    ],
    mustAffect: true
  };
}
function stepBody(step) {
  const { parentId, subTask, error } = step;
  switch (step.kind) {
    case "tool":
      return {
        parentId,
        subTask,
        error,
        tool: step.tool,
        arguments: step.arguments,
        result: step.result,
        truncated: step.truncated
      };
    case "model":
      return {
        parentId,
        subTask,
        error,
        model: step.model,
        inputTokens: step.inputTokens,
        outputTokens: step.outputTokens
      };
    default:
      return { parentId, subTask, error, text: step.text };
  }
}
function finishRun2(owner2, runId, end) {
  const owned = ownedBy(owner2);
  const unlessEnded = (column) => `${column} = CASE WHEN outcome IS NULL THEN ? ELSE ${column} END`;
  return [
    {
      sql: `UPDATE runs SET schema_version = schema_version WHERE id = ? AND ${owned.sql}`,
      parameters: [runId, ...owned.parameters],
      mustAffect: true
    },
    {
      sql: `UPDATE runs SET outcome = ?, ${unlessEnded("finished_at")}, ${unlessEnded("summary")},
              ${unlessEnded("success_factors")}
            WHERE id = ? AND (outcome IS NULL OR outcome = ?)`,
      parameters: [
        end.outcome,
        end.finishedAt,
        end.summary,
        JSON.stringify(end.successFactors),
        runId,
        end.outcome
      ],
      mustAffect: true
    }
  ];
}
var stepColumnNames, appendStepSql;
var init_write_runs = __esm({
  "src/store/sql/write-runs.ts"() {
    "use strict";
    init_rows();
    stepColumnNames = [
      "id",
      "run_id",
      "user_name",
      "project",
      "agent",
      "created_at",
      "position",
      "kind",
      "started_at",
      "duration_ms",
      "success",
      "input_tokens",
      "output_tokens",
      "error_signature",
      "schema_version",
      "body"
    ];
    appendStepSql = `INSERT INTO steps (${stepColumnNames.join(", ")})
  SELECT ${stepColumnNames.map(() => "?").join(", ")} FROM runs
  WHERE id = ? AND user_name = ? AND project = ? AND agent = ?
  ON CONFLICT (run_id, id) DO UPDATE SET id = excluded.id`;
  }
});

// src/store/sql/commands.ts
function statementsOf(command) {
  switch (command.type) {
    case "create-task":
      return [{ ...insert("tasks", taskColumns(command.task), orNothing), mustAffect: true }];
    case "update-task":
      return updateTask2(command.owner, command.task);
    case "start-run":
      return [startRun2(command.run)];
    case "append-step":
      return [appendStep2(command.step)];
    case "finish-run":
      return finishRun2(command.owner, command.runId, command.end);
    case "append-message":
      return appendMessage2(command.session, command.message);
    case "record-memory":
      return recordMemory2(command.memory);
    case "delete-memory":
      return [deleteMemory2(command.owner, command.id)];
    case "count-access":
      return command.ids.map((id) => countAccess2(id, command.at));
    case "save-template":
      return [{ ...insert("templates", templateColumns(command.template), orNothing), mustAffect: true }];
  }
}
function taskColumns(task) {
  const { id, scope, createdAt, schemaVersion: schemaVersion2, status, stage, ...body2 } = task;
  return {
    ...ownerColumnsOf(scope),
    id,
    created_at: createdAt,
    status,
    stage,
    schema_version: schemaVersion2,
    body: JSON.stringify(body2)
  };
}
function updateTask2(owner2, task) {
  const old = ownedBy(owner2);
  return [
    {
      sql: `DELETE FROM tasks WHERE id = ? AND ${old.sql}`,
      parameters: [task.id, ...old.parameters],
      mustAffect: true
    },
    { ...insert("tasks", taskColumns(task), orNothing), mustAffect: true }
  ];
}
function appendMessage2(session, message) {
  const { id, scope, createdAt, schemaVersion: schemaVersion2, sessionId, ...body2 } = message;
  return [
    {
      // A message met again brings no session: one that it was not written to would have no messages.
      sql: `INSERT INTO sessions (${ownerColumns}, id, created_at, schema_version)
            SELECT ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM messages WHERE id = ?) ${orNothing}`,
      parameters: [
        ...ownerValues(session.scope),
        session.id,
        session.createdAt,
        session.schemaVersion,
        message.id
      ]
    },
    insert(
      "messages",
      {
        id,
        ...ownerColumnsOf(scope),
        session_id: sessionId,
        created_at: createdAt,
        schema_version: schemaVersion2,
        body: JSON.stringify(body2)
      },
      orNothing
    )
  ];
}
function templateColumns(template) {
  const { id, scope, slug, createdAt, schemaVersion: schemaVersion2, ...body2 } = template;
  return {
    id,
    ...ownerColumnsOf(scope),
    slug,
    created_at: createdAt,
    schema_version: schemaVersion2,
    body: JSON.stringify(body2)
  };
}
var init_commands = __esm({
  "src/store/sql/commands.ts"() {
    "use strict";
    init_rows();
    init_write_memories();
    init_write_runs();
  }
});

// src/store/sql/text-index.ts
async function catchUp(client, decode2, indexAfter) {
  if (!client.canWrite) return;
  while (await countWaiting(client) > indexAfter) {
    await indexChunk(client, decode2);
    await new Promise(setImmediate);
  }
}
async function countWaiting(client) {
  const [row] = await client.query({
    sql: "SELECT (SELECT COALESCE(MAX(row), 0) FROM memories) - indexed_through AS waiting FROM memory_index",
    parameters: []
  });
  return Number(row?.["waiting"] ?? 0);
}
async function indexChunk(client, decode2) {
  const rows = await client.query({
    sql: `SELECT m.*, (SELECT indexed_through FROM memory_index) AS indexed_through FROM memories m
          WHERE ${notIndexedYet} ORDER BY m.row LIMIT ?`,
    parameters: [chunk]
  });
  const last = rows.at(-1);
  if (last === void 0) return;
  const advance = {
    sql: "UPDATE memory_index SET indexed_through = ? WHERE indexed_through = ?",
    parameters: [last["row"] ?? 0, last["indexed_through"] ?? 0],
    // Another process was quicker; its work stands.
    mustAffect: true
  };
  const updates = rows.map((row) => ({
    sql: "UPDATE memories SET terms = ? WHERE row = ?",
    parameters: [termsOf(memoryText(decode2(row))).join(" "), row["row"] ?? 0]
  }));
  await client.batch([advance, ...updates]);
}
var chunk, defaultIndexAfter, indexed, notIndexedYet;
var init_text_index = __esm({
  "src/store/sql/text-index.ts"() {
    "use strict";
    init_memory();
    init_terms();
    chunk = 500;
    defaultIndexAfter = 64;
    indexed = "m.terms IS NOT NULL";
    notIndexedYet = "m.row > (SELECT indexed_through FROM memory_index)";
  }
});

// src/store/sql/read-memories.ts
function matching(filter) {
  const tagged = filter.tag === void 0 ? [] : [{ sql: "m.id IN (SELECT memory_id FROM memory_tags WHERE tag = ?)", parameters: [filter.tag] }];
  return [
    { sql: "(m.expires_at IS NULL OR m.expires_at > ?)", parameters: [filter.now] },
    ...equals("m.kind", filter.kind),
    ...equals("m.topic", filter.topic),
    ...tagged
  ];
}
function candidateOf(row, wanted) {
  const memory = decodeMemory(row);
  const terms = typeof row["terms"] === "string" ? row["terms"].split(" ") : termsOf(memoryText(memory));
  const termCounts = /* @__PURE__ */ new Map();
  for (const term of terms) {
    if (wanted.has(term)) termCounts.set(term, (termCounts.get(term) ?? 0) + 1);
  }
  return { memory, termCounts, length: terms.length };
}
function readMemories(client, dialect, indexAfter) {
  async function readAll(wanted, readIndexed) {
    await catchUp(client, decodeMemory, indexAfter);
    const waiting = await client.query(
      select("SELECT m.* FROM memories m", [{ sql: notIndexedYet, parameters: [] }, ...wanted])
    );
    const rows = [...waiting, ...await readIndexed()];
    return [...new Map(rows.map((row) => [row["id"], row])).values()];
  }
  return {
    async getMemory(viewer, id) {
      const [row] = await client.query(
        select("SELECT * FROM memories", [visibleTo(viewer), ...equals("id", id)])
      );
      return row === void 0 ? void 0 : decodeMemory(row);
    },
    async listMemories(viewer, filter, page) {
      const { conditions, tail, parameters } = pageOf(page, "m.");
      const wanted = [visibleTo(viewer, "m."), ...matching(filter), ...conditions];
      const rows = await readAll(
        wanted,
        () => client.query(
          select(
            "SELECT m.* FROM memories m",
            [{ sql: indexed, parameters: [] }, ...wanted],
            tail,
            parameters
          )
        )
      );
      return cutPage(rows.map(decodeMemory).sort(newestFirst), page.limit);
    },
    async countMemories(viewer, filter) {
      const countOf = async (sort) => {
        const wanted = [{ sql: sort, parameters: [] }, visibleTo(viewer, "m."), ...matching(filter)];
        const [row] = await client.query(select("SELECT COUNT(*) AS total FROM memories m", wanted));
        return Number(row?.["total"] ?? 0);
      };
      return await countOf(notIndexedYet) + await countOf(indexed);
    },
    async findByTerms(viewer, terms, filter, limit) {
      if (terms.length === 0) return [];
      const { from, condition, bestFirst, query } = dialect.text;
      const wanted = [visibleTo(viewer, "m."), ...matching(filter)];
      const rows = await readAll(
        wanted,
        () => client.query(
          select(
            `SELECT m.* FROM ${from}`,
            [{ sql: condition, parameters: [query(terms)] }, ...wanted],
            `ORDER BY ${bestFirst} LIMIT ?`,
            [limit]
          )
        )
      );
      const asked = new Set(terms);
      return rows.map((row) => candidateOf(row, asked)).filter(({ termCounts }) => termCounts.size > 0).sort((left, right) => right.termCounts.size - left.termCounts.size).slice(0, limit);
    }
  };
}
var decodeMemory;
var init_read_memories = __esm({
  "src/store/sql/read-memories.ts"() {
    "use strict";
    init_memory();
    init_page();
    init_terms();
    init_rows();
    init_text_index();
    decodeMemory = (row) => decode(memorySchema, row, {
      kind: row["kind"],
      expiresAt: row["expires_at"],
      lastAccessedAt: row["last_accessed_at"],
      accessCount: row["access_count"]
    });
  }
});

// src/model/plan.ts
import * as z15 from "zod";
var placeSchema, bindingSchema, shapeSchema, planStepSchema, parameterSchema;
var init_plan = __esm({
  "src/model/plan.ts"() {
    "use strict";
    init_json();
    init_record();
    init_text();
    placeSchema = z15.object({ step: z15.number().int().nonnegative(), path: z15.string() });
    bindingSchema = z15.lazy(
      () => z15.discriminatedUnion("from", [
        z15.object({ from: z15.literal("constant"), value: json, sameAs: placeSchema.optional() }),
        z15.object({ from: z15.literal("parameter"), name: nameText }),
        placeSchema.extend({ from: z15.literal("result") }),
        z15.object({ from: z15.literal("text"), parts: z15.array(bindingSchema) }),
        z15.object({ from: z15.literal("list"), items: z15.array(bindingSchema) }),
        z15.object({ from: z15.literal("object"), members: z15.record(z15.string(), bindingSchema) })
      ])
    );
    shapeSchema = z15.lazy(
      () => z15.discriminatedUnion("type", [
        z15.object({ type: z15.enum(["null", "boolean", "number", "string", "any"]) }),
        z15.object({ type: z15.literal("list"), items: shapeSchema }),
        z15.object({ type: z15.literal("object"), members: z15.record(z15.string(), shapeSchema) })
      ])
    );
    planStepSchema = z15.object({
      tool: nameText,
      arguments: bindingSchema,
      expects: shapeSchema,
      /** The recorded step this call repeats. */
      recordedStep: recordId
    });
    parameterSchema = z15.object({
      name: nameText,
      /**
       * `input`: named by the first run; `task`: found in the task's text; `picked`: chosen from a collection,
       * so it must be present there again; `secret`: was redacted and must be given.
       */
      source: z15.enum(["input", "task", "picked", "secret"]),
      /** The recorded value, used when none is given. A secret has none. */
      example: json,
      /** For a picked value: the collection it must be found in before it is used. */
      presentIn: placeSchema.nullable().default(null)
    });
  }
});

// src/model/template.ts
import * as z16 from "zod";
var exampleSchema, templateSchema;
var init_template = __esm({
  "src/model/template.ts"() {
    "use strict";
    init_json();
    init_plan();
    init_record();
    init_slug();
    init_step();
    init_task();
    init_text();
    exampleSchema = z16.object({
      agent: nameText.nullable(),
      subTask: recordId.nullable(),
      tool: nameText,
      arguments: jsonObject,
      result: json
    });
    templateSchema = z16.object({
      ...recordBase,
      slug: slugSchema,
      version: z16.number().int().positive().default(1),
      status: z16.enum(["draft", "approved", "retired"]).default("draft"),
      sourceRunId: recordId,
      task: runTaskSchema,
      subTasks: z16.array(subTaskSchema).default([]),
      agents: z16.array(nameText).default([]),
      parameters: z16.array(parameterSchema),
      plan: z16.array(planStepSchema),
      examples: z16.array(exampleSchema),
      /** What the first run cost, to compare re-runs with. */
      firstRun: z16.object({ modelCalls: z16.number(), toolCalls: z16.number(), wallTimeMs: z16.number() }),
      updatedAt: timestamp,
      derivedFrom: z16.array(sourceSchema)
    });
  }
});

// src/store/sql/read-overview.ts
function readTemplates(client) {
  return {
    async findTemplates(viewer, idOrSlug) {
      const named = { sql: "(id = ? OR slug = ?)", parameters: [idOrSlug, idOrSlug] };
      const rows = await client.query(
        select("SELECT * FROM templates", [visibleTo(viewer), named], "ORDER BY agent, id")
      );
      return rows.map(decodeTemplate);
    },
    async listTemplates(viewer, page) {
      const { conditions, tail, parameters } = pageOf(page);
      const rows = await client.query(
        select("SELECT * FROM templates", [visibleTo(viewer), ...conditions], tail, parameters)
      );
      return cutPage(rows.map(decodeTemplate), page.limit);
    }
  };
}
function readOverview(client) {
  return {
    async listAgents(viewer) {
      const visible = visibleTo(viewer);
      const where = `WHERE ${visible.sql} AND agent <> ''`;
      const rows = await client.query({
        sql: `SELECT agent, SUM(runs) AS runs, SUM(successes) AS successes, SUM(finished) AS finished,
                SUM(memories) AS memories, MAX(seen) AS seen
              FROM (
                SELECT agent, COUNT(*) AS runs, SUM(CASE WHEN outcome = 'success' THEN 1 ELSE 0 END) AS successes,
                  COUNT(outcome) AS finished, 0 AS memories, MAX(created_at) AS seen FROM runs ${where} GROUP BY agent
                UNION ALL SELECT agent, 0, 0, 0, COUNT(*), MAX(created_at) FROM memories ${where} GROUP BY agent
                UNION ALL SELECT agent, 0, 0, 0, 0, MAX(created_at) FROM messages ${where} GROUP BY agent
                UNION ALL SELECT agent, 0, 0, 0, 0, MAX(created_at) FROM tasks ${where} GROUP BY agent
              ) AS seen_agents GROUP BY agent ORDER BY agent`,
        parameters: [1, 2, 3, 4].flatMap(() => visible.parameters)
      });
      return rows.map((row) => ({
        agent: String(row["agent"]),
        runs: Number(row["runs"]),
        successes: Number(row["successes"]),
        finished: Number(row["finished"]),
        memories: Number(row["memories"]),
        lastSeenAt: Number(row["seen"])
      }));
    },
    async count(viewer, now) {
      const visible = visibleTo(viewer);
      const countOf = async (table, condition) => {
        const conditions = condition === void 0 ? [visible] : [visible, condition];
        const [row] = await client.query(select(`SELECT COUNT(*) AS total FROM ${table}`, conditions));
        return Number(row?.["total"] ?? 0);
      };
      const kinds = await client.query(
        select(
          "SELECT kind, COUNT(*) AS total FROM memories",
          [visible, { sql: "(expires_at IS NULL OR expires_at > ?)", parameters: [now] }],
          "GROUP BY kind"
        )
      );
      const memoriesByKind = {};
      for (const row of kinds) memoriesByKind[row["kind"]] = Number(row["total"]);
      return {
        tasks: await countOf("tasks"),
        runs: await countOf("runs"),
        finishedRuns: await countOf("runs", { sql: "outcome IS NOT NULL", parameters: [] }),
        successfulRuns: await countOf("runs", { sql: "outcome = 'success'", parameters: [] }),
        steps: await countOf("steps"),
        sessions: await countOf("sessions"),
        messages: await countOf("messages"),
        memories: Object.values(memoriesByKind).reduce((sum, total) => sum + total, 0),
        memoriesByKind,
        templates: await countOf("templates")
      };
    }
  };
}
var decodeTemplate;
var init_read_overview = __esm({
  "src/store/sql/read-overview.ts"() {
    "use strict";
    init_page();
    init_template();
    init_rows();
    decodeTemplate = (row) => decode(templateSchema, row, { slug: row["slug"] });
  }
});

// src/store/sql/read-runs.ts
function decodeRun(row) {
  return decode(runSchema, row, {
    outcome: row["outcome"],
    finishedAt: row["finished_at"],
    summary: row["summary"],
    successFactors: JSON.parse(String(row["success_factors"]))
  });
}
function decodeStep(row) {
  return decode(stepSchema, row, {
    runId: row["run_id"],
    position: row["position"],
    kind: row["kind"],
    startedAt: row["started_at"],
    durationMs: row["duration_ms"],
    success: row["success"] === 1
  });
}
function decodeTotals(run2, row) {
  const number10 = (column) => Number(row?.[column] ?? 0);
  const end = run2.finishedAt ?? Math.max(run2.createdAt, number10("last_end"));
  return {
    steps: number10("steps"),
    toolCalls: number10("tool_calls"),
    modelCalls: number10("model_calls"),
    failedSteps: number10("failed_steps"),
    inputTokens: number10("input_tokens"),
    outputTokens: number10("output_tokens"),
    wallTimeMs: end - run2.createdAt
  };
}
async function withTotals(client, runs) {
  if (runs.length === 0) return [];
  const rows = await client.query({
    sql: `SELECT run_id, COUNT(*) AS steps,
            SUM(CASE WHEN kind = 'tool' THEN 1 ELSE 0 END) AS tool_calls,
            SUM(CASE WHEN kind = 'model' THEN 1 ELSE 0 END) AS model_calls,
            SUM(1 - success) AS failed_steps,
            SUM(input_tokens) AS input_tokens, SUM(output_tokens) AS output_tokens,
            MAX(started_at + duration_ms) AS last_end
          FROM steps WHERE run_id IN (${runs.map(() => "?").join(", ")}) GROUP BY run_id`,
    parameters: runs.map((run2) => run2.id)
  });
  const byRun = new Map(rows.map((row) => [row["run_id"], row]));
  return runs.map((run2) => ({ ...run2, totals: decodeTotals(run2, byRun.get(run2.id)) }));
}
function withOutcome(outcome) {
  return outcome === "running" ? [{ sql: "outcome IS NULL", parameters: [] }] : equals("outcome", outcome);
}
function readRuns(client) {
  const stepsWhere = async (viewer, condition, tail, limit = []) => {
    const rows = await client.query(
      select("SELECT * FROM steps", [visibleTo(viewer), condition], tail, limit)
    );
    return rows.map(decodeStep);
  };
  return {
    async getRun(viewer, id) {
      const rows = await client.query(select(runsHead, [visibleTo(viewer), ...equals("id", id)]));
      const [run2] = await withTotals(client, rows.map(decodeRun));
      return run2;
    },
    async listRuns(viewer, filter, page) {
      const { conditions, tail, parameters } = pageOf(page);
      const rows = await client.query(
        select(
          runsHead,
          [
            visibleTo(viewer),
            ...withOutcome(filter.outcome),
            ...equals("task_id", filter.taskId),
            ...conditions
          ],
          tail,
          parameters
        )
      );
      const { items, next } = cutPage(rows.map(decodeRun), page.limit);
      return { items: await withTotals(client, items), next };
    },
    listSteps: (viewer, runId) => stepsWhere(viewer, { sql: "run_id = ?", parameters: [runId] }, "ORDER BY position, id"),
    findFailedSteps: (viewer, signature2, limit) => stepsWhere(
      viewer,
      { sql: "error_signature = ? AND success = 0", parameters: [signature2] },
      "ORDER BY created_at DESC, id DESC LIMIT ?",
      [limit]
    )
  };
}
var runsHead;
var init_read_runs = __esm({
  "src/store/sql/read-runs.ts"() {
    "use strict";
    init_page();
    init_run();
    init_step();
    init_rows();
    runsHead = "SELECT * FROM runs";
  }
});

// src/store/sql/read-sessions.ts
function readSessions(client) {
  return {
    async findSessions(viewer, id) {
      const rows = await client.query(
        select(sessionsHead, [visibleTo(viewer, "s."), ...equals("s.id", id)], "ORDER BY s.agent")
      );
      return rows.map(decodeSession);
    },
    async listSessions(viewer, page) {
      const { conditions, tail, parameters } = pageOf(page, "s.");
      const rows = await client.query(
        select(sessionsHead, [visibleTo(viewer, "s."), ...conditions], tail, parameters)
      );
      return cutPage(rows.map(decodeSession), page.limit);
    },
    async listMessages(viewer, session) {
      const rows = await client.query(
        select(
          "SELECT * FROM messages",
          [visibleTo(viewer), ownedBy(session.scope), ...equals("session_id", session.id)],
          "ORDER BY row"
        )
      );
      return rows.map((row) => decode(messageSchema, row, { sessionId: row["session_id"] }));
    }
  };
}
var ofThisSession, sessionsHead, decodeSession;
var init_read_sessions = __esm({
  "src/store/sql/read-sessions.ts"() {
    "use strict";
    init_page();
    init_session();
    init_rows();
    ofThisSession = "FROM messages m WHERE m.user_name = s.user_name AND m.project = s.project AND m.agent = s.agent AND m.session_id = s.id";
    sessionsHead = `SELECT s.*, (SELECT COUNT(*) ${ofThisSession}) AS message_count,
  (SELECT MAX(m.created_at) ${ofThisSession}) AS last_message_at FROM sessions s`;
    decodeSession = (row) => ({
      ...decode(sessionSchema, row),
      messages: Number(row["message_count"]),
      lastMessageAt: Number(row["last_message_at"])
    });
  }
});

// src/store/sql/read-tasks.ts
function readTasks(client) {
  return {
    async findTasks(viewer, id) {
      const rows = await client.query(
        select("SELECT * FROM tasks", [visibleTo(viewer), ...equals("id", id)], "ORDER BY agent")
      );
      return rows.map(decodeTask);
    },
    async listTasks(viewer, filter, page) {
      const { conditions, tail, parameters } = pageOf(page);
      const wanted = [...equals("status", filter.status), ...equals("stage", filter.stage)];
      const rows = await client.query(
        select("SELECT * FROM tasks", [visibleTo(viewer), ...wanted, ...conditions], tail, parameters)
      );
      return cutPage(rows.map(decodeTask), page.limit);
    }
  };
}
var decodeTask;
var init_read_tasks = __esm({
  "src/store/sql/read-tasks.ts"() {
    "use strict";
    init_page();
    init_task();
    init_rows();
    decodeTask = (row) => decode(taskSchema, row, { status: row["status"], stage: row["stage"] });
  }
});

// src/store/sql/sql-store.ts
function createSqlStore(client, dialect, formatVersion, indexAfter = defaultIndexAfter) {
  async function commit(commands) {
    const result = await client.batch(commands.flatMap(statementsOf));
    if (!result.committed) throw refusalAt(commands, result.unaffected);
    if (commands.some((command) => command.type === "delete-memory")) await client.scrub();
  }
  return {
    name: dialect.name,
    keeps: true,
    commit,
    ...readTasks(client),
    ...readRuns(client),
    ...readSessions(client),
    ...readMemories(client, dialect, indexAfter),
    ...readTemplates(client),
    ...readOverview(client),
    async health(depth = "thorough") {
      return { backend: dialect.name, formatVersion, ...await client.inspect(depth) };
    },
    close: () => client.close()
  };
}
function refusalAt(commands, statementIndex) {
  let index = statementIndex;
  for (const command of commands) {
    const { length } = statementsOf(command);
    if (index < length) return refusalOf(command, index > 0);
    index -= length;
  }
  return new EngramError("internal", `No command has the statement ${statementIndex}.`);
}
var init_sql_store = __esm({
  "src/store/sql/sql-store.ts"() {
    "use strict";
    init_errors();
    init_refusals();
    init_commands();
    init_read_memories();
    init_read_overview();
    init_read_runs();
    init_read_sessions();
    init_read_tasks();
    init_text_index();
  }
});

// src/store/sqlite/driver.ts
async function loadDriver() {
  const builtIn = "node:sqlite";
  const { builtinModules } = await import("node:module");
  const hasBuiltIn = builtinModules.includes(builtIn) || builtinModules.includes("sqlite");
  return hasBuiltIn ? await import(builtIn) : await import("@photostructure/sqlite");
}
function allRows(statement, parameters) {
  return statement.all(...parameters);
}
var init_driver = __esm({
  "src/store/sqlite/driver.ts"() {
    "use strict";
  }
});

// src/store/sqlite/sqlite-errors.ts
function sqliteCode(error) {
  const { errcode, code, message } = error ?? {};
  if (typeof errcode === "number") return errcode & 255;
  if (code !== "ERR_SQLITE_ERROR" || typeof message !== "string") return void 0;
  return words3.find(([pattern]) => pattern.test(message))?.[1];
}
function isBusy(error) {
  const code = sqliteCode(error);
  return code === 5 || code === 6;
}
function fromSqliteError(error, path) {
  if (EngramError.is(error)) return error;
  const code = sqliteCode(error);
  const meaning = code === void 0 ? void 0 : meanings[code];
  const message = error instanceof Error ? error.message : String(error);
  if (meaning === void 0) {
    return new EngramError("internal", `SQLite refused a statement: ${message}`, {
      details: { path },
      cause: error
    });
  }
  return new EngramError(meaning.code, meaning.say(path), {
    details: { path, sqlite: message },
    cause: error
  });
}
var meanings, words3;
var init_sqlite_errors = __esm({
  "src/store/sqlite/sqlite-errors.ts"() {
    "use strict";
    init_errors();
    meanings = {
      3: {
        code: "store_unavailable",
        say: (path) => `No permission to use the database ${path}. Check its owner and mode.`
      },
      5: {
        code: "store_busy",
        say: (path) => `The database ${path} is kept busy by another process. Try again.`
      },
      6: { code: "store_busy", say: (path) => `The database ${path} is locked by another process. Try again.` },
      8: {
        code: "store_read_only",
        say: (path) => `The database ${path} cannot be written. Make the file and its folder writable, or choose another with --db.`
      },
      10: {
        code: "store_unavailable",
        say: (path) => `The disk failed while using the database ${path}. Check the disk.`
      },
      11: {
        code: "store_corrupt",
        say: (path) => `The database ${path} is damaged or cut short. Restore it from a copy, or start a new one with --db; nothing was changed.`
      },
      13: {
        code: "store_full",
        say: (path) => `No space left for the database ${path}. Free some space and try again; what was stored is safe.`
      },
      14: {
        code: "store_unavailable",
        say: (path) => `The database ${path} cannot be opened. Check that its folder exists and is writable.`
      },
      26: {
        code: "store_corrupt",
        say: (path) => `${path} is not an Engram database. Choose another file with --db; this one was not changed.`
      }
    };
    words3 = [
      [/^access permission denied/, 3],
      [/^database is locked/, 5],
      [/^database (?:schema|table) is locked/, 6],
      [/^attempt to write a readonly database/, 8],
      [/^disk I\/O error/, 10],
      [/^database disk image is malformed|^fts5: corrupt/, 11],
      [/^database or disk is full/, 13],
      [/^unable to open database file/, 14],
      [/^file is not a database/, 26]
    ];
  }
});

// src/store/sqlite/sqlite-client.ts
import { statSync } from "node:fs";
function createSqliteClient(database, options) {
  const { path, readOnly, patienceMs = defaultPatienceMs } = options;
  const prepared = /* @__PURE__ */ new Map();
  function prepare(sql) {
    let statement = prepared.get(sql);
    if (statement === void 0) {
      statement = database.prepare(sql);
      prepared.set(sql, statement);
    }
    return statement;
  }
  function execute(statements) {
    statements.forEach(({ sql, parameters, mustAffect }, index) => {
      const { changes } = prepare(sql).run(...parameters);
      if (mustAffect === true && Number(changes) === 0) throw new Unaffected(index);
    });
  }
  function transaction(statements) {
    prepare("BEGIN IMMEDIATE").run();
    try {
      execute(statements);
      prepare("COMMIT").run();
    } catch (error) {
      rollBack();
      throw error;
    }
  }
  function rollBack() {
    try {
      database.exec("ROLLBACK");
    } catch {
    }
  }
  function emptiedLog() {
    const [answer] = allRows(prepare("PRAGMA wal_checkpoint(TRUNCATE)"), []);
    return answer?.["busy"] === 0;
  }
  function tidyUp() {
    try {
      emptiedLog();
    } catch {
    }
  }
  async function patiently(attempt) {
    const deadline = Date.now() + patienceMs;
    for (let pause = 2; ; pause = Math.min(pause * 2, 100)) {
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw fromSqliteError(error, path);
        await pausing(pause);
      }
    }
  }
  function attemptBatch(statements) {
    try {
      if (statements.length === 1) execute(statements);
      else transaction(statements);
      return { committed: true };
    } catch (error) {
      if (error instanceof Unaffected) return { committed: false, unaffected: error.statement };
      throw error;
    }
  }
  return {
    canWrite: !readOnly,
    query: (statement) => patiently(() => allRows(prepare(statement.sql), statement.parameters)),
    batch: (statements) => patiently(() => attemptBatch(statements)),
    /**
     * Deleted content is overwritten in the pages; emptying the log removes the copies in it. A reader of the
     * log is waited for. When that takes too long the deletion stands all the same: closing empties the log.
     */
    async scrub() {
      if (readOnly) return;
      const deadline = Date.now() + patienceMs;
      while (!await patiently(emptiedLog) && Date.now() < deadline) await pausing(50);
    },
    async inspect(depth) {
      const pragma = async (name2) => patiently(() => allRows(database.prepare(`PRAGMA ${name2}`), []));
      const first = async (name2) => Object.values((await pragma(name2))[0] ?? {})[0] ?? null;
      const findings = depth === "thorough" ? await pragma("quick_check") : [];
      const problems = findings.map((row) => String(Object.values(row)[0]));
      const version = allRows(database.prepare("SELECT sqlite_version() AS version"), []);
      return {
        location: path,
        sizeBytes: sizeOf(path) + sizeOf(`${path}-wal`),
        problems: problems.filter((problem) => problem !== "ok"),
        details: {
          sqlite: version[0]?.["version"] ?? null,
          journalMode: await first("journal_mode"),
          synchronous: await first("synchronous")
        }
      };
    },
    async close() {
      if (!readOnly) tidyUp();
      prepared.clear();
      database.close();
    }
  };
}
function pausing(milliseconds) {
  return new Promise((resume) => setTimeout(resume, milliseconds * (0.5 + Math.random())));
}
function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
var defaultPatienceMs, Unaffected;
var init_sqlite_client = __esm({
  "src/store/sqlite/sqlite-client.ts"() {
    "use strict";
    init_driver();
    init_sqlite_errors();
    defaultPatienceMs = 3e4;
    Unaffected = class extends Error {
      statement;
      constructor(statement) {
        super();
        this.statement = statement;
      }
    };
  }
});

// src/store/sqlite/sqlite-dialect.ts
var sqliteDialect;
var init_sqlite_dialect = __esm({
  "src/store/sqlite/sqlite-dialect.ts"() {
    "use strict";
    sqliteDialect = {
      name: "sqlite",
      countingKey: "INTEGER PRIMARY KEY",
      text: {
        create: [
          // What the index is an index of. Memories that wait to be indexed are not in it, so it can be verified.
          "CREATE VIEW memory_terms AS SELECT row, terms FROM memories WHERE terms IS NOT NULL",
          "CREATE VIRTUAL TABLE memory_text USING fts5 (terms, content = 'memory_terms', content_rowid = 'row', tokenize = 'ascii')",
          // Without it, the words of a deleted memory stay readable in the index until pages are merged.
          "INSERT INTO memory_text (memory_text, rank) VALUES ('secure-delete', 1)",
          `CREATE TRIGGER memory_text_added AFTER UPDATE OF terms ON memories WHEN new.terms IS NOT NULL BEGIN
        INSERT INTO memory_text (rowid, terms) VALUES (new.row, new.terms);
      END`,
          `CREATE TRIGGER memory_text_replaced BEFORE UPDATE OF terms ON memories WHEN old.terms IS NOT NULL BEGIN
        INSERT INTO memory_text (memory_text, rowid, terms) VALUES ('delete', old.row, old.terms);
      END`,
          `CREATE TRIGGER memory_text_removed BEFORE DELETE ON memories WHEN old.terms IS NOT NULL BEGIN
        INSERT INTO memory_text (memory_text, rowid, terms) VALUES ('delete', old.row, old.terms);
      END`,
          // The number of a deleted last row is given out again; its next owner must not count as indexed.
          `CREATE TRIGGER memory_index_moved_back AFTER DELETE ON memories BEGIN
        UPDATE memory_index SET indexed_through = (SELECT COALESCE(MAX(row), 0) FROM memories)
        WHERE indexed_through > (SELECT COALESCE(MAX(row), 0) FROM memories);
      END`
        ],
        from: "memory_text t JOIN memories m ON m.row = t.rowid",
        condition: "memory_text MATCH ?",
        bestFirst: "t.rank",
        // Quoted, so that a term such as "near" or "or" is a word and not an operator.
        query: (terms) => terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(" OR ")
      }
    };
  }
});

// src/store/sqlite/open-sqlite.ts
var open_sqlite_exports = {};
__export(open_sqlite_exports, {
  openSqliteStore: () => openSqliteStore
});
import { accessSync, closeSync, constants, existsSync as existsSync2, mkdirSync, openSync, statSync as statSync2 } from "node:fs";
import { dirname as dirname2 } from "node:path";
import { pathToFileURL as pathToFileURL2 } from "node:url";
async function openSqliteStore(options) {
  const { path, readOnly = false, durability = "normal" } = options;
  prepareFile(path, readOnly);
  const { DatabaseSync: DatabaseSync2 } = await loadDriver();
  const database = opening(
    path,
    () => new DatabaseSync2(locationOf(path, readOnly), { readOnly, timeout: blockingWaitMs })
  );
  const client = createSqliteClient(database, {
    path,
    readOnly,
    ...options.patienceMs === void 0 ? {} : { patienceMs: options.patienceMs }
  });
  try {
    const hasLedger = await belongsToEngram(client, path);
    await configure(client, database, readOnly, durability);
    const version = await migrate(client, sqliteDialect, options.now, hasLedger);
    return createSqlStore(client, sqliteDialect, version, options.indexAfter);
  } catch (error) {
    database.close();
    throw fromSqliteError(error, path);
  }
}
function prepareFile(path, readOnly) {
  try {
    const file = statSync2(path, { throwIfNoEntry: false });
    if (file?.isDirectory()) {
      throw new EngramError(
        "store_unavailable",
        `${path} is a directory. Name a file in it, such as ${path}/memory.db.`,
        { details: { path } }
      );
    }
    if (file === void 0 && !readOnly) {
      mkdirSync(dirname2(path), { recursive: true, mode: 448 });
      closeSync(openSync(path, "a", 384));
    } else {
      accessSync(path, readOnly ? constants.R_OK : constants.R_OK | constants.W_OK);
    }
  } catch (error) {
    throw EngramError.is(error) ? error : unusable(path, readOnly, error);
  }
}
function locationOf(path, readOnly) {
  if (!readOnly || isWritable(dirname2(path)) || existsSync2(`${path}-wal`)) return path;
  return `${pathToFileURL2(path).href}?immutable=1`;
}
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
function unusable(path, readOnly, cause) {
  const reason = cause.code;
  if (reason === "ENOENT") {
    return new EngramError("store_unavailable", `There is no database ${path} to read.`, {
      details: { path },
      cause
    });
  }
  if (reason === "ENOSPC") {
    return new EngramError("store_full", `No space left to create the database ${path}.`, {
      details: { path },
      cause
    });
  }
  if ((reason === "EACCES" || reason === "EPERM" || reason === "EROFS") && !readOnly) {
    return new EngramError(
      "store_read_only",
      `The database ${path} cannot be written. Make the file and its folder writable, choose another with --db, or only read it with --db "file:${path}?mode=ro".`,
      { details: { path }, cause }
    );
  }
  return new EngramError("store_unavailable", `The database ${path} cannot be used (${reason}).`, {
    details: { path },
    cause
  });
}
function opening(path, open) {
  try {
    return open();
  } catch (error) {
    throw fromSqliteError(error, path);
  }
}
async function configure(client, database, readOnly, durability) {
  database.exec("PRAGMA foreign_keys = ON");
  database.exec("PRAGMA secure_delete = ON");
  database.exec(`PRAGMA synchronous = ${durability === "full" ? "FULL" : "NORMAL"}`);
  if (!readOnly) await client.query({ sql: "PRAGMA journal_mode = WAL", parameters: [] });
}
async function belongsToEngram(client, path) {
  const tables = await client.query({
    sql: "SELECT name FROM sqlite_master WHERE type = 'table'",
    parameters: []
  });
  const names2 = tables.map((row) => row["name"]);
  if (names2.includes("engram_migrations")) return true;
  if (names2.length === 0) return false;
  throw new EngramError(
    "store_unavailable",
    `${path} belongs to another program (it has a table "${names2[0]}"). Choose another file with --db; this one was not changed.`,
    { details: { path } }
  );
}
var blockingWaitMs;
var init_open_sqlite = __esm({
  "src/store/sqlite/open-sqlite.ts"() {
    "use strict";
    init_errors();
    init_migrate();
    init_sql_store();
    init_driver();
    init_sqlite_client();
    init_sqlite_dialect();
    init_sqlite_errors();
    blockingWaitMs = 25;
  }
});

// src/store/reference/state.ts
function emptyState() {
  return {
    tasks: /* @__PURE__ */ new Map(),
    runs: /* @__PURE__ */ new Map(),
    steps: /* @__PURE__ */ new Map(),
    sessions: /* @__PURE__ */ new Map(),
    messages: /* @__PURE__ */ new Map(),
    memories: /* @__PURE__ */ new Map(),
    templates: /* @__PURE__ */ new Map()
  };
}
function ownedKey(scope, id) {
  return JSON.stringify([scope.user, scope.project, scope.agent, id]);
}
var init_state = __esm({
  "src/store/reference/state.ts"() {
    "use strict";
  }
});

// src/store/reference/apply-command.ts
function createJournal() {
  const restores = [];
  const remember = (map, key) => {
    const had = map.has(key);
    const before = map.get(key);
    restores.push(() => had ? map.set(key, before) : map.delete(key));
  };
  return {
    set(map, key, value) {
      remember(map, key);
      map.set(key, structuredClone(value));
    },
    remove(map, key) {
      remember(map, key);
      map.delete(key);
    },
    undo() {
      for (const restore of restores.reverse()) restore();
    }
  };
}
function applyCommand(state, command, journal) {
  switch (command.type) {
    case "create-task": {
      const key = ownedKey(command.task.scope, command.task.id);
      if (state.tasks.has(key)) throw refusalOf(command, true);
      journal.set(state.tasks, key, command.task);
      return;
    }
    case "update-task": {
      const old = ownedKey(command.owner, command.task.id);
      const key = ownedKey(command.task.scope, command.task.id);
      if (!state.tasks.has(old)) throw refusalOf(command, false);
      if (key !== old && state.tasks.has(key)) throw refusalOf(command, true);
      journal.remove(state.tasks, old);
      journal.set(state.tasks, key, command.task);
      return;
    }
    case "start-run":
      if (state.runs.has(command.run.id)) throw refusalOf(command, true);
      journal.set(state.runs, command.run.id, command.run);
      return;
    case "append-step": {
      const { step } = command;
      const run2 = state.runs.get(step.runId);
      if (run2 === void 0 || !sameScope(run2.scope, step.scope)) throw refusalOf(command, false);
      const key = `${step.runId} ${step.id}`;
      if (!state.steps.has(key)) journal.set(state.steps, key, step);
      return;
    }
    case "finish-run": {
      const run2 = state.runs.get(command.runId);
      if (run2 === void 0 || !sameScope(run2.scope, command.owner)) throw refusalOf(command, false);
      if (run2.outcome === command.end.outcome) return;
      if (run2.outcome !== null) throw refusalOf(command, true);
      journal.set(state.runs, run2.id, {
        ...run2,
        ...command.end,
        successFactors: [...command.end.successFactors]
      });
      return;
    }
    case "append-message": {
      const { session, message } = command;
      if (state.messages.has(message.id)) return;
      const key = ownedKey(session.scope, session.id);
      if (!state.sessions.has(key)) journal.set(state.sessions, key, session);
      journal.set(state.messages, message.id, message);
      return;
    }
    case "record-memory":
      if (state.memories.has(command.memory.id)) throw refusalOf(command, true);
      journal.set(state.memories, command.memory.id, command.memory);
      return;
    case "delete-memory": {
      const memory = state.memories.get(command.id);
      if (memory === void 0 || !sameScope(memory.scope, command.owner)) throw refusalOf(command, false);
      deleteWithDerived(state, memory, journal);
      return;
    }
    case "count-access":
      for (const id of command.ids) {
        const memory = state.memories.get(id);
        if (memory === void 0) continue;
        journal.set(state.memories, id, {
          ...memory,
          accessCount: memory.accessCount + 1,
          lastAccessedAt: Math.max(memory.lastAccessedAt ?? 0, command.at)
        });
      }
      return;
    case "save-template": {
      const { template } = command;
      const taken2 = [...state.templates.values()].some(
        (other) => other.id === template.id || other.slug === template.slug && sameScope(other.scope, template.scope)
      );
      if (taken2) throw refusalOf(command, true);
      journal.set(state.templates, template.id, template);
      return;
    }
  }
}
function deleteWithDerived(state, memory, journal) {
  journal.remove(state.memories, memory.id);
  for (const other of [...state.memories.values()]) {
    const derived = other.derivedFrom.some((source) => source.kind === "memory" && source.id === memory.id);
    if (derived && state.memories.has(other.id)) deleteWithDerived(state, other, journal);
  }
}
var init_apply_command = __esm({
  "src/store/reference/apply-command.ts"() {
    "use strict";
    init_scope();
    init_refusals();
    init_state();
  }
});

// src/store/reference/reference-store.ts
var reference_store_exports = {};
__export(reference_store_exports, {
  createReferenceStore: () => createReferenceStore
});
function createReferenceStore() {
  const state = emptyState();
  const visible = (map, viewer) => [...map.values()].filter((item) => maySee(viewer, item.scope)).map((item) => structuredClone(item));
  function totalsOf(run2) {
    const steps = [...state.steps.values()].filter((step) => step.runId === run2.id);
    const modelSteps = steps.filter((step) => step.kind === "model");
    const lastEnd = Math.max(run2.createdAt, ...steps.map((step) => step.startedAt + step.durationMs));
    return {
      steps: steps.length,
      toolCalls: steps.filter((step) => step.kind === "tool").length,
      modelCalls: modelSteps.length,
      failedSteps: steps.filter((step) => !step.success).length,
      inputTokens: modelSteps.reduce((sum, step) => sum + step.inputTokens, 0),
      outputTokens: modelSteps.reduce((sum, step) => sum + step.outputTokens, 0),
      wallTimeMs: (run2.finishedAt ?? lastEnd) - run2.createdAt
    };
  }
  const messagesOf = (session, viewer) => visible(state.messages, viewer).filter(
    (message) => message.sessionId === session.id && sameScope(session.scope, message.scope)
  );
  function summarise(session) {
    const messages = messagesOf(session, session.scope);
    return {
      ...session,
      messages: messages.length,
      lastMessageAt: Math.max(...messages.map((message) => message.createdAt))
    };
  }
  return {
    name: "memory",
    keeps: true,
    async commit(commands) {
      const journal = createJournal();
      try {
        for (const command of commands) applyCommand(state, command, journal);
      } catch (error) {
        journal.undo();
        throw error;
      }
    },
    async findTasks(viewer, id) {
      return visible(state.tasks, viewer).filter((task) => task.id === id);
    },
    async listTasks(viewer, filter, page) {
      const tasks = visible(state.tasks, viewer).filter(
        (task) => agrees(task.status, filter.status) && agrees(task.stage, filter.stage)
      );
      return pageOf2(tasks, page);
    },
    async getRun(viewer, id) {
      const run2 = visible(state.runs, viewer).find((candidate) => candidate.id === id);
      return run2 === void 0 ? void 0 : { ...run2, totals: totalsOf(run2) };
    },
    async listRuns(viewer, filter, page) {
      const runs = visible(state.runs, viewer).filter(
        (run2) => agrees(run2.outcome ?? "running", filter.outcome) && agrees(run2.task.id, filter.taskId)
      );
      const { items, next } = pageOf2(runs, page);
      return { items: items.map((run2) => ({ ...run2, totals: totalsOf(run2) })), next };
    },
    async listSteps(viewer, runId) {
      return visible(state.steps, viewer).filter((step) => step.runId === runId).sort((left, right) => left.position - right.position || (left.id < right.id ? -1 : 1));
    },
    async findFailedSteps(viewer, signature2, limit) {
      const failed = visible(state.steps, viewer).filter(
        (step) => !step.success && step.error?.signature === signature2
      );
      return pageOf2(failed, { limit }).items;
    },
    async findSessions(viewer, id) {
      return visible(state.sessions, viewer).filter((session) => session.id === id).map(summarise);
    },
    async listSessions(viewer, page) {
      const { items, next } = pageOf2(visible(state.sessions, viewer), page);
      return { items: items.map(summarise), next };
    },
    async listMessages(viewer, session) {
      return messagesOf(session, viewer);
    },
    async getMemory(viewer, id) {
      return visible(state.memories, viewer).find((memory) => memory.id === id);
    },
    async listMemories(viewer, filter, page) {
      return pageOf2(
        visible(state.memories, viewer).filter((memory) => satisfies(memory, filter)),
        page
      );
    },
    async countMemories(viewer, filter) {
      return visible(state.memories, viewer).filter((memory) => satisfies(memory, filter)).length;
    },
    async findByTerms(viewer, terms, filter, limit) {
      const wanted = new Set(terms);
      return visible(state.memories, viewer).filter((memory) => satisfies(memory, filter)).map((memory) => {
        const stored = termsOf(memoryText(memory));
        const termCounts = /* @__PURE__ */ new Map();
        for (const term of stored) {
          if (wanted.has(term)) termCounts.set(term, (termCounts.get(term) ?? 0) + 1);
        }
        return { memory, termCounts, length: stored.length };
      }).filter((candidate) => candidate.termCounts.size > 0).sort((left, right) => right.termCounts.size - left.termCounts.size).slice(0, limit);
    },
    async findTemplates(viewer, idOrSlug) {
      return visible(state.templates, viewer).filter(
        (template) => template.id === idOrSlug || template.slug === idOrSlug
      );
    },
    async listTemplates(viewer, page) {
      return pageOf2(visible(state.templates, viewer), page);
    },
    async listAgents(viewer) {
      const runs = visible(state.runs, viewer);
      const memories = visible(state.memories, viewer);
      const seen = [
        ...runs,
        ...memories,
        ...visible(state.messages, viewer),
        ...visible(state.tasks, viewer)
      ];
      const agents = new Set(seen.map((item) => item.scope.agent).filter((agent) => agent !== null));
      return [...agents].sort().map((agent) => {
        const own = (items) => items.filter((item) => item.scope.agent === agent);
        return {
          agent,
          runs: own(runs).length,
          successes: own(runs).filter((run2) => run2.outcome === "success").length,
          finished: own(runs).filter((run2) => run2.outcome !== null).length,
          memories: own(memories).length,
          lastSeenAt: Math.max(...own(seen).map((item) => item.createdAt))
        };
      });
    },
    async count(viewer, now) {
      const runs = visible(state.runs, viewer);
      const memories = visible(state.memories, viewer).filter((memory) => satisfies(memory, { now }));
      const memoriesByKind = {};
      for (const { kind } of memories) memoriesByKind[kind] = (memoriesByKind[kind] ?? 0) + 1;
      return {
        tasks: visible(state.tasks, viewer).length,
        runs: runs.length,
        finishedRuns: runs.filter((run2) => run2.outcome !== null).length,
        successfulRuns: runs.filter((run2) => run2.outcome === "success").length,
        steps: visible(state.steps, viewer).length,
        sessions: visible(state.sessions, viewer).length,
        messages: visible(state.messages, viewer).length,
        memories: memories.length,
        memoriesByKind,
        templates: visible(state.templates, viewer).length
      };
    },
    async health() {
      return {
        backend: "memory",
        location: null,
        formatVersion: 1,
        sizeBytes: 0,
        problems: [],
        details: {}
      };
    },
    async close() {
    }
  };
}
function agrees(value, wanted) {
  return wanted === void 0 || value === wanted;
}
function satisfies(memory, filter) {
  return (memory.expiresAt === null || memory.expiresAt > filter.now) && agrees(memory.kind, filter.kind) && agrees(memoryTopic(memory), filter.topic) && (filter.tag === void 0 || memory.tags.includes(filter.tag));
}
function pageOf2(items, { after, limit }) {
  const rest = items.filter((item) => after === void 0 || isAfter(positionOf(item), after));
  return cutPage(rest.sort(newestFirst), limit);
}
var init_reference_store = __esm({
  "src/store/reference/reference-store.ts"() {
    "use strict";
    init_memory();
    init_page();
    init_scope();
    init_terms();
    init_apply_command();
    init_state();
  }
});

// src/store/null-store.ts
var null_store_exports = {};
__export(null_store_exports, {
  createNullStore: () => createNullStore
});
function createNullStore() {
  return {
    name: "null",
    keeps: false,
    commit: async () => {
    },
    findTasks: nothing2,
    listTasks: emptyPage,
    getRun: absent,
    listRuns: emptyPage,
    listSteps: nothing2,
    findFailedSteps: nothing2,
    findSessions: nothing2,
    listSessions: emptyPage,
    listMessages: nothing2,
    getMemory: absent,
    listMemories: emptyPage,
    findByTerms: nothing2,
    countMemories: async () => 0,
    findTemplates: nothing2,
    listTemplates: emptyPage,
    listAgents: nothing2,
    count: async () => ({
      tasks: 0,
      runs: 0,
      finishedRuns: 0,
      successfulRuns: 0,
      steps: 0,
      sessions: 0,
      messages: 0,
      memories: 0,
      memoriesByKind: {},
      templates: 0
    }),
    health: async () => ({
      backend: "null",
      location: null,
      formatVersion: 0,
      sizeBytes: 0,
      problems: [],
      details: {}
    }),
    close: async () => {
    }
  };
}
var nothing2, emptyPage, absent;
var init_null_store = __esm({
  "src/store/null-store.ts"() {
    "use strict";
    nothing2 = async () => [];
    emptyPage = async () => ({ items: [], next: null });
    absent = async () => void 0;
  }
});

// src/apply/apply.ts
init_errors();

// src/model/inputs.ts
init_json();
init_memory();
init_page();
init_record();
init_session();
init_slug();
init_step();
init_task();
init_text();
import * as z12 from "zod";
var describedAs = (schema, text3) => schema.describe(text3);
var pageInput = {
  limit: describedAs(z12.number().int().min(1).max(1e3).default(20), "How many to answer at most"),
  cursor: describedAs(cursorSchema.optional(), 'The "next" of the page before')
};
var byId = z12.strictObject({ id: describedAs(recordId, "Its id") });
var createTaskInput = z12.strictObject({
  id: describedAs(recordId, "Your name for the task, such as auth-123"),
  description: describedAs(requiredText, "What is to be done"),
  category: describedAs(taskDetails.category, "Such as backend, auth, database"),
  type: describedAs(taskDetails.type, "Such as feature, bug, migration"),
  dependencies: describedAs(taskDetails.dependencies, "Ids of tasks that come first"),
  effort: describedAs(taskDetails.effort, "Expected hours"),
  stage: describedAs(nameText.default("development"), "planning, development, testing, release or your own"),
  status: describedAs(z12.enum(taskStatuses).default("open"), "Where it stands")
});
var updateTaskInput = z12.strictObject({
  id: describedAs(recordId, "Its id"),
  description: describedAs(requiredText.optional(), "What is to be done"),
  category: describedAs(nameText.nullable().optional(), "Such as backend, auth, database"),
  type: describedAs(nameText.nullable().optional(), "Such as feature, bug, migration"),
  dependencies: describedAs(z12.array(recordId).optional(), "Ids of tasks that come first"),
  effort: describedAs(z12.number().nonnegative().nullable().optional(), "Expected hours"),
  stage: describedAs(nameText.optional(), "planning, development, testing, release or your own"),
  status: describedAs(z12.enum(taskStatuses).optional(), "Where it stands"),
  assignTo: describedAs(
    nameText.nullable().optional(),
    "The agent it goes to; only the owner may hand it on"
  )
});
var listTasksInput = z12.strictObject({
  status: describedAs(z12.enum(taskStatuses).optional(), "Only tasks of this status"),
  stage: describedAs(nameText.optional(), "Only tasks of this stage"),
  ...pageInput
});
var startRunInput = z12.strictObject({
  task: describedAs(recordId.optional(), "Id of a stored task; its details are taken over"),
  description: describedAs(requiredText.optional(), "What is to be done, when no stored task is named"),
  category: describedAs(nameText.optional(), "Such as backend, auth, database"),
  type: describedAs(nameText.optional(), "Such as feature, bug, migration"),
  dependencies: describedAs(z12.array(recordId).optional(), "Ids of tasks that come first"),
  effort: describedAs(z12.number().nonnegative().optional(), "Expected hours"),
  inputs: describedAs(
    boundedJsonObject.default({}),
    "Named values the task was given; they become parameters of a template"
  ),
  approach: describedAs(nameText.nullable().default(null), "How it is going to be done")
});
var appendStepInput = z12.strictObject({
  run: describedAs(recordId, "The run it belongs to"),
  kind: describedAs(z12.enum(["tool", "model", "note", "message"]).default("tool"), "What happened"),
  tool: describedAs(nameText.optional(), "Name of the tool that was called"),
  arguments: describedAs(jsonObject.default({}), "What it was called with, as JSON"),
  result: describedAs(json.default(null), "What it answered, as JSON"),
  error: describedAs(storableText.optional(), "The error message, when it failed"),
  errorType: describedAs(nameText.default("Error"), "The type of the error"),
  model: describedAs(nameText.optional(), "Name of the model that was called"),
  inputTokens: describedAs(z12.number().int().nonnegative().default(0), "Tokens the model read"),
  outputTokens: describedAs(z12.number().int().nonnegative().default(0), "Tokens the model wrote"),
  text: describedAs(storableText.optional(), "Text of a note or a message"),
  durationMs: describedAs(z12.number().nonnegative().default(0), "How long it took"),
  startedAt: describedAs(
    timestamp.optional(),
    "When it started, in milliseconds since 1970; now if left out"
  ),
  parentId: describedAs(recordId.nullable().default(null), "The step it happened in"),
  subTask: describedAs(
    subTaskSchema.strict().nullable().default(null),
    "The part of the task it belongs to: {id, index, text}"
  )
});
var finishRunInput = z12.strictObject({
  id: describedAs(recordId, "The run"),
  outcome: describedAs(outcomeSchema, "How it ended"),
  summary: describedAs(storableText.nullable().default(null), "What came of it"),
  successFactors: describedAs(z12.array(nameText).default([]), "What made it work")
});
var listRunsInput = z12.strictObject({
  outcome: describedAs(
    z12.enum([...outcomes, "running"]).optional(),
    "Only runs that ended so, or are running"
  ),
  task: describedAs(recordId.optional(), "Only runs of this task"),
  ...pageInput
});
var appendMessageInput = z12.strictObject({
  session: describedAs(recordId, "The session; it is created with its first message"),
  role: describedAs(z12.enum(messageRoles), "Who speaks"),
  content: describedAs(storableText.default(""), "What was said"),
  toolCalls: describedAs(
    z12.array(toolCallSchema.strict()).default([]),
    "Calls the assistant asked for: [{id, name, arguments}]"
  ),
  toolCallId: describedAs(recordId.nullable().default(null), "On a tool message: the call it answers"),
  toolName: describedAs(nameText.nullable().default(null), "On a tool message: the tool that answered")
});
var listSessionsInput = z12.strictObject({ ...pageInput });
var recordMemoryInput = z12.strictObject({
  kind: describedAs(z12.enum(memoryKinds), "What kind of memory it is"),
  text: describedAs(storableText.default(""), "The memory in words; enough for every kind"),
  content: describedAs(jsonObject.default({}), "The fields of its kind"),
  tags: describedAs(z12.array(nameText).default([]), "Labels to find it by"),
  confidence: describedAs(fraction.default(0.5), "How sure it is, 0 to 1"),
  relevance: describedAs(fraction.default(0.5), "How much it matters, 0 to 1"),
  successRate: describedAs(fraction.nullable().default(null), "How often it helped, 0 to 1"),
  expiresAt: describedAs(
    timestamp.nullable().default(null),
    "When it is forgotten, in milliseconds since 1970"
  ),
  visibility: describedAs(
    z12.enum(["private", "shareable"]).default("private"),
    "Whether its owner may share it"
  ),
  provenance: describedAs(
    provenanceSchema.strict().prefault({}),
    "Where it comes from: {runId, stepId, importedFrom, agent}"
  ),
  derivedFrom: describedAs(
    z12.array(sourceSchema.strict()).default([]),
    "Records it was made from: [{kind, id}]"
  )
});
var memoryFilter = {
  kind: describedAs(z12.enum(memoryKinds).optional(), "Only memories of this kind"),
  tag: describedAs(nameText.optional(), "Only memories with this tag")
};
var listMemoriesInput = z12.strictObject({ ...memoryFilter, ...pageInput });
var recallLimit = describedAs(
  z12.number().int().min(1).max(1e3).optional(),
  "How many to answer at most; 10 unless configured"
);
var searchMemoriesInput = z12.strictObject({
  query: describedAs(z12.string(), "What to look for, in any words"),
  ...memoryFilter,
  limit: recallLimit
});
var retrieveMemoriesInput = z12.strictObject({
  context: describedAs(z12.string(), "The situation you are in"),
  ...memoryFilter,
  limit: recallLimit
});
var suggestInput = z12.strictObject({
  context: describedAs(requiredText, "The situation to decide in")
});
var recogniseInput = z12.strictObject({
  error: describedAs(requiredText, "The error message")
});
var saveTemplateInput = z12.strictObject({
  run: describedAs(recordId, "A run that ended in success"),
  name: describedAs(slugSchema.optional(), "Its name; made from the task when left out")
});
var listTemplatesInput = z12.strictObject({ ...pageInput });
var runTemplateInput = z12.strictObject({
  id: describedAs(recordId, "Id or name of the template"),
  mode: describedAs(z12.enum(["replay"]).default("replay"), "How to run it"),
  inputs: describedAs(jsonObject.default({}), "Values for its parameters"),
  dryRun: describedAs(z12.boolean().default(false), "Show what would be called, and call nothing")
});

// src/model/parse.ts
init_errors();
function describe(issue) {
  const field = issue.path.map(String).join(".");
  const named = (text3) => field === "" ? text3 : `"${field}" ${text3}`;
  switch (issue.code) {
    case "unrecognized_keys":
      return named(`does not have ${issue.keys.map((key) => `"${key}"`).join(", ")}`).trim();
    case "invalid_value":
      return named(`must be one of: ${issue.values.map(String).join(", ")}`);
    case "invalid_type":
      return issue.input === void 0 ? named("is required") : named(`must be ${article(typeNames[issue.expected] ?? issue.expected)}`);
    case "too_small":
      return named(
        issue.message.startsWith("Too small") ? `must be at least ${issue.minimum}` : issue.message
      );
    case "too_big":
      return named(issue.message.startsWith("Too big") ? `must be at most ${issue.maximum}` : issue.message);
    default:
      return named(issue.message);
  }
}
var typeNames = {
  int: "whole number",
  record: "JSON object",
  object: "JSON object",
  array: "list"
};
function fieldsOf(issue) {
  const names2 = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [key]) : [[]];
  return names2.map((name2) => [...issue.path.map(String), ...name2].join("."));
}
function article(noun) {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}
function parseInput(schema, input, what) {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues;
  const tooLarge = issues.some(
    (issue) => issue.code === "too_big" && issue.origin === "string" && Number(issue.maximum) > 1e4
  );
  throw new EngramError(
    tooLarge ? "too_large" : "invalid_input",
    `Invalid ${what}: ${issues.map(describe).join("; ")}.`,
    {
      details: { fields: issues.flatMap(fieldsOf) }
    }
  );
}

// src/model/pick-one.ts
init_errors();
init_scope();
function pickOne(what, id, viewer, found) {
  const own = found.filter((item) => sameScope(item.scope, viewer));
  const [first, second] = own.length > 0 ? own : found;
  if (first === void 0) throw notFound(what, id);
  if (second === void 0) return first;
  const agents = found.map((item) => item.scope.agent ?? "(project)").join(", ");
  throw new EngramError(
    "ambiguous",
    `Several agents have a ${what} "${id}": ${agents}. Say whose with --agent.`,
    {
      details: { what, id, agents: found.map((item) => item.scope.agent) }
    }
  );
}

// src/apply/build-template.ts
init_errors();

// src/model/path.ts
init_json();
var anyItem = /* @__PURE__ */ Symbol("any item");
var partPattern = /\.([A-Za-z_$][\w$-]*)|\[(\d+)\]|\[(\*)\]|\["((?:[^"\\]|\\.)*)"\]/y;
function formatPath(parts) {
  const text3 = parts.map((part) => {
    if (part === anyItem) return "[*]";
    if (typeof part === "number") return `[${part}]`;
    return /^[A-Za-z_$][\w$-]*$/.test(String(part)) ? `.${String(part)}` : `[${JSON.stringify(part)}]`;
  });
  return `$${text3.join("")}`;
}
function parsePath(path) {
  if (!path.startsWith("$")) return void 0;
  const parts = [];
  partPattern.lastIndex = 1;
  while (partPattern.lastIndex < path.length) {
    const match = partPattern.exec(path);
    if (match === null) return void 0;
    const [, name2, index, any, quoted] = match;
    if (name2 !== void 0) parts.push(name2);
    else if (index !== void 0) parts.push(Number(index));
    else if (any !== void 0) parts.push(anyItem);
    else {
      const key = unquoted(`"${quoted}"`);
      if (key === void 0) return void 0;
      parts.push(key);
    }
  }
  return parts;
}
function unquoted(text3) {
  try {
    return JSON.parse(text3);
  } catch {
    return void 0;
  }
}
function valuesAt(root, path) {
  const parts = parsePath(path);
  if (parts === void 0) return [];
  let values = [root];
  for (const part of parts) values = values.flatMap((value) => stepInto(value, part));
  return values;
}
function stepInto(value, part) {
  if (value === null || typeof value !== "object") return [];
  if (part === anyItem) return Array.isArray(value) ? value : [];
  if (Array.isArray(value))
    return typeof part === "number" && part < value.length ? [value[part] ?? null] : [];
  return typeof part === "string" && Object.hasOwn(value, part) ? [value[part] ?? null] : [];
}
function leavesOf(value, path = []) {
  if (value === null || typeof value !== "object") return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, [...path, index]));
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...path, key]));
}
function structured(result) {
  if (typeof result !== "string" || !/^\s*[[{]/.test(result)) return result;
  try {
    const value = JSON.parse(result);
    return jsonProblem(value) === void 0 ? value : result;
  } catch {
    return result;
  }
}

// src/apply/build-template.ts
init_record();

// src/model/shape.ts
var anything = { type: "any" };
function shapeOf(value) {
  if (value === null) return anything;
  if (Array.isArray(value))
    return { type: "list", items: value.map(shapeOf).reduce(common, void 0) ?? anything };
  if (typeof value === "object") {
    return {
      type: "object",
      members: Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]))
    };
  }
  return { type: typeof value };
}
function common(left, right) {
  if (left === void 0) return right;
  if (left.type !== right.type) return anything;
  if (left.type === "list" && right.type === "list")
    return { type: "list", items: common(left.items, right.items) };
  if (left.type !== "object" || right.type !== "object") return left;
  const members = [];
  for (const [key, shape] of Object.entries(left.members)) {
    const other = Object.hasOwn(right.members, key) ? right.members[key] : void 0;
    if (other !== void 0) members.push([key, common(shape, other)]);
  }
  return { type: "object", members: Object.fromEntries(members) };
}
function findMismatch(shape, value, path = []) {
  if (shape.type === "any") return void 0;
  const found = typeName(value);
  if (found !== shape.type) return { path: formatPath(path), expected: shape.type, found };
  if (shape.type === "list")
    return firstOf(value, (item, index) => findMismatch(shape.items, item, [...path, index]));
  if (shape.type !== "object") return void 0;
  const members = value;
  return firstOf(
    Object.entries(shape.members),
    ([key, member]) => Object.hasOwn(members, key) ? findMismatch(member, members[key] ?? null, [...path, key]) : { path: formatPath([...path, key]), expected: member.type, found: "nothing" }
  );
}
function firstOf(items, find) {
  for (const [index, item] of items.entries()) {
    const mismatch = find(item, index);
    if (mismatch !== void 0) return mismatch;
  }
  return void 0;
}
function typeName(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

// src/apply/build-template.ts
init_slug();

// src/apply/bind.ts
init_json();

// src/model/placeholder.ts
var placeholderPattern = /\[REDACTED:([a-z0-9-]{1,40})\]/g;
var placeholderStart = "[REDACTED:";
var onePlaceholder = new RegExp(placeholderPattern.source);
function placeholderFor(kind) {
  return `${placeholderStart}${kind}]`;
}
function isRedacted(text3) {
  return onePlaceholder.test(text3);
}
function redactedParts(text3) {
  return Array.from(text3.matchAll(placeholderPattern), (match) => ({
    kind: match[1] ?? "",
    start: match.index,
    end: match.index + match[0].length
  }));
}

// src/apply/secrets.ts
function splitAtSecrets(text3) {
  const parts = [];
  let from = 0;
  for (const { start, end } of redactedParts(text3)) {
    if (start > from) parts.push({ text: text3.slice(from, start), secret: false });
    parts.push({ text: text3.slice(start, end), secret: true });
    from = end;
  }
  if (from < text3.length) parts.push({ text: text3.slice(from), secret: false });
  return parts;
}

// src/apply/bind.ts
function bindValue(value, key, origins, parameters) {
  const whole = bindWholeInput(value, key, origins, parameters);
  if (whole !== void 0) return whole;
  if (Array.isArray(value)) {
    return simplified(value, {
      from: "list",
      items: value.map((item) => bindValue(item, key, origins, parameters))
    });
  }
  if (typeof value === "object" && value !== null) {
    if (Object.hasOwn(value, "__proto__")) return { from: "constant", value };
    const members = Object.entries(value).map(([name2, member]) => [
      name2,
      bindValue(member, name2, origins, parameters)
    ]);
    return simplified(value, { from: "object", members: Object.fromEntries(members) });
  }
  if (typeof value === "string" && isRedacted(value)) return bindSecret(value, key, origins, parameters);
  return bindInput(value, key, origins, parameters) ?? bindTaskText(value, key, origins, parameters) ?? bindResult(value, key, origins, parameters) ?? bindParts(value, origins, parameters) ?? { from: "constant", value };
}
function simplified(value, binding) {
  const parts = binding.from === "list" ? binding.items : binding.from === "object" ? Object.values(binding.members) : [];
  const fixed = parts.every((part) => part.from === "constant" && part.sameAs === void 0);
  return fixed ? { from: "constant", value } : binding;
}
function bindSecret(text3, key, origins, parameters) {
  const parts = splitAtSecrets(text3).map(
    (part) => part.secret ? {
      from: "parameter",
      name: parameters.add({ name: key, source: "secret", example: part.text, presentIn: null })
    } : bindParts(part.text, origins, parameters) ?? { from: "constant", value: part.text }
  );
  const [only] = parts;
  return parts.length === 1 && only !== void 0 ? only : joined(parts);
}
function joined(parts) {
  return { from: "text", parts: parts.flatMap((part) => part.from === "text" ? part.parts : [part]) };
}
function bindWholeInput(value, key, origins, parameters) {
  if (typeof value !== "object" || value === null || key === "") return void 0;
  if (Object.keys(value).length === 0 || isRedacted(JSON.stringify(value))) return void 0;
  return bindInput(value, key, origins, parameters);
}
function bindInput(value, key, origins, parameters) {
  if (typeof value === "boolean" || value === null) return void 0;
  const alike = Object.entries(origins.inputs).filter(([, given]) => sameValue(given, value));
  const input = alike.find(([name2]) => letters(name2) === letters(key)) ?? alike[0];
  if (input === void 0) return void 0;
  return {
    from: "parameter",
    name: parameters.add({ name: input[0], source: "input", example: value, presentIn: null })
  };
}
function sameValue(left, right) {
  if (typeof left !== typeof right) return false;
  return typeof left === "object" ? sameJson(left, right) : left === right;
}
function bindTaskText(value, key, origins, parameters) {
  const text3 = typeof value === "number" || typeof value === "string" ? String(value) : "";
  if (text3.trim().length < 2 || !containsToken(origins.taskText, text3)) return void 0;
  return {
    from: "parameter",
    name: parameters.add({ name: key, source: "task", example: value, presentIn: null })
  };
}
function containsToken(text3, token) {
  return tokenPlaces(text3, token).length > 0;
}
function tokenPlaces(text3, token) {
  const places = [];
  for (let at = text3.indexOf(token); at !== -1; at = text3.indexOf(token, at + token.length)) {
    const before = text3[at - 1];
    const after = text3[at + token.length];
    if (!joins(before, token[0]) && !joins(token.at(-1), after)) places.push(at);
  }
  return places;
}
function joins(left, right) {
  const word = /[\p{L}\p{N}]/u;
  return left !== void 0 && right !== void 0 && word.test(left) && word.test(right);
}
function bindResult(value, key, origins, parameters) {
  const found = originsOf(value, key, origins.earlier);
  const telling = found.filter((origin) => origin.named || isDistinctive(value));
  const fixed = telling.find(isFixed);
  if (fixed !== void 0) return { from: "result", ...placeOf(fixed) };
  const [picked] = telling;
  if (picked !== void 0) {
    const collection = picked.path.map((part) => typeof part === "number" ? anyItem : part);
    const presentIn = { step: picked.step, path: formatPath(collection) };
    return {
      from: "parameter",
      name: parameters.add({ name: key, source: "picked", example: value, presentIn })
    };
  }
  const accident = found.find(isFixed);
  if (accident === void 0 || typeof value !== "string" || value === "") return void 0;
  return { from: "constant", value, sameAs: placeOf(accident) };
}
var isFixed = ({ path }) => !path.some((part) => typeof part === "number");
var placeOf = ({ step, path }) => ({ step, path: formatPath(path) });
function originsOf(value, key, earlier) {
  return earlier.flatMap(
    (step, index) => resultLeaves(step).filter((leaf) => sameValue(leaf.value, value)).map((leaf) => ({ step: index, path: leaf.path, named: sameName(leaf.path, key) }))
  ).sort((left, right) => Number(right.named) - Number(left.named) || right.step - left.step);
}
var knownLeaves = /* @__PURE__ */ new WeakMap();
function resultLeaves(step) {
  const known = knownLeaves.get(step);
  if (known !== void 0) return known;
  const leaves = step.truncated.includes("result") ? [] : leavesOf(structured(step.result));
  knownLeaves.set(step, leaves);
  return leaves;
}
function letters(text3) {
  return text3.toLowerCase().replace(/[^a-z0-9]/g, "");
}
function sameName(path, key) {
  const names2 = path.filter((part) => typeof part === "string");
  const wanted = letters(key);
  return wanted !== "" && (letters(names2.at(-1) ?? "") === wanted || letters(names2.slice(-2).join("")) === wanted);
}
var commonWords = new Set(
  "ok yes no on off true false none null all any new old open closed active inactive pending done failed success error default asc desc get put post".split(
    " "
  )
);
function isDistinctive(value) {
  if (typeof value === "number") return !Number.isInteger(value) || Math.abs(value) >= 100;
  return typeof value === "string" && value.trim().length >= 3 && !commonWords.has(value.trim().toLowerCase());
}
function bindParts(value, origins, parameters) {
  if (typeof value !== "string") return void 0;
  for (const [name2, given] of Object.entries(origins.inputs)) {
    if (typeof given !== "string" && typeof given !== "number") continue;
    const token = String(given);
    const [at] = token.length < 2 ? [] : tokenPlaces(value, token);
    if (at === void 0) continue;
    const before = value.slice(0, at);
    const after = value.slice(at + token.length);
    const parts = [
      ...before === "" ? [] : [bindParts(before, origins, parameters) ?? { from: "constant", value: before }],
      { from: "parameter", name: parameters.add({ name: name2, source: "input", example: given, presentIn: null }) },
      ...after === "" ? [] : [bindParts(after, origins, parameters) ?? { from: "constant", value: after }]
    ];
    return joined(parts);
  }
  return void 0;
}

// src/apply/parameters.ts
init_json();
function createParameterList(inputs = {}) {
  const found = [];
  const freeName = ({ name: name2, source }) => {
    const taken2 = (candidate) => found.some(({ parameter }) => parameter.name === candidate) || Object.hasOwn(inputs, candidate) && !(source === "input" && candidate === name2) && !isLostInput(inputs[candidate], source);
    const wanted = usableName(name2);
    if (!taken2(wanted)) return wanted;
    let number10 = 2;
    while (taken2(`${wanted}_${number10}`)) number10 += 1;
    return `${wanted}_${number10}`;
  };
  return {
    add(parameter) {
      const same = found.find((other) => stand(other, parameter));
      if (same !== void 0) return same.parameter.name;
      const name2 = freeName(parameter);
      found.push({ wanted: parameter.name, parameter: { ...parameter, name: name2 } });
      return name2;
    },
    all: () => found.map(({ parameter }) => parameter)
  };
}
function isLostInput(value, source) {
  return source === "secret" && typeof value === "string" && isRedacted(value);
}
function usableName(key) {
  const name2 = key.toWellFormed().replace(/\p{Cc}/gu, " ").trim().slice(0, 180).toWellFormed().trim();
  return name2 === "" ? "value" : name2;
}
function stand({ wanted, parameter }, other) {
  if (parameter.source !== other.source || !sameJson(parameter.example, other.example)) return false;
  return other.source === "secret" || other.source === "input" ? wanted === other.name : true;
}

// src/apply/build-template.ts
function buildTemplate(run2, steps, identity) {
  const calls = replayableCalls(run2, steps);
  const parameters = createParameterList(run2.inputs);
  const plan = calls.map((call, index) => planStep(run2, call, calls.slice(0, index), parameters));
  return {
    schemaVersion,
    id: identity.id,
    scope: run2.scope,
    createdAt: identity.now,
    updatedAt: identity.now,
    slug: identity.slug ?? slugFrom(run2.task.description),
    version: 1,
    status: "draft",
    sourceRunId: run2.id,
    task: run2.task,
    subTasks: subTasksOf(calls),
    agents: run2.scope.agent === null ? [] : [run2.scope.agent],
    parameters: [...parameters.all()],
    plan,
    examples: examplesOf(calls),
    firstRun: {
      modelCalls: run2.totals.modelCalls,
      toolCalls: run2.totals.toolCalls,
      wallTimeMs: run2.totals.wallTimeMs
    },
    derivedFrom: [
      { kind: "run", id: run2.id },
      ...calls.map((call) => ({ kind: "step", id: call.id }))
    ]
  };
}
function replayableCalls(run2, steps) {
  if (run2.outcome !== "success") {
    const state = run2.outcome === null ? "is still running" : `ended in ${run2.outcome}`;
    throw new EngramError(
      "not_replayable",
      `The run "${run2.id}" ${state}. Only a run that ended in success becomes a template.`,
      {
        details: { runId: run2.id, outcome: run2.outcome }
      }
    );
  }
  const tools = steps.filter((step) => step.kind === "tool");
  const ids = new Set(tools.map((step) => step.id));
  const calls = tools.filter((step) => step.success && (step.parentId === null || !ids.has(step.parentId)));
  if (calls.length === 0) {
    throw new EngramError("not_replayable", `The run "${run2.id}" has no successful tool call to repeat.`, {
      details: { runId: run2.id }
    });
  }
  const cut = calls.find((call) => call.truncated.includes("arguments"));
  if (cut !== void 0) {
    throw new EngramError(
      "not_replayable",
      `The arguments of the call to "${cut.tool}" were too large to be kept whole. Raise "capture.maxValueBytes" and record the run again.`,
      { details: { runId: run2.id, stepId: cut.id } }
    );
  }
  return calls;
}
function planStep(run2, call, earlier, parameters) {
  const origins = { inputs: run2.inputs, taskText: run2.task.description, earlier };
  return {
    tool: call.tool,
    arguments: bindValue(call.arguments, "", origins, parameters),
    // A cut result was kept as a preview; it says nothing about the shape of a whole one.
    expects: call.truncated.includes("result") ? { type: "any" } : shapeOf(structured(call.result)),
    recordedStep: call.id
  };
}
function subTasksOf(calls) {
  const seen = new Map(calls.flatMap(({ subTask }) => subTask === null ? [] : [[subTask.id, subTask]]));
  return [...seen.values()].sort((left, right) => left.index - right.index);
}
function examplesOf(calls) {
  return calls.filter(
    (call) => Object.keys(call.arguments).length > 0 && call.result !== null && call.truncated.length === 0
  ).map((call) => ({
    agent: call.scope.agent,
    subTask: call.subTask?.id ?? null,
    tool: call.tool,
    arguments: call.arguments,
    result: call.result
  }));
}

// src/apply/apply.ts
async function saveTemplate(context, viewer, raw) {
  const input = parseInput(saveTemplateInput, raw, "template");
  const run2 = await context.store.getRun(viewer, input.run);
  if (run2 === void 0) throw notFound("run", input.run);
  const steps = await context.store.listSteps(viewer, run2.id);
  const template = buildTemplate(run2, steps, {
    id: context.ids("tpl"),
    slug: input.name,
    now: context.clock.now()
  });
  await context.store.commit([{ type: "save-template", template }]);
  context.emit({ type: "template-saved", templateId: template.id });
  return template;
}
async function showTemplate(context, viewer, idOrSlug) {
  const { id } = parseInput(byId, { id: idOrSlug }, "template");
  return pickOne("template", id, viewer, await context.store.findTemplates(viewer, id));
}

// src/apply/gate.ts
async function learningFor(mode, loadTemplate) {
  if (mode.kind === "normal") return null;
  return { template: await loadTemplate(mode.templateId), style: mode.style };
}

// src/capture/capture.ts
init_record();
import { AsyncLocalStorage } from "node:async_hooks";

// src/model/thrown.ts
function describeThrown(thrown) {
  try {
    if (thrown instanceof Error) {
      const { code, name: name2, message } = thrown;
      const type = [code, name2].find((text3) => typeof text3 === "string" && text3 !== "") ?? "Error";
      return { type: String(type), message: asText(message) };
    }
  } catch {
    return { type: "Error", message: "an error that cannot be read" };
  }
  return { type: typeof thrown, message: asText(thrown) };
}
function asText(thrown) {
  if (typeof thrown === "string") return thrown;
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}

// src/capture/recorder.ts
init_errors();
var maximumWaiting = 1e3;
function createRecorder(store, emit) {
  const waiting = [];
  let records = 0;
  let reason = null;
  let arrived = 0;
  let draining = null;
  function lose(count2, why) {
    records += count2;
    reason = why;
    emit({ type: "records-lost", count: count2, reason: why });
  }
  async function drain() {
    let seen;
    do {
      seen = arrived;
      const commands = waiting.slice();
      try {
        await store.commit(commands);
        waiting.splice(0, commands.length);
        announce(commands);
      } catch (error) {
        await handleFailure(commands, error);
      }
    } while (arrived !== seen);
    draining = null;
  }
  function announce(commands) {
    for (const command of commands) {
      if (command.type === "append-step") {
        emit({ type: "step-recorded", runId: command.step.runId, stepId: command.step.id });
      }
    }
  }
  async function handleFailure(commands, error) {
    const { code, message } = toEngramError(error);
    reason = message;
    if (!code.startsWith("store_")) {
      waiting.splice(0, commands.length);
      await salvage(commands);
    } else if (waiting.length > maximumWaiting) {
      lose(waiting.splice(0, waiting.length - maximumWaiting).length, message);
    }
  }
  async function salvage(commands) {
    for (const command of commands) {
      try {
        await store.commit([command]);
        announce([command]);
      } catch (error) {
        lose(1, toEngramError(error).message);
      }
    }
  }
  return {
    write(command) {
      waiting.push(command);
      arrived += 1;
      draining ??= drain();
      return draining;
    },
    async flush() {
      await draining;
      if (waiting.length > 0) {
        draining ??= drain();
        await draining;
      }
      if (waiting.length > 0) lose(waiting.splice(0).length, reason ?? "the store did not answer");
      return { records, reason };
    }
  };
}

// src/capture/runs.ts
init_errors();
init_record();
init_run();
init_scope();
init_step();

// src/model/signature.ts
var maximumRead = 2e4;
var maximumLength = 2e3;
var masks = [
  [/\[REDACTED:[a-z0-9-]+\]/g, "<secret>"],
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>)\]]+/gi, "<url>"],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, "<address>"],
  [/(?:\b[A-Za-z]:)?(?:[\\/][\w.@~+-]+){2,}[\\/]?/g, "<path>"],
  // A quote inside a word is an apostrophe: "can't open 'x'" quotes x.
  [/"[^"\n]{1,200}"|(?<!\w)'[^'\n]{1,200}'|`[^`\n]{1,200}`/g, "<value>"],
  [/\b0x[0-9a-f]+\b/gi, "<hex>"],
  [/(?<![^\W_])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}(?![^\W_])/gi, "<hex>"],
  // Letters and digits by turns, too long for a name: what databases and services call their records.
  [/(?<![^\W_])(?=[a-z]*\d+[a-z]+\d)[a-z0-9]{16,}(?![^\W_])/gi, "<id>"],
  // `_` joins a number to a name (`order_42`) without being part of it.
  [/(?<![^\W_])\d+(?:\.\d+)*(?=(?:ms|s|m|h|kb|mb|gb|b)?(?![^\W_]))/gi, "<number>"]
];
function errorSignature(message) {
  let signature2 = message.slice(0, maximumRead);
  for (const [pattern, mask] of masks) signature2 = signature2.replace(pattern, mask);
  return signature2.replace(/\s+/g, " ").trim().slice(0, maximumLength).toWellFormed().trimEnd();
}

// src/capture/redacting-store.ts
init_text();

// src/capture/redact/names.ts
function secretNameOf(name2) {
  const known = cache.get(name2);
  if (known !== void 0) return known ?? void 0;
  const verdict = name2.length > longestName || !mayBeSecret.test(name2) ? void 0 : judgeName(name2);
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(name2, verdict ?? null);
  return verdict;
}
function wordsOf(name2) {
  const separated = name2.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return separated.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
}
var cache = /* @__PURE__ */ new Map();
var cacheLimit = 5e3;
var longestName = 80;
var mayBeSecret = /pass|pwd|pw$|secret|token|key|auth|cred|cookie|sess|sid$|sig|jwt|otp/i;
var trailing = /^(?:\d+|value|confirm|confirmation|again|repeat|old|new|current|plain|plaintext|raw|hash|hashed|encoded|base|b64|prod|production|dev|staging|live|primary|secondary)$/;
var about = /^(?:err|error|errors|invalid|missing|wrong|bad|forgot|forgotten|reset|change|min|max|num|no|has|is|show|hide|use|allow|require|required|requires|expired|without)$/;
var passwordNoun = /(?:password|passwd|passphrase|passcode|passwort|pword|pwd)$/;
var secretNoun = /(?:secret|secretkey)$/;
var keyNoun = /(?:api|access|account|private|secret|auth|authorization|encryption|decryption|signing|signature|master|admin|service|role|shared|deploy|license|subscription|webhook|hmac|aes|rsa|ssh|jwt|session|app|application|client|consumer|functions|storage|write|ingest|integration|rest|security)keys?$/;
var tokenNoun = /(?:access|auth|oauth|api|refresh|bearer|bot|session|identity|csrf|xsrf|secret|security|personal|private|deploy|verification|registration|service|user|app|client|webhook|registry|github|gitlab|npm|slack|hf|vault)token$/;
var harmlessToken = /^(?:page|next|previous|prev|continuation|cursor|sync|stop|start|end|pad|eos|bos|unk|sep|mask|cls|special|next)$/;
var harmlessKey = /^(?:public|publishable|primary|foreign|cache|partition|sort|row|idempotency|object|unique|index|hash|map|group|routing|translation|message|query|lookup|composite|dedupe|dedup|the|a|any|each|first|last|bucket|shard|config|shortcut|hot|arrow|i18n)$/;
function judgeName(name2) {
  const words4 = wordsOf(name2);
  while (words4.length > 1 && trailing.test(words4.at(-1) ?? "")) words4.pop();
  const last = words4.at(-1) ?? "";
  const before = words4.at(-2) ?? "";
  if (words4.slice(0, -1).some((word) => about.test(word))) return void 0;
  const compact = words4.join("");
  if (passwordNoun.test(compact)) return { kind: "password", evidence: "certain" };
  if (last === "pass" || last === "pw") {
    return name2 === "PASS" ? void 0 : { kind: "password", evidence: before === "" ? "likely" : "certain" };
  }
  if (last === "otp") return { kind: "one-time-password", evidence: "certain" };
  if (compact.endsWith("privatekey")) return { kind: "private-key", evidence: "likely" };
  if (secretNoun.test(compact)) return { kind: "secret", evidence: "certain" };
  return judgeToken(name2, compact, last, before) ?? judgeKey(name2, compact, last, before);
}
function judgeToken(name2, compact, last, before) {
  if (tokenNoun.test(compact) || last === "token" && before === "id")
    return { kind: "token", evidence: "likely" };
  if (last === "token" || last === "jwt") {
    return harmlessToken.test(before) ? void 0 : { kind: "token", evidence: "hint" };
  }
  if (/^(?:cred|creds|credential|credentials|secrets)$/.test(last)) {
    return { kind: "credential", evidence: "hint" };
  }
  if (last === "auth") return { kind: "credential", evidence: "hint" };
  if (/(?:sessid|sessionid)$/.test(name2.toLowerCase()) && last.length > 5) {
    return { kind: "session", evidence: "hint" };
  }
  return last === "sid" && before === "connect" ? { kind: "session", evidence: "hint" } : void 0;
}
function judgeKey(name2, compact, last, before) {
  if (!compact.endsWith("key") && !compact.endsWith("keys")) return void 0;
  if (harmlessKey.test(before)) return void 0;
  if (keyNoun.test(compact)) return { kind: "api-key", evidence: "likely" };
  const fromEnvironment2 = last === "key" && before !== "" && name2 === name2.toUpperCase();
  return fromEnvironment2 ? { kind: "api-key", evidence: "hint" } : void 0;
}

// src/capture/redact/base64.ts
var base64Run = /^[A-Za-z0-9+/_-]{4,}={0,2}$/;
function decodeBase64(encoded) {
  if (!base64Run.test(encoded)) return void 0;
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  return isPrintable(decoded) ? decoded : void 0;
}
function base64PrefixOf(beginning) {
  const settled = Math.floor(beginning.length * 8 / 6);
  return Buffer.from(beginning, "latin1").toString("base64").slice(0, settled);
}
function isPrintable(text3) {
  return !/[^\t\n\r\x20-\x7e\u00a0-\ufffc]/.test(text3);
}

// src/capture/redact/rule.ts
function matchAt(sticky, text3, at) {
  sticky.lastIndex = at;
  return sticky.exec(text3) ?? void 0;
}
function startsToken(text3, at, floor) {
  if (at <= floor) return true;
  if (!isAlphanumeric(text3.charCodeAt(at - 1))) return true;
  return escapeTail.test(text3.slice(Math.max(floor, at - 6), at));
}
var escapeTail = /(?:\\[nrtbf]|%[0-9a-f]{2}|\\u[0-9a-f]{4}|\[\d{0,3}m)$/i;
function isAlphanumeric(code) {
  return code >= 48 && code <= 57 || code >= 65 && code <= 90 || code >= 97 && code <= 122;
}

// src/capture/redact/entropy.ts
function entropyOf(text3) {
  const counts = /* @__PURE__ */ new Map();
  for (const character of text3) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count2 of counts.values()) {
    const share = count2 / text3.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}
var uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
var opaqueCharacters = /^[A-Za-z0-9+/=_.~:$!@#%^&*-]+$/;
var hexadecimal = /^[0-9a-f]+$/i;
var objectIdentity = /^(?:0x[0-9a-f]+|[\w.$]+@[0-9a-f]{1,16})$/i;
var dateOrVersion = /^v?\d+(?:[-./:]\d+){2}/;
var pathOrAddress = /^(?:[.~]{0,2}\/)?[a-z][\w.@-]*(?:\/[a-z][\w.@-]*)+\/?$|^[\w.+-]+@[\w-]+\.[\w.-]+$/i;
function looksRandom(text3) {
  if (text3.length < 16 || text3.length > 4096) return false;
  const sample = text3.length > 256 ? text3.slice(0, 256) : text3;
  if (!opaqueCharacters.test(sample) || !/\d/.test(sample) || !/[A-Za-z]/.test(sample)) return false;
  if (uuid.test(sample)) return true;
  if (dateOrVersion.test(sample) || objectIdentity.test(sample)) return false;
  if (hexadecimal.test(sample)) return entropyOf(sample) > 2.5;
  if (pathOrAddress.test(sample) && switchesOf(sample) < sample.length / 4) return false;
  return entropyOf(sample) > 3 && switchesOf(sample) >= sample.length / 8;
}
function switchesOf(text3) {
  let switches = 0;
  let previous = "";
  for (const character of text3) {
    const current2 = classOf(character);
    const startsWord = previous === "other" || previous === "upper" && current2 === "lower";
    if (current2 !== "other" && previous !== "" && current2 !== previous && !startsWord) switches += 1;
    previous = current2;
  }
  return switches;
}
function classOf(character) {
  if (character >= "0" && character <= "9") return "digit";
  if (character >= "a" && character <= "z") return "lower";
  if (character >= "A" && character <= "Z") return "upper";
  return "other";
}

// src/capture/redact/rules-tokens.ts
var tokenForms = [
  { kind: "anthropic-key", prefixes: ["sk-ant-"], after: /[\w-]{16,300}/y },
  {
    kind: "openai-key",
    prefixes: ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"],
    after: /[\w-]{16,300}/y
  },
  { kind: "openrouter-key", prefixes: ["sk-or-"], after: /[\w-]{20,200}/y },
  { kind: "langfuse-key", prefixes: ["sk-lf-"], after: /[0-9a-f-]{20,60}/y },
  { kind: "openai-key", prefixes: ["sk-"], after: /[A-Za-z0-9]{20,200}/y },
  { kind: "api-key", prefixes: ["sk-"], after: /[\w-]{24,200}/y, mustLookRandom: true },
  { kind: "google-api-key", prefixes: ["AIza"], after: /[\w-]{30,60}/y },
  { kind: "google-oauth-token", prefixes: ["ya29."], after: /[\w.-]{20,2048}/y },
  { kind: "google-refresh-token", prefixes: ["1//0"], after: /[\w-]{30,300}/y },
  { kind: "google-client-secret", prefixes: ["GOCSPX-"], after: /[\w-]{20,60}/y },
  { kind: "huggingface-token", prefixes: ["hf_", "api_org_"], after: /[A-Za-z0-9]{28,80}/y },
  { kind: "groq-key", prefixes: ["gsk_"], after: /[A-Za-z0-9]{32,100}/y },
  { kind: "xai-key", prefixes: ["xai-"], after: /[A-Za-z0-9]{40,150}/y },
  { kind: "perplexity-key", prefixes: ["pplx-"], after: /[A-Za-z0-9]{32,100}/y },
  { kind: "replicate-token", prefixes: ["r8_"], after: /[A-Za-z0-9]{30,60}/y },
  { kind: "nvidia-key", prefixes: ["nvapi-"], after: /[\w-]{32,120}/y },
  { kind: "tavily-key", prefixes: ["tvly-"], after: /[\w-]{20,80}/y, mustLookRandom: true },
  { kind: "langsmith-key", prefixes: ["lsv2_pt_", "lsv2_sk_"], after: /[0-9a-f_]{32,80}/y },
  { kind: "pinecone-key", prefixes: ["pcsk_"], after: /[A-Za-z0-9_]{32,120}/y },
  { kind: "cerebras-key", prefixes: ["csk-"], after: /[a-z0-9]{32,80}/y },
  { kind: "e2b-key", prefixes: ["e2b_"], after: /[0-9a-f]{32,64}/y },
  { kind: "firecrawl-key", prefixes: ["fc-"], after: /[0-9a-f]{32}/y },
  { kind: "jina-key", prefixes: ["jina_"], after: /[A-Za-z0-9_-]{40,80}/y },
  { kind: "github-token", prefixes: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], after: /[A-Za-z0-9]{20,255}/y },
  { kind: "github-token", prefixes: ["github_pat_"], after: /\w{20,255}/y },
  {
    kind: "gitlab-token",
    prefixes: [
      "glpat-",
      "gldt-",
      "glrt-",
      "glcbt-",
      "glptt-",
      "glft-",
      "glimt-",
      "glagent-",
      "gloas-",
      "glsoat-",
      "glffct-"
    ],
    after: /[\w.-]{16,300}/y
  },
  { kind: "gitlab-token", prefixes: ["GR1348941"], after: /[\w-]{16,40}/y },
  { kind: "npm-token", prefixes: ["npm_"], after: /[A-Za-z0-9]{30,80}/y },
  { kind: "pypi-token", prefixes: ["pypi-"], after: /[\w-]{40,300}/y },
  { kind: "rubygems-key", prefixes: ["rubygems_"], after: /[0-9a-f]{40,64}/y },
  { kind: "docker-token", prefixes: ["dckr_pat_", "dckr_oat_"], after: /[\w-]{20,64}/y },
  {
    kind: "atlassian-token",
    prefixes: ["ATATT3", "ATCTT3", "ATBB"],
    after: /[\w=-]{28,400}/y,
    mustLookRandom: true
  },
  {
    kind: "aws-access-key-id",
    prefixes: ["AKIA", "ASIA", "ABIA", "ACCA"],
    after: /[A-Z0-9]{16}(?![A-Za-z0-9])/y
  },
  { kind: "digitalocean-token", prefixes: ["dop_v1_", "doo_v1_", "dor_v1_"], after: /[0-9a-f]{40,64}/y },
  { kind: "databricks-token", prefixes: ["dapi"], after: /[0-9a-f]{32}(?:-\d)?(?![\w])/y },
  { kind: "vault-token", prefixes: ["hvs.", "hvb.", "hvr."], after: /[\w-]{20,300}/y },
  {
    kind: "doppler-token",
    prefixes: ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
    after: /[\w.-]{30,120}/y
  },
  { kind: "supabase-token", prefixes: ["sbp_"], after: /[0-9a-f]{32,64}/y },
  { kind: "supabase-key", prefixes: ["sb_secret_"], after: /[\w-]{20,80}/y },
  {
    kind: "planetscale-token",
    prefixes: ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"],
    after: /[\w.=-]{24,80}/y
  },
  { kind: "tailscale-key", prefixes: ["tskey-"], after: /[\w-]{16,120}/y },
  { kind: "age-key", prefixes: ["AGE-SECRET-KEY-1"], after: /[A-Z0-9]{40,80}/y },
  { kind: "fly-token", prefixes: ["fo1_", "fm1_", "fm2_"], after: /[\w+/=-]{40,2048}/y },
  {
    kind: "stripe-key",
    prefixes: ["sk_live_", "rk_live_", "sk_test_", "rk_test_"],
    after: /[A-Za-z0-9]{10,255}/y
  },
  { kind: "stripe-webhook-secret", prefixes: ["whsec_"], after: /[A-Za-z0-9+/=]{16,120}/y },
  { kind: "square-token", prefixes: ["sq0atp-", "sq0csp-"], after: /[\w-]{20,60}/y },
  { kind: "shopify-token", prefixes: ["shpat_", "shpca_", "shppa_", "shpss_"], after: /[0-9a-fA-F]{32}/y },
  { kind: "razorpay-key", prefixes: ["rzp_live_"], after: /[A-Za-z0-9]{14,40}/y },
  { kind: "sendgrid-key", prefixes: ["SG."], after: /[\w-]{16,40}\.[\w-]{30,60}/y },
  { kind: "mailgun-key", prefixes: ["key-"], after: /[0-9a-f]{32}(?![\w-])/y },
  { kind: "mailchimp-key", prefixes: ["md-"], after: /[\w-]{22}(?![\w-])/y, mustLookRandom: true },
  { kind: "twilio-key", prefixes: ["SK"], after: /[0-9a-f]{32}(?!\w)/y },
  { kind: "twilio-account", prefixes: ["AC"], after: /[0-9a-f]{32}(?!\w)/y },
  {
    kind: "slack-token",
    prefixes: ["xoxb-", "xoxp-", "xoxa-", "xoxo-", "xoxs-", "xoxr-", "xoxe-", "xoxc-", "xoxd-"],
    after: /[\w%.-]{10,300}/y
  },
  { kind: "slack-token", prefixes: ["xoxe.xox", "xapp-"], after: /[\w.-]{16,300}/y },
  {
    kind: "slack-webhook",
    prefixes: ["hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/"],
    after: /[\w/-]{16,200}/y,
    keepsPrefix: true
  },
  {
    kind: "teams-webhook",
    prefixes: ["webhook.office.com/webhookb2/"],
    after: /[\w@/-]{32,300}/y,
    keepsPrefix: true
  },
  { kind: "linear-key", prefixes: ["lin_api_", "lin_oauth_"], after: /[A-Za-z0-9]{32,80}/y },
  { kind: "notion-token", prefixes: ["ntn_", "secret_"], after: /[A-Za-z0-9]{40,60}/y },
  { kind: "figma-token", prefixes: ["figd_", "figo_"], after: /[\w-]{32,80}/y },
  { kind: "postman-key", prefixes: ["PMAK-"], after: /[0-9a-f]{24}-[0-9a-f]{34}/y },
  { kind: "newrelic-key", prefixes: ["NRAK-"], after: /[A-Z0-9]{24,40}/y },
  { kind: "grafana-token", prefixes: ["glsa_"], after: /[A-Za-z0-9]{32}_[0-9a-f]{8}/y },
  { kind: "grafana-token", prefixes: ["glc_"], after: /[A-Za-z0-9+/=]{32,400}/y },
  { kind: "sentry-token", prefixes: ["sntrys_", "sntryu_"], after: /[\w+/=-]{40,400}/y },
  { kind: "posthog-key", prefixes: ["phx_"], after: /[A-Za-z0-9]{40,60}/y },
  {
    kind: "facebook-token",
    prefixes: ["EAA"],
    after: /(?![A-Za-z0-9]{0,400}AAA)[A-Za-z0-9]{80,400}/y,
    mustLookRandom: true
  }
];
function tokenAt(text3, at, floor) {
  for (const { form, prefix } of formsByHead.get(headOf(text3, at)) ?? []) {
    const finding = tryForm(form, prefix, text3, at, floor);
    if (finding !== void 0) return finding;
  }
  return void 0;
}
function tryForm(form, prefix, text3, at, floor) {
  if (!text3.startsWith(prefix, at)) return void 0;
  if (!form.keepsPrefix && !startsToken(text3, at, floor)) return void 0;
  const body2 = matchAt(form.after, text3, at + prefix.length)?.[0];
  if (body2 === void 0 || /^[xX*_-]+$/.test(body2)) return void 0;
  if (form.mustLookRandom && !looksRandom(body2)) return void 0;
  const end = at + prefix.length + body2.length;
  return { kind: form.kind, start: form.keepsPrefix ? at + prefix.length : at, end };
}
function headOf(text3, at) {
  return text3.slice(at, at + 2);
}
var formsByHead = /* @__PURE__ */ new Map();
for (const form of tokenForms) {
  for (const prefix of form.prefixes) {
    const sameHead = formsByHead.get(headOf(prefix, 0)) ?? [];
    formsByHead.set(headOf(prefix, 0), [...sameHead, { form, prefix }]);
  }
}
var anchors = tokenForms.flatMap(({ prefixes }) => prefixes).flatMap(
  (prefix) => prefix.length > 2 ? prefix : Array.from("0123456789abcdef", (digit) => prefix + digit)
);
var tokenRule = {
  anchors: [...new Set(anchors)],
  find(text3, at, floor) {
    const finding = tokenAt(text3, at, floor);
    return finding && [finding];
  }
};

// src/capture/redact/rules-base64.ts
var encodedRun = /[A-Za-z0-9+/_-]{12,16384}={0,2}/y;
var wrappedLines = /(?:(?:\r?\n|\\n)[A-Za-z0-9+/]{60,76}){0,400}(?:(?:\r?\n|\\n)[A-Za-z0-9+/]{1,76}={0,2})?/y;
function createBase64Rule(scanDecoded) {
  const beginnings = [...tokenForms.flatMap(({ prefixes }) => prefixes), "-----BEGIN ", '{"', "{\n"];
  const anchors2 = beginnings.map(base64PrefixOf).filter((encoded) => encoded.length >= 4);
  return {
    anchors: [...new Set(anchors2), "eyJ", "ewog", "ewo"],
    find(text3, at, floor) {
      if (!startsToken(text3, at, floor) || at > floor && /[-_+/]/.test(text3[at - 1] ?? ""))
        return void 0;
      const run2 = matchAt(encodedRun, text3, at)?.[0];
      if (run2 === void 0) return void 0;
      const decoded = decodeBase64(run2);
      const kind = decoded === void 0 ? void 0 : scanDecoded(decoded)[0]?.kind;
      if (kind === void 0) return void 0;
      const end = at + run2.length;
      const wrapped = run2.length >= 60 && run2.length <= 76 ? matchAt(wrappedLines, text3, end)?.[0].length : 0;
      return [{ kind, start: at, end: end + (wrapped ?? 0) }];
    }
  };
}

// src/capture/redact/values.ts
function isSecretValue(value, { evidence, quoted, assigned }) {
  if (isStandIn(value)) return false;
  if (evidence === "hint") return looksRandom(value);
  if (/\s/.test(value))
    return quoted && evidence === "certain" ? !isProse(value) : looksRandom(unwrapped(value));
  if (isPath(value) || isPlainWord(value) || !quoted && isCode(value)) return false;
  if (looksRandom(value)) return true;
  if (evidence === "certain") return quoted || isMixed(value) || assigned && isOwnWord(value);
  return value.length >= 6 && (/\d/.test(value) ? /[^\d.,]/.test(value) : isLongLetters(value));
}
function isStandIn(value) {
  return value === "" || value.includes(placeholderStart) || standIn.test(value) || masked.test(value);
}
var standIn = /^(?:\$[A-Za-z_][\w:.]*$|\$\{|\$\(|\{\{|\{[\w.]*\}$|%(?:[sdv](?:\W%[sdv])*|\w+%|\(\w+\)s)$|<[^<>]*>?$|&lt;|#\{|@\{|!(?:Ref|Sub|GetAtt|ImportValue|secret|vault|env)\b|process\.env|import\.meta|os\.(?:environ|getenv)|env[.([]|getenv|secrets?\.|vars?\.|vault:|arn:|projects\/|op:\/\/|(?:(?:insert|enter|put|replace|your)[-_ ]?|(?:the|my)[-_ ])(?:own|api|access|secret|token|password|key|auth|actual|real)[-_a-z ]*$|your[-_ ]|example|dummy|placeholder|\[?redacted|change[-_]?me|todo\b)/i;
var masked = /^(?:[*•●.#?_-]+|[xX]{3,})$|\*{3}|•{2}|x{8}|X{8}|^.{0,12}(?:\.{3}|…).{0,8}$/;
function isPlainWord(value) {
  return plainWord.test(value);
}
function isUnmistakable(value) {
  return looksRandom(value) || value.length >= 6 && isMixed(value) && !/^\d+$|-|^\W/.test(value);
}
var plainWord = /^(?:0x[0-9a-f]+|true|false|null|nil|none|undefined|void|any|unknown|never|string|str|text|varchar|char|number|int|integer|bool|boolean|bytes?|object|array|optional|required|invalid|valid|missing|expired|empty|unset|incorrect|correct|wrong|hidden|yes|no|on|off|ok|bearer|basic|digest|oauth2?|jwt|sha\d+|md5|bcrypt|scrypt|argon2\w*|pbkdf2|utf-?8|base64|hex|(?:new|old|current|confirm)?[-_ ]?(?:pass|passwords?|passwd|passphrase|tokens?|(?:api|access|private|secret|auth)?[-_]?keys?|pwd|credentials?)(?:\d|[-_][a-z_-]+)?)[?!.:]*$/i;
var proseWord = /\b(?:the|an?|is|are|be|been|was|were|must|should|can|cannot|could|may|will|your|you|my|our|their|to|of|for|with|from|in|on|at|by|or|and|not|no|this|that|it|if|has|have|does|do|least|required|invalid|enter|forgot|please|password|passwords|passwort|passe|secret|secrets|token|key|keys|characters?)\b/i;
function isProse(value) {
  return proseWord.test(value) || value.length > 200;
}
function unwrapped(value) {
  return value.replace(/\s+/g, "");
}
function isPath(value) {
  return /^(?:~|\.{1,2})?\/[\w.@-]+(?:\/[\w.@-]+)*\/?$|^[A-Za-z]:\\|^https?:\/\/|^file:/.test(value) && !looksRandom(value);
}
function isCode(value) {
  return /^[([{|&+*?:=\\/]|^-[->]?$|^!?[A-Za-z_$][\w$]*(?:\(|\[|\.[A-Za-z_$]|::|->|\?\.|=>|\|\||\?\?)|^[a-z_$]+(?:[A-Z][a-z]+)+$|^[A-Z][a-z]+(?:[A-Z][a-z]+)+$|^[A-Za-z]+_[A-Za-z_]+$/.test(
    value
  ) || /^(?:None|null|new|await|this|self|function|f?["'`])$/.test(value);
}
function isMixed(value) {
  if (/^\d+$/.test(value)) return value.length >= 4;
  if (value.length < 4) return false;
  return /[A-Za-z].*[\d!@#$%^&*+=~]|[\d!@#$%^&*+=~].*[A-Za-z]/.test(value);
}
function isOwnWord(value) {
  return value.length >= 3 && !/^[a-z]+(?:ed|ing)$/i.test(value);
}
function isLongLetters(value) {
  return value.length >= 20 && /^[A-Za-z+/=]+$/.test(value);
}

// src/capture/redact/rules-commands.ts
var passwordFlags = [
  {
    anchors: [" -u", " --user ", " --user=", " --proxy-user "],
    commands: /\b(?:curl|wget|http|https|xh)\b/,
    flag: / (?:-u|--user|--proxy-user)[ =]{0,3}["']?[^\s:"'$]{1,128}:/y
  },
  { anchors: [" -p"], commands: /\bmysql\w*\b/, flag: / -p(?=[^\s"'-])["']?/y },
  { anchors: [" -p"], commands: /\bsshpass\b|\b(?:docker|podman) login\b/, flag: / -p[ ]{0,3}["']?/y },
  { anchors: [" -a "], commands: /\bredis-cli\b/, flag: / -a[ ]{1,3}["']?/y }
];
var passwordArgument = /[^\s"'`;|\\]{1,256}/y;
var commandRules = passwordFlags.map(({ anchors: anchors2, commands, flag }) => ({
  anchors: anchors2,
  find(text3, at, floor) {
    const opening2 = matchAt(flag, text3, at);
    if (opening2 === void 0 || !commands.test(lineBefore(text3, at, floor))) return void 0;
    const start = at + opening2[0].length;
    const password = matchAt(passwordArgument, text3, start)?.[0];
    if (password === void 0 || isStandIn(password)) return void 0;
    return [{ kind: "password", start, end: start + password.length }];
  }
}));
function lineBefore(text3, at, floor) {
  const before = text3.slice(Math.max(0, Math.min(floor, at - 200), at - 400), at);
  return before.slice(before.lastIndexOf("\n") + 1);
}
var identifiedBy = /identified by (?:password )?'([^']{1,256})'/iy;
var identifiedByRule = {
  anchors: ["identified by "],
  find(text3, at) {
    const match = matchAt(identifiedBy, text3, at);
    const password = match?.[1];
    if (match === void 0 || password === void 0 || isStandIn(password)) return void 0;
    const end = at + match[0].length - 1;
    return [{ kind: "password", start: end - password.length, end }];
  }
};

// src/capture/redact/rules-forms.ts
var stickyPlaceholder = new RegExp(placeholderPattern.source, "y");
var placeholderRule = {
  anchors: [placeholderStart],
  find(text3, at) {
    const match = matchAt(stickyPlaceholder, text3, at);
    return match && [{ kind: match[1] ?? "", start: at, end: at + match[0].length }];
  }
};
var jsonWebToken = /eyJ[\w-]{8,8192}\.[\w-]{8,16384}(?:\.[\w-]{0,8192}){0,3}/y;
var jsonWebTokenRule = {
  anchors: ["eyJ"],
  find(text3, at, floor) {
    if (!startsToken(text3, at, floor) || at > floor && text3[at - 1] === "-") return void 0;
    const match = matchAt(jsonWebToken, text3, at);
    return match && [{ kind: "jwt", start: at, end: at + match[0].length }];
  }
};
var embeddedForms = [
  {
    kind: "telegram-token",
    anchors: [":AA"],
    before: /(?<!\d)\d{8,10}$/,
    longestBefore: 11,
    after: /:AA[\w-]{32,36}/y
  },
  {
    kind: "azure-client-secret",
    anchors: ["7Q~", "8Q~"],
    before: /(?<![\w.~-])[\w.~-]{3}$/,
    longestBefore: 4,
    after: /[78]Q~[\w.~-]{31,34}/y
  },
  {
    kind: "terraform-token",
    anchors: [".atlasv1."],
    before: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}$/,
    longestBefore: 15,
    after: /\.atlasv1\.[\w=-]{40,120}/y
  },
  {
    // A Discord token begins with the base64 of a decimal user id.
    kind: "discord-token",
    anchors: [
      ...new Set(Array.from({ length: 900 }, (_, index) => base64PrefixOf(`${100 + index}`).slice(0, 3)))
    ],
    before: /(?<![A-Za-z0-9])$/,
    longestBefore: 1,
    after: /[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,40}/y
  },
  {
    kind: "discord-webhook",
    anchors: ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    before: /$/,
    longestBefore: 0,
    after: /(discord(?:app)?\.com\/api\/webhooks\/\d{10,25}\/)[\w-]{30,120}/y
  }
];
var embeddedRules = embeddedForms.map((form) => ({
  anchors: form.anchors,
  find(text3, at, floor) {
    const match = matchAt(form.after, text3, at);
    if (match === void 0) return void 0;
    const before = form.before.exec(text3.slice(Math.max(floor, at - form.longestBefore), at));
    if (before === null) return void 0;
    const kept = match[1]?.length ?? 0;
    return [{ kind: form.kind, start: at - before[0].length + kept, end: at + match[0].length }];
  }
}));
var privateKeyBegin = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
var privateKeyEnd = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
var privateKeyBody = /(?:[A-Za-z0-9+/=:,.\s]|-(?!----)|\\+[nrt])+/y;
var privateKeyRule = {
  anchors: ["-----BEGIN "],
  find(text3, at) {
    const begin = matchAt(privateKeyBegin, text3, at);
    if (begin === void 0) return void 0;
    const bodyStart = at + begin[0].length;
    const nextMarker = text3.indexOf("-----", bodyStart);
    const ending = nextMarker < 0 ? void 0 : matchAt(privateKeyEnd, text3, nextMarker);
    if (ending !== void 0) {
      return [{ kind: "private-key", start: at, end: nextMarker + ending[0].length }];
    }
    const body2 = matchAt(privateKeyBody, text3, bodyStart)?.[0].trimEnd() ?? "";
    if (body2.replace(/\\+[nrt]|\s/g, "").length < 16) return void 0;
    return [{ kind: "private-key", start: at, end: bodyStart + body2.length }];
  }
};
var puttyPrivateLines = /Private-Lines: \d{1,3}(?:\r?\n|\\n)((?:[A-Za-z0-9+/=]{4,80}(?:\r?\n|\\n|$)){1,200})/y;
var puttyKeyRule = {
  anchors: ["private-lines:"],
  find(text3, at) {
    const lines2 = matchAt(puttyPrivateLines, text3, at);
    if (lines2 === void 0 || isAlphanumeric(text3.charCodeAt(at - 1))) return void 0;
    const end = at + lines2[0].trimEnd().length;
    return [{ kind: "private-key", start: end - (lines2[1] ?? "").trimEnd().length, end }];
  }
};

// src/capture/redact/specific-kind.ts
function specificKindOf(text3, start, end) {
  const known = tokenAt(text3, start, start) ?? jsonWebTokenRule.find(text3, start, start)?.[0] ?? (text3.startsWith("-----BEGIN", start) ? privateKeyRule.find(text3, start, start)?.[0] : void 0);
  return known !== void 0 && known.end >= end - 1 ? known.kind : void 0;
}

// src/capture/redact/rules-headers.ts
var authorization = /authorization(?:\\{0,7}["'`])?[ \t]{0,4}(?:[:=]|=>|,(?=\s{0,4}\\{0,7}["']))\s{0,4}(?:\\{0,7}["'`])?[ \t]{0,2}(?:(Bearer|Basic|Token|ApiKey|Api-Key|Bot|Key|GenieKey|Negotiate|SSWS|JWT|OAuth)[ \t]{1,4}(?:token=)?)?([^\s"'`\\,;<>{}()[\]]{1,8192})/iy;
var authorizationRule = {
  anchors: ["authorization"],
  find(text3, at) {
    const match = matchAt(authorization, text3, at);
    if (match === void 0) return void 0;
    const [whole, scheme = "", value = ""] = match;
    const end = at + whole.length;
    if (!isCredential(scheme.toLowerCase(), value, text3[end])) return void 0;
    const kind = scheme.toLowerCase() === "basic" ? "basic-auth" : "bearer-token";
    return [{ kind: specificKindOf(text3, end - value.length, end) ?? kind, start: end - value.length, end }];
  }
};
function isCredential(scheme, value, next) {
  if (isStandIn(value) || isPlainWord(value) || value.startsWith("$") || value.startsWith("AWS4-"))
    return false;
  if (scheme === "basic") return value.length >= 8 || decodeBase64(value)?.includes(":") === true;
  if (isSecretValue(value, { evidence: "likely", quoted: false, assigned: false })) return true;
  const endsThere = next === void 0 || next !== " ";
  return scheme !== "" && endsThere && value.length >= 3 && /^[A-Za-z0-9_-]+$/.test(value);
}
var bearer = /bearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{8,8192})/iy;
var basic = /basic[ \t]{1,4}([A-Za-z0-9+/_-]{6,1024}={0,2})/iy;
var schemeRules = [
  {
    anchors: ["bearer "],
    find: (text3, at) => schemeFinding(text3, at, bearer, "bearer-token", isBearerToken)
  },
  {
    anchors: ["basic "],
    find: (text3, at) => schemeFinding(text3, at, basic, "basic-auth", (value) => /^[^:\s]*:./.test(decodeBase64(value) ?? ""))
  }
];
function isBearerToken(value) {
  if (isStandIn(value)) return false;
  return looksRandom(value) || value.length >= 10 && /^(?=.*\d)(?=.*[A-Za-z])[\w.]+$/.test(value);
}
function schemeFinding(text3, at, pattern, kind, isCredentialValue) {
  const match = matchAt(pattern, text3, at);
  const value = match?.[1]?.replace(/\.+$/, "");
  if (match === void 0 || value === void 0 || isAlphanumeric(text3.charCodeAt(at - 1))) return void 0;
  if (!isCredentialValue(value)) return void 0;
  const start = at + match[0].length - (match[1] ?? "").length;
  const end = start + value.length;
  return [{ kind: specificKindOf(text3, start, end) ?? kind, start, end }];
}
var cookieStart = /cookies?(?:\\{0,7}["'`])?[ \t]{0,4}(?:[:=]|=>|,(?=\s{0,4}\\{0,7}["'])|(?<=--cookie)(?=[ \t]))\s{0,4}\[?(?:\\{0,7}["'`])?[ \t]{0,2}/iy;
var cookiePair = /([\w.$!#%&*+^|~-]{1,80})=([^;\s"'`\\,]{0,8192})(?:;[ \t]?)?/y;
var mostCookies = 100;
var cookieRule = {
  anchors: ["cookie"],
  find(text3, at) {
    const opening2 = matchAt(cookieStart, text3, at);
    return opening2 ? cookieFindings(text3, at + opening2[0].length) : void 0;
  }
};
function cookieFindings(text3, at) {
  const findings = [];
  let position = at;
  for (let count2 = 0; count2 < mostCookies; count2 += 1) {
    const pair = matchAt(cookiePair, text3, position);
    if (pair === void 0) break;
    const [whole, name2 = "", value = ""] = pair;
    const start = position + name2.length + 1;
    if (isSecretCookie(name2, value)) findings.push({ kind: "cookie", start, end: start + value.length });
    position += whole.length;
    if (!whole.trimEnd().endsWith(";")) break;
  }
  return findings;
}
var cookieAttribute = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;
var sessionCookie = /sess|sid|auth|token|csrf|xsrf|jwt|remember|login|secret|key/i;
var preference = /^(?:[a-z]{1,12}|[a-z]{2}[-_][A-Za-z]{2}|\d{1,4}|[A-Z][a-z]+\/[A-Z]\w+|v?\d+(?:\.\d+)+)$/;
function isSecretCookie(name2, value) {
  if (cookieAttribute.test(name2) || value.length < 4 || isStandIn(value) || /[({]/.test(value)) return false;
  return sessionCookie.test(name2) ? !isPlainWord(value) : !preference.test(value);
}

// src/capture/redact/pair-name.ts
var longestName2 = 64;
var isNameCode = codeTable(/[\w.$-]/);
var opensValue = codeTable(/[=:"'`>\\\]\n\r%iw]/);
var bareValue = /[ \t](?=\S{0,40}\d)\S{6}/y;
function codeTable(accepted) {
  return Uint8Array.from({ length: 128 }, (_, code) => accepted.test(String.fromCharCode(code)) ? 1 : 0);
}
function pairNameAround(text3, at, floor) {
  let end = at;
  while (end < text3.length && end - at < longestName2 && isNameCode[text3.charCodeAt(end)] === 1) end += 1;
  const hasValue = mayHaveValue(text3, end);
  if (!hasValue && text3[end] !== " ") return void 0;
  let start = at;
  while (start > floor && at - start < longestName2 && isNameCode[text3.charCodeAt(start - 1)] === 1)
    start -= 1;
  if (text3[start - 1] === "\\" && /[nrt]/.test(text3[start] ?? "") && start < at) start += 1;
  if (!hasValue && text3[start] !== "-") return void 0;
  return { text: text3.slice(start, end), start, end, before: start > 0 ? text3[start - 1] ?? "" : "" };
}
function mayHaveValue(text3, end) {
  let next = end;
  while (next - end < 8 && (text3[next] === " " || text3[next] === "	")) next += 1;
  return opensValue[text3.charCodeAt(next)] === 1 || next > end && matchAt(bareValue, text3, end) !== void 0;
}
function isInQuery({ before }) {
  return before === "?" || before === "&";
}
function secretNameAt(name2, text3) {
  if (name2.text.length <= 4 && /^keys?$/i.test(name2.text)) return bareKeyName(name2, text3);
  const named = secretNameOf(name2.text);
  if (named === void 0) return void 0;
  if (isInQuery(name2)) return { ...named, evidence: named.evidence === "hint" ? "likely" : "certain" };
  const isEnvironment = text3[name2.end] === "=" && /^[A-Z][A-Z0-9_]+$/.test(name2.text);
  return isEnvironment && named.evidence === "likely" ? { ...named, evidence: "certain" } : named;
}
function bareKeyName({ start, before }, text3) {
  if (before === "?" || before === "&") return { kind: "api-key", evidence: "hint" };
  if (before !== " ") return void 0;
  const previousWord = /[A-Za-z]{2,20}(?= $)/.exec(text3.slice(Math.max(0, start - 21), start))?.[0];
  return previousWord === void 0 ? void 0 : secretNameOf(`${previousWord.toLowerCase()} key`);
}

// src/capture/redact/pair-value.ts
var openingQuote = /(?:[bfruBFRU]{1,2}|@|\$)?(\\{0,15})(["'`])/y;
var block = /[|>][+-]?[ \t]*\r?\n([ \t]+)([^\r\n]{1,2000}(?:\r?\n\1[^\r\n]{1,2000}){0,100})/y;
var unquoted2 = {
  query: /[^\s&#"'`<>\\]{1,4096}/y,
  line: /[^\s"'`<>\\]{1,4096}/y,
  inline: /[^\s"'`<>\\,;)\]}]{1,4096}/y,
  element: /[^<\s][^<]{0,4095}(?=<\/)/y
};
var anotherPair = /[A-Za-z_]{1,64}=[^=\s]/y;
var longestQuoted = 8192;
var mostListed = 50;
function readValues(text3, at, setting) {
  if (text3[at] === "[") return readList(text3, at + 1);
  const value = readQuoted(text3, at) ?? readBlock(text3, at) ?? readUnquoted(text3, at, setting);
  return value === void 0 ? [] : [value];
}
function readList(text3, at) {
  const values = [];
  let position = at;
  for (let count2 = 0; count2 < mostListed; count2 += 1) {
    position += matchAt(/[\s,]{0,40}/y, text3, position)?.[0].length ?? 0;
    const value = readQuoted(text3, position);
    if (value === void 0) break;
    values.push(value);
    position = value.end;
    position += matchAt(/\\{0,15}["'`]/y, text3, position)?.[0].length ?? 0;
  }
  return values;
}
function readQuoted(text3, at) {
  const opening2 = matchAt(openingQuote, text3, at);
  if (opening2 === void 0) return void 0;
  const [whole, escapes = "", quote = '"'] = opening2;
  const start = at + whole.length;
  const limit = Math.min(text3.length, start + longestQuoted);
  for (let index = start; index < limit; index += 1) {
    const character = text3[index];
    if (character === "\n" && quote === "'") return { start, end: index, quoted: true };
    if (character !== quote) continue;
    const backslashes = countBackslashes(text3, index, start);
    if (backslashes % (2 * escapes.length + 2) === escapes.length) {
      return { start, end: index - escapes.length, quoted: true };
    }
    if (backslashes < escapes.length) return { start, end: index - backslashes, quoted: true };
  }
  const lineEnd = text3.slice(start, limit).search(/[\r\n]/);
  return { start, end: lineEnd < 0 ? limit : start + lineEnd, quoted: true };
}
function countBackslashes(text3, index, start) {
  let count2 = 0;
  while (index - count2 > start && text3[index - count2 - 1] === "\\") count2 += 1;
  return count2;
}
function readBlock(text3, at) {
  const match = matchAt(block, text3, at);
  if (match === void 0) return void 0;
  const end = at + match[0].length;
  return { start: end - (match[2] ?? "").length, end, quoted: true };
}
function readUnquoted(text3, at, setting) {
  if (matchAt(anotherPair, text3, at) !== void 0) return void 0;
  const run2 = matchAt(unquoted2[setting], text3, at)?.[0];
  if (run2 === void 0) return void 0;
  const nextPair = run2.search(/[,;&|][\w.-]{1,40}[=:]|;$|%26|%22/);
  const cut = nextPair > 0 ? run2.slice(0, nextPair) : run2;
  const trimmed = cut.replace(setting === "line" ? /[,;]+$/ : /[,;.:!?)\]}]+$/, "");
  const end = at + (setting === "inline" && /[!?]$/.test(cut) && !/[.,:;]$/.test(cut) ? cut : trimmed).length;
  return end > at ? { start: at, end, quoted: setting === "element" } : void 0;
}

// src/capture/redact/rules-pairs.ts
var typed = /(?:\\{0,7}["'`])?[ \t]{0,2}:[ \t]?(?:string|str|String|&str)[ \t]{0,4}=[ \t]{0,4}/y;
var valueField = /\\{0,7}["'`]?[,\s]{1,20}\\{0,7}["'`]?value\\{0,7}["'`]?[ \t]{0,4}[:=][ \t]{0,4}/iy;
var elementEnd = />\s{0,20}/y;
var flagGap = /[ \t]{1,4}(?!-)|["'],\s{0,20}(?=["'])/y;
var separator = /(?:\\{0,7}["'`])?\]?[ \t]{0,8}(?:=>|:=|={1,3}|:|%3D)(?:\s{1,40}(?=\\{0,7}["'])|[ \t]{0,8})|[ \t]{1,3}(?:is|was):?[ \t]{1,3}/iy;
var bareGap = /[ \t]{1,3}(?=['\w])/y;
var lineBeginning = /(?:^|\n|\\n|["'`])[ \t+>#-]{0,40}(?:export |set |ENV |env |setx )?$/;
var pairRule = {
  anchors: "pass pwd secret token key auth cred sessid sessionid jwt otp .sid _pw".split(" "),
  find(text3, at, floor) {
    const name2 = pairNameAround(text3, at, floor);
    const named = name2 && secretNameAt(name2, text3);
    const gap = name2 && named && gapAfter(text3, name2);
    if (name2 === void 0 || named === void 0 || gap === void 0) return void 0;
    const findings = [];
    for (const value of readValues(text3, gap.valueStart, gap.setting)) {
      const kind = judge(text3, value, named, gap);
      if (kind === void 0 || value.quoted && closesOuterQuote(text3, name2, gap)) continue;
      findings.push({ kind, start: value.start, end: value.end });
    }
    return findings;
  }
};
function gapAfter(text3, name2) {
  const { start, end, before } = name2;
  const isFlag = text3[start] === "-" && !/[\w"']/.test(before);
  const match = matchAt(typed, text3, end) ?? matchAt(valueField, text3, end) ?? (before === "<" ? matchAt(elementEnd, text3, end) : void 0) ?? (isFlag ? matchAt(flagGap, text3, end) : void 0) ?? matchAt(separator, text3, end) ?? // `pass` is a verb as well: `pass phase2`.
  (/pass$/i.test(name2.text) ? void 0 : matchAt(bareGap, text3, end));
  if (match === void 0) return void 0;
  const between = match[0];
  return {
    valueStart: end + between.length,
    between,
    isBare: !isFlag && /^[ \t]+$/.test(between),
    setting: settingOf(text3, name2, between)
  };
}
function settingOf(text3, name2, between) {
  if (isInQuery(name2) || between === "%3D") return "query";
  if (name2.before === "<" && between.startsWith(">")) return "element";
  if (!/^[ \t]*[=:]/.test(between)) return "inline";
  const startsLine = lineBeginning.test(text3.slice(Math.max(0, name2.start - 48), name2.start));
  return startsLine || between === "=" && /^[A-Z][A-Z_]/.test(name2.text) ? "line" : "inline";
}
function judge(text3, value, named, gap) {
  const content = text3.slice(value.start, value.end);
  if (/^[a-z][\w+.-]*:\/\//i.test(content)) return void 0;
  const specific = specificKindOf(text3, value.start, value.end);
  if (specific !== void 0) return specific;
  if (named.kind === "credential" && /^[^:\s]+:./.test(decodeBase64(content) ?? "")) return "basic-auth";
  if (gap.isBare && !(named.kind === "password" && value.quoted) && !provesItself(content, named))
    return void 0;
  if (!value.quoted && !standsAlone(text3, value, content, gap)) return void 0;
  const setting = { evidence: named.evidence, quoted: value.quoted, assigned: isAssigned(text3, value, gap) };
  return isSecretValue(content, setting) ? named.kind : void 0;
}
function provesItself(content, named) {
  if (named.kind === "password") return isUnmistakable(content);
  return looksRandom(content) && /\d.*\d.*\d/.test(content);
}
function standsAlone(text3, value, content, gap) {
  if (/[(.[]/.test(text3[value.end] ?? "")) return false;
  const isSentence = /is|was/i.test(gap.between) || /^[,.]?[ \t]+[A-Za-z(]/.test(text3.slice(value.end, value.end + 6));
  return !isSentence || gap.between === "=" || isUnmistakable(content);
}
function isAssigned(text3, value, gap) {
  const after = text3.slice(value.end, value.end + 16);
  if (gap.between === "=" || gap.between === "%3D") return /^[\s;&"'`\\%]?$/.test(after.slice(0, 1));
  const endsLine = /^[ \t]*(?:[\r\n"'`]|\\+[rn"'`]|$)/.test(after);
  if (gap.setting === "line") return endsLine && /^[a-z]{6,}$/.test(text3.slice(value.start, value.end));
  return /^[ \t]+$/.test(gap.between) && (endsLine || /^[ \t]*[;|&\\]|^[ \t]+-/.test(after));
}
function closesOuterQuote(text3, name2, gap) {
  if (/["'`]/.test(gap.between)) return false;
  const quote = /^\w?(["'`])/.exec(text3.slice(gap.valueStart, gap.valueStart + 2))?.[1];
  if (quote === void 0) return false;
  const lineBefore2 = text3.slice(Math.max(0, name2.start - 200), name2.start).split("\n").at(-1) ?? "";
  const isQuote = quote === '"' ? /(?<!\\)"/g : quote === "'" ? /(?<![\\\w])'|'(?!\w)/g : /`/g;
  return (lineBefore2.match(isQuote)?.length ?? 0) % 2 === 1;
}

// src/capture/redact/rules-urls.ts
var authority = /[^\s/?#"'`<>\\]{1,512}/y;
var databaseAuthority = /([^\s:/@"'`<>\\]{0,64}:[^\s"'`<>\\@]{1,256})@[\w.-]/y;
var databaseScheme = /(?:postgres(?:ql)?|mysql|mariadb|mongodb|redis|rediss|amqps?|clickhouse)(?:\+\w{1,20})?$/i;
var urlCredentialRule = {
  anchors: ["://"],
  find(text3, at, floor) {
    const start = at + 3;
    let credentials = "";
    const whole = matchAt(authority, text3, start)?.[0] ?? "";
    const lastAt = whole.lastIndexOf("@");
    if (lastAt > 0) credentials = whole.slice(0, lastAt);
    else if (databaseScheme.test(text3.slice(Math.max(floor, at - 32), at))) {
      credentials = matchAt(databaseAuthority, text3, start)?.[1] ?? "";
    }
    if (credentials.includes(placeholderStart)) return void 0;
    const colon = credentials.indexOf(":");
    if (colon < 0) {
      const isKey = looksRandom(credentials);
      const end2 = start + credentials.length;
      return isKey ? [{ kind: specificKindOf(text3, start, end2) ?? "url-credential", start, end: end2 }] : void 0;
    }
    const password = credentials.slice(colon + 1);
    if (isStandIn(password) || isTemplate(password)) return void 0;
    const passwordStart = start + colon + 1;
    const end = start + credentials.length;
    return [{ kind: specificKindOf(text3, passwordStart, end) ?? "password", start: passwordStart, end }];
  }
};
function isTemplate(password) {
  return /\$\{|\{\w*\}|^%\w|^\$\w+$|^\$\(|^\[|^:?[A-Z_]*PASSWORD[A-Z_]*$|^\.{3}$/.test(password);
}
var signature = /(?:signature|sig)=([A-Za-z0-9%+/_=-]{20,200})/iy;
var signatureRule = {
  anchors: ["sig=", "signature="],
  find(text3, at) {
    const value = matchAt(signature, text3, at)?.[1];
    const before = text3[at - 1] ?? " ";
    if (value === void 0 || !/[?&;\s,-]/.test(before) || !looksRandom(value)) return void 0;
    const start = text3.indexOf("=", at) + 1;
    return [{ kind: "signature", start, end: start + value.length }];
  }
};
var oracleCredentials = /thin:[\w$#]{1,64}\/([^\s@"'/]{1,128})@/y;
var oracleRule = {
  anchors: ["thin:"],
  find(text3, at) {
    const match = matchAt(oracleCredentials, text3, at);
    if (match === void 0) return void 0;
    const end = at + match[0].length - 1;
    return [{ kind: "password", start: end - (match[1] ?? "").length, end }];
  }
};
var goCredentials = /[\w.-]{1,64}:([^\s@"'`]{1,128})$/;
var goDataSourceRule = {
  anchors: ["@tcp(", "@unix("],
  find(text3, at, floor) {
    const password = goCredentials.exec(text3.slice(Math.max(floor, at - 200), at))?.[1];
    if (password === void 0 || isStandIn(password) || isTemplate(password)) return void 0;
    return [{ kind: "password", start: at - password.length, end: at }];
  }
};

// src/capture/redact/scan.ts
var nothing = [];
var anyCase = 1;
var upperOnly = 2;
var lowerA = 97;
function createScanner(rules) {
  const anchors2 = indexAnchors(rules);
  const table = new Uint8Array(32768);
  for (const [window, sameWindow] of anchors2)
    table[window] = sameWindow.every(beginsUpper) ? upperOnly : anyCase;
  function nextHit(text3, from, floor) {
    let window = 0;
    for (let index = Math.max(floor, from - 2); index < text3.length; index += 1) {
      window = (window << 5 | text3.charCodeAt(index) & 31) & 32767;
      const entry = table[window];
      if (entry === 0 || index < from) continue;
      if (entry === anyCase || text3.charCodeAt(index - 2) < lowerA) return index;
    }
    return -1;
  }
  function anchorsAt(text3, index) {
    const window = fold(text3.charCodeAt(index - 2), text3.charCodeAt(index - 1), text3.charCodeAt(index));
    return anchors2.get(window) ?? [];
  }
  return (text3) => {
    let findings;
    let floor = 0;
    let index = nextHit(text3, 2, 0);
    while (index >= 0) {
      const found = tryAnchors(anchorsAt(text3, index), text3, index - 2, floor);
      const last = found?.at(-1);
      if (found !== void 0 && last !== void 0) {
        findings ??= [];
        findings.push(...found);
        floor = last.end;
        index = floor + 1;
      }
      index = nextHit(text3, index + 1, floor);
    }
    return findings ?? nothing;
  };
}
function replaceFindings(text3, findings) {
  let result = "";
  let kept = 0;
  for (const { kind, start, end } of findings) {
    result += text3.slice(kept, start) + placeholderFor(kind);
    kept = end;
  }
  return result + text3.slice(kept);
}
function tryAnchors(anchors2, text3, windowStart, floor) {
  for (const anchor of anchors2) {
    const at = windowStart - anchor.offset;
    if (at < floor || !startsWith(text3, at, anchor)) continue;
    const found = anchor.rule.find(text3, at, floor);
    if (found !== void 0 && found.length > 0) return found;
  }
  return void 0;
}
function startsWith(text3, at, { codes, exact }) {
  for (let offset = 0; offset < codes.length; offset += 1) {
    const code = text3.charCodeAt(at + offset);
    const isUpper = code >= 65 && code <= 90;
    if ((isUpper && !exact ? code | 32 : code) !== codes[offset]) return false;
  }
  return true;
}
function indexAnchors(rules) {
  const index = /* @__PURE__ */ new Map();
  for (const rule of rules) {
    for (const text3 of rule.anchors) {
      if (text3.length < 3) throw new RangeError(`anchor '${text3}' is shorter than three characters`);
      const codes = Array.from(text3, (character) => character.charCodeAt(0));
      const offset = rarestOffset(codes);
      const window = windowOf(codes, offset);
      const anchor = { codes, offset, exact: /[A-Z]/.test(text3), rule };
      index.set(window, [...index.get(window) ?? [], anchor]);
    }
  }
  return index;
}
function beginsUpper({ codes, offset, exact }) {
  const first = codes[offset] ?? 0;
  return exact && first >= 65 && first <= 90;
}
var byFrequency = "etaoinsrlcdhupmfgbywvkxqzj";
function rarestOffset(codes) {
  const rarity = codes.map((code) => byFrequency.indexOf(String.fromCharCode(code & 31 | 96)));
  const sums = rarity.slice(2).map((third, offset) => third + (rarity[offset] ?? 0) + (rarity[offset + 1] ?? 0));
  return sums.indexOf(Math.max(...sums));
}
function windowOf(codes, offset) {
  const [first = 0, second = 0, third = 0] = codes.slice(offset, offset + 3);
  return fold(first, second, third);
}
function fold(first, second, third) {
  return (first & 31) << 10 | (second & 31) << 5 | third & 31;
}

// src/capture/redact/rules.ts
var plainRules = [
  placeholderRule,
  tokenRule,
  jsonWebTokenRule,
  ...embeddedRules,
  privateKeyRule,
  puttyKeyRule,
  urlCredentialRule,
  signatureRule,
  oracleRule,
  goDataSourceRule,
  authorizationRule,
  ...schemeRules,
  cookieRule,
  ...commandRules,
  identifiedByRule,
  pairRule
];
var scanSecrets = createScanner([...plainRules, createBase64Rule(createScanner(plainRules))]);

// src/capture/redact/redact.ts
function redactText(text3) {
  let current2 = text3;
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const findings = scanSecrets(current2);
    if (findings.length === 0) return current2;
    const next = replaceFindings(current2, findings);
    if (next === current2) return current2;
    current2 = next;
  }
  return current2;
}
var mostPasses = 8;
var shortestToken = 20;
function redactValue(value) {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  return walk(value, void 0, /* @__PURE__ */ new Set());
}
function walk(value, name2, ancestors) {
  if (typeof value === "string") return redactNamedText(value, name2);
  if (typeof value === "number") return redactNumber(value, name2);
  if (typeof value !== "object" || value === null || ancestors.has(value)) return value;
  ancestors.add(value);
  const result = Array.isArray(value) ? walkArray(value, name2, ancestors) : walkObject(value, name2, ancestors);
  ancestors.delete(value);
  return result;
}
function walkArray(items, name2, ancestors) {
  let copy2;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    const redacted2 = walk(item, announcedName(items, index) ?? name2, ancestors);
    if (redacted2 === item) continue;
    copy2 ??= items.slice();
    copy2[index] = redacted2;
  }
  return copy2 ?? items;
}
function announcedName(items, index) {
  const previous = index > 0 ? items[index - 1] : void 0;
  if (typeof previous !== "string" || previous.length > 40) return void 0;
  const isFlag = previous.startsWith("--") && !previous.includes("=");
  return isFlag || items.length === 2 && index === 1 ? previous : void 0;
}
function walkObject(value, name2, ancestors) {
  if (!isPlain2(value)) return value;
  const record3 = value;
  let changed;
  for (const key of Object.keys(record3)) {
    const before = record3[key];
    const after = walk(before, nameOfField(record3, key, name2), ancestors);
    const newKey = key.length < shortestToken ? key : redactText(key);
    if (after === before && newKey === key) continue;
    changed ??= /* @__PURE__ */ new Map();
    changed.set(key, [newKey, after]);
  }
  if (changed === void 0) return value;
  const entries = Object.keys(record3).map((key) => changed.get(key) ?? [key, record3[key]]);
  return Object.fromEntries(entries);
}
function isPlain2(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
function nameOfField(record3, key, parent) {
  if (key !== "value") return key;
  const { name: name2, key: label } = record3;
  const sibling = name2 ?? label;
  return typeof sibling === "string" ? sibling : parent ?? key;
}
function redactNamedText(text3, name2) {
  if (name2 !== void 0 && /cookie$/i.test(name2)) {
    return redactText(replaceFindings(text3, cookieFindings(text3, 0)));
  }
  if (name2 !== void 0 && /authorization$/i.test(name2)) {
    return redactText(`authorization: ${text3}`).slice("authorization: ".length);
  }
  const byText = redactText(text3);
  const named = name2 === void 0 || byText !== text3 ? void 0 : secretNameOf(name2);
  if (named === void 0) return byText;
  if (!isSecretValue(text3, { evidence: named.evidence, quoted: true, assigned: false })) return text3;
  return placeholderFor(specificKindOf(text3, 0, text3.length) ?? named.kind);
}
function redactNumber(value, name2) {
  const named = name2 === void 0 ? void 0 : secretNameOf(name2);
  const isPassword = named?.kind === "password" && Number.isInteger(value) && value >= 1e3;
  return isPassword ? placeholderFor("password") : value;
}

// src/capture/redacting-store.ts
function withRedaction(store) {
  return { ...store, commit: (commands) => store.commit(commands.map(redacted)) };
}
var alreadyRedacted = /* @__PURE__ */ new WeakSet();
function redacted(command) {
  return alreadyRedacted.has(command) ? command : redactCommand(command);
}
function redactCommand(command) {
  const clean = redactByType(command);
  alreadyRedacted.add(clean);
  return clean;
}
function redactByType(command) {
  switch (command.type) {
    case "create-task":
    case "update-task":
      return { ...command, task: redactDetails(command.task) };
    case "start-run":
      return { ...command, run: redactRun(command.run) };
    case "append-step": {
      const step = redactStep(command.step);
      return step === command.step ? command : { ...command, step };
    }
    case "finish-run":
      return { ...command, end: redactEnd(command.end) };
    case "append-message":
      return { ...command, message: redactMessage(command.message) };
    case "record-memory": {
      const memory = redactMemory(command.memory);
      return memory === command.memory ? command : { ...command, memory };
    }
    // A template is made of stored records, which have lost their secrets already.
    case "save-template":
    case "delete-memory":
    case "count-access":
      return command;
  }
}
function redactOptional(text3) {
  return text3 === null ? null : redactText(text3);
}
function redactName(name2) {
  return name2 === null ? name2 : redactText(name2).slice(0, maximumNameLength).trimEnd();
}
function redactDetails(details) {
  return {
    ...details,
    description: redactText(details.description),
    category: redactName(details.category),
    type: redactName(details.type)
  };
}
function redactRun(run2) {
  return {
    ...run2,
    task: redactDetails(run2.task),
    inputs: redactValue(run2.inputs),
    approach: redactName(run2.approach),
    successFactors: run2.successFactors.map(redactName),
    summary: redactOptional(run2.summary)
  };
}
function redactEnd(end) {
  return { ...end, summary: redactOptional(end.summary), successFactors: end.successFactors.map(redactName) };
}
function redactError(error) {
  if (error === null) return null;
  const message = redactText(error.message);
  return message === error.message ? error : { ...error, message, signature: errorSignature(message) };
}
function redactStep(step) {
  const subTask = redactSubTask(step.subTask);
  const error = redactError(step.error);
  const unchanged = subTask === step.subTask && error === step.error;
  switch (step.kind) {
    case "tool": {
      const tool = redactName(step.tool);
      const toolArguments = redactValue(step.arguments);
      const result = redactValue(step.result);
      const clean = unchanged && tool === step.tool && toolArguments === step.arguments && result === step.result;
      return clean ? step : { ...step, subTask, error, tool, arguments: toolArguments, result };
    }
    case "model":
      return unchanged ? step : { ...step, subTask, error };
    default:
      return { ...step, subTask, error, text: redactText(step.text) };
  }
}
function redactSubTask(subTask) {
  if (subTask === null) return null;
  const text3 = redactText(subTask.text);
  return text3 === subTask.text ? subTask : { ...subTask, text: text3 };
}
function redactMessage(message) {
  return {
    ...message,
    content: redactText(message.content),
    toolCalls: message.toolCalls.map((call) => ({ ...call, arguments: redactValue(call.arguments) }))
  };
}
function redactMemory(memory) {
  const text3 = redactText(memory.text);
  const content = redactContent(memory);
  const tags = memory.tags.some((tag) => redactName(tag) !== tag) ? memory.tags.map(redactName) : memory.tags;
  const clean = text3 === memory.text && content === memory.content && tags === memory.tags;
  return clean ? memory : { ...memory, text: text3, content, tags };
}
function redactContent({ kind, content }) {
  const redacted2 = redactValue(content);
  if (kind !== "preference" || content.key === void 0 || content.value === void 0) return redacted2;
  const judged = redactValue({ [content.key]: content.value })[content.key];
  return judged === content.value ? redacted2 : { ...redacted2, value: judged };
}

// src/capture/snapshot.ts
var maximumDepth2 = 64;
var mostBytes = 2e8;
function storableCopy(text3) {
  const wellFormed = text3.isWellFormed() ? text3 : text3.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\u2400") : wellFormed;
}
function snapshot(value) {
  const walk2 = { ancestors: [], bytes: 0 };
  return { value: copy(value, walk2), atMostBytes: walk2.bytes };
}
var bytesOfScalar = 30;
var bytesOfSign = 6;
function copy(value, walk2) {
  switch (typeof value) {
    case "string":
      return copyText(value, walk2);
    case "number":
      walk2.bytes += bytesOfScalar;
      return Number.isFinite(value) ? value + 0 : String(value);
    case "boolean":
      walk2.bytes += bytesOfScalar;
      return value;
    case "object":
      return value === null ? copyText(null, walk2) : copyObject(value, walk2);
    case "bigint":
    case "symbol":
      return copyText(String(value), walk2);
    case "function":
      return copyText("[function]", walk2);
    default:
      return copyText(null, walk2);
  }
}
function copyText(text3, walk2) {
  walk2.bytes += bytesOfScalar;
  if (text3 === null) return text3;
  walk2.bytes += text3.length * bytesOfSign;
  return storableCopy(text3);
}
function copyObject(value, walk2) {
  const { ancestors } = walk2;
  if (ancestors.includes(value)) return copyText("[circular]", walk2);
  if (ancestors.length > maximumDepth2) return copyText("[too deep]", walk2);
  if (walk2.bytes > mostBytes) return copyText("[too large]", walk2);
  walk2.bytes += bytesOfScalar;
  ancestors.push(value);
  try {
    return copyByKind(value, walk2);
  } catch (error) {
    return copyText(`[unreadable: ${describeThrown(error).message}]`, walk2);
  } finally {
    ancestors.pop();
  }
}
function copyByKind(value, walk2) {
  if (Array.isArray(value)) return Array.from(value, (item) => copy(item, walk2));
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return copyMembers(value, walk2);
  if (value instanceof Date)
    return copyText(Number.isNaN(value.getTime()) ? null : value.toISOString(), walk2);
  if (value instanceof Error) return copyMembers({ name: value.name, message: value.message }, walk2);
  if (ArrayBuffer.isView(value)) return copyText(`[${value.byteLength} bytes]`, walk2);
  if (value instanceof Map) return copyMembers(Object.fromEntries(value), walk2);
  if (value instanceof Set) return [...value].map((item) => copy(item, walk2));
  return hasToJson(value) ? copy(value.toJSON(), walk2) : copyMembers(value, walk2);
}
function copyMembers(value, walk2) {
  const members = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === void 0) continue;
    walk2.bytes += key.length * bytesOfSign;
    if (key === "__proto__") Object.defineProperty(members, key, { ...ordinary, value: copy(member, walk2) });
    else members[storableCopy(key)] = copy(member, walk2);
  }
  return members;
}
var ordinary = { enumerable: true, writable: true, configurable: true };
function hasToJson(value) {
  return "toJSON" in value && typeof value.toJSON === "function";
}
function snapshotArguments(value) {
  const { value: copied, atMostBytes } = snapshot(value);
  if (copied === null) return { value: {}, atMostBytes };
  const isObject = typeof copied === "object" && !Array.isArray(copied);
  return isObject ? { value: copied, atMostBytes } : { value: { input: copied }, atMostBytes: atMostBytes + bytesOfScalar };
}
var previewLength = 1e3;
var previewRead = 1e4;
function previewOf(text3) {
  return redactText(text3.slice(0, previewRead)).slice(0, previewLength).toWellFormed();
}
function capped({ value, atMostBytes }, maximumBytes) {
  if (atMostBytes <= maximumBytes) return { value, cut: false };
  const text3 = JSON.stringify(value);
  const bytes = Buffer.byteLength(text3);
  if (bytes <= maximumBytes) return { value, cut: false };
  return {
    value: { truncated: true, bytes, preview: previewOf(text3) },
    cut: true
  };
}

// src/capture/steps.ts
var maximumMessage = 2e4;
function stepError(type, message) {
  const clean = storableCopy(redactText(message.slice(0, maximumMessage * 2)).slice(0, maximumMessage));
  return { type: safeName(type), message: clean, signature: errorSignature(clean) };
}
function safeName(name2) {
  if (/^[!-~]{1,200}$/.test(name2)) return name2;
  const clean = name2.toWellFormed().replace(/\p{Cc}/gu, " ").trim().slice(0, 200).toWellFormed().trimEnd();
  return clean === "" ? "unnamed" : clean;
}

// src/capture/tasks.ts
init_errors();
init_record();
init_scope();
init_task();
async function createTask(context, viewer, raw) {
  const input = parseInput(createTaskInput, raw, "task");
  const now = context.clock.now();
  const task = taskSchema.parse({ ...input, schemaVersion, scope: viewer, createdAt: now, updatedAt: now });
  const command = redactCommand({ type: "create-task", task });
  await context.store.commit([command]);
  return command.task;
}
async function updateTask(context, viewer, raw) {
  const { id, assignTo, ...changes } = parseInput(updateTaskInput, raw, "task update");
  const task = await showTask(context, viewer, id);
  if (!mayChange(viewer, task.scope)) throw notFound("task", id);
  if (assignTo !== void 0 && viewer.agent !== null) {
    throw new EngramError(
      "invalid_input",
      "Only the project owner hands a task on. Leave --agent out and try again."
    );
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== void 0));
  if (assignTo === void 0 && Object.keys(given).length === 0) {
    throw new EngramError("invalid_input", `Nothing to change in the task "${id}": give at least one field.`);
  }
  const updated = taskSchema.parse({
    ...task,
    ...given,
    scope: assignTo === void 0 ? task.scope : { ...task.scope, agent: assignTo },
    updatedAt: context.clock.now()
  });
  const command = redactCommand({ type: "update-task", owner: task.scope, task: updated });
  await context.store.commit([command]);
  return command.task;
}
async function showTask(context, viewer, rawId) {
  const { id } = parseInput(byId, { id: rawId }, "task");
  return pickOne("task", id, viewer, await context.store.findTasks(viewer, id));
}

// src/capture/runs.ts
async function prepareRun(context, viewer, raw, mode) {
  const { task: taskId, description, inputs, approach, ...details } = parseInput(startRunInput, raw, "run");
  const stored = taskId === void 0 ? void 0 : await storedTask(context, viewer, taskId, description);
  if (stored === void 0 && description === void 0) {
    throw new EngramError(
      "invalid_input",
      "A run needs a task: name a stored one, or describe what is to be done.",
      {
        details: { fields: ["task", "description"] }
      }
    );
  }
  const given = Object.fromEntries(
    Object.entries({ description, ...details }).filter(([, value]) => value !== void 0)
  );
  return runSchema.parse({
    schemaVersion,
    id: context.ids("run"),
    scope: viewer,
    createdAt: context.clock.now(),
    task: { ...stored, id: taskId ?? null, ...given },
    inputs,
    mode,
    approach
  });
}
async function storedTask(context, viewer, id, description) {
  const known = description === void 0 || (await context.store.findTasks(viewer, id)).length > 0;
  return known && context.store.keeps ? showTask(context, viewer, id) : void 0;
}
async function startRun(context, viewer, raw) {
  const run2 = await prepareRun(context, viewer, raw, { kind: "normal" });
  const command = redactCommand({ type: "start-run", run: run2 });
  await context.store.commit([command]);
  context.emit({ type: "run-started", runId: run2.id });
  return command.run;
}
async function appendStep(context, viewer, raw) {
  const input = parseInput(appendStepInput, raw, "step");
  const run2 = await changeableRun(context, viewer, input.run);
  const createdAt = context.clock.now();
  const base = {
    schemaVersion,
    id: context.ids("step"),
    scope: run2?.scope ?? viewer,
    createdAt,
    runId: input.run,
    parentId: input.parentId,
    subTask: input.subTask,
    position: run2?.totals.steps ?? 0,
    startedAt: input.startedAt ?? createdAt,
    durationMs: input.durationMs,
    success: input.error === void 0,
    error: input.error === void 0 ? null : stepError(input.errorType, input.error)
  };
  const step = parseInput(stepSchema, { ...base, ...kindFields(context, input) }, "step");
  const command = redactCommand({ type: "append-step", step });
  await context.store.commit([command]);
  context.emit({ type: "step-recorded", runId: step.runId, stepId: step.id });
  return command.step;
}
function kindFields(context, input) {
  const { kind, tool, model, inputTokens, outputTokens, text: text3 } = input;
  switch (kind) {
    case "tool":
      return {
        kind,
        tool,
        ...toolValues(context, snapshotArguments(input.arguments), snapshot(input.result))
      };
    case "model":
      return { kind, model, inputTokens, outputTokens };
    default:
      return { kind, text: text3 };
  }
}
function toolValues(context, toolArguments, result) {
  const limit = context.settings.capture.maxValueBytes;
  const keptArguments = capped(toolArguments, limit);
  const keptResult = capped(result, limit);
  const truncated = [
    ...keptArguments.cut ? ["arguments"] : [],
    ...keptResult.cut ? ["result"] : []
  ];
  return { arguments: keptArguments.value, result: keptResult.value, truncated };
}
async function finishRun(context, viewer, raw) {
  const { id, outcome, summary, successFactors } = parseInput(finishRunInput, raw, "run end");
  const run2 = await changeableRun(context, viewer, id);
  const end = { outcome, finishedAt: context.clock.now(), summary, successFactors };
  const command = redactCommand({ type: "finish-run", owner: run2?.scope ?? viewer, runId: id, end });
  await context.store.commit([command]);
  context.emit({ type: "run-finished", runId: id });
  return { id, ...command.end };
}
async function changeableRun(context, viewer, id) {
  const run2 = await context.store.getRun(viewer, id);
  if (context.store.keeps && (run2 === void 0 || !mayChange(viewer, run2.scope))) throw notFound("run", id);
  return run2;
}

// src/capture/capture.ts
var current = new AsyncLocalStorage();
async function openRun(context, viewer, input, mode = { kind: "normal" }) {
  const run2 = await prepareRun(context, viewer, input, mode);
  const recorder = createRecorder(context.store, context.emit);
  await recorder.write({ type: "start-run", run: run2 });
  context.emit({ type: "run-started", runId: run2.id });
  return runHandle(context, run2, recorder, createPositions(), null);
}
function createPositions() {
  let next = 0;
  return () => next++;
}
function runHandle(context, run2, recorder, nextPosition, subTask) {
  const { clock, ids } = context;
  function beginStep() {
    const parent = current.getStore();
    const now = clock.now();
    return {
      schemaVersion,
      id: ids("step"),
      scope: run2.scope,
      createdAt: now,
      runId: run2.id,
      parentId: parent?.runId === run2.id ? parent.stepId : null,
      subTask,
      position: nextPosition(),
      startedAt: now
    };
  }
  const record3 = (step) => recorder.write({ type: "append-step", step });
  async function call(tool, toolArguments, execute) {
    const begun = beginStep();
    const given = snapshotArguments(toolArguments);
    const since = clock.elapsed();
    const recordCall = (result2, error) => {
      const durationMs = clock.elapsed() - since;
      const values = toolValues(context, given, snapshot(result2));
      return record3({
        kind: "tool",
        schemaVersion,
        id: begun.id,
        scope: begun.scope,
        createdAt: begun.createdAt,
        runId: begun.runId,
        parentId: begun.parentId,
        subTask: begun.subTask,
        position: begun.position,
        startedAt: begun.startedAt,
        tool: safeName(tool),
        arguments: values.arguments,
        result: values.result,
        truncated: values.truncated,
        durationMs,
        success: error === null,
        error
      });
    };
    let result;
    try {
      result = await current.run({ runId: run2.id, stepId: begun.id }, async () => execute(toolArguments));
    } catch (thrown) {
      const { type, message } = describeThrown(thrown);
      await recordCall(null, stepError(type, message));
      throw thrown;
    }
    await recordCall(result, null);
    return result;
  }
  return {
    id: run2.id,
    call,
    tools(tools) {
      const wrapped = Object.entries(tools).map(([name2, execute]) => [
        name2,
        (toolArguments) => call(name2, toolArguments, execute)
      ]);
      return Object.fromEntries(wrapped);
    },
    async model({ model, inputTokens = 0, outputTokens = 0, durationMs = 0 }) {
      const begun = beginStep();
      await record3({
        ...begun,
        kind: "model",
        model: safeName(model),
        inputTokens,
        outputTokens,
        durationMs,
        success: true,
        error: null
      });
    },
    async note(text3) {
      await record3({
        ...beginStep(),
        kind: "note",
        text: storableCopy(text3),
        durationMs: 0,
        success: true,
        error: null
      });
    },
    subTask: ({ id, text: text3, index = 0 }) => runHandle(context, run2, recorder, nextPosition, { id: safeName(id), text: text3, index }),
    async finish({ outcome, summary = null, successFactors = [] }) {
      const end = {
        outcome,
        finishedAt: clock.now(),
        summary: summary === null ? null : storableCopy(summary),
        successFactors: successFactors.map(safeName)
      };
      await recorder.write({ type: "finish-run", owner: run2.scope, runId: run2.id, end });
      const lost = await recorder.flush();
      context.emit({ type: "run-finished", runId: run2.id });
      return { id: run2.id, ...end, lost };
    }
  };
}
async function recordRun(handle, work) {
  let result;
  try {
    result = await work(handle);
  } catch (thrown) {
    await handle.finish({
      outcome: "failure",
      summary: describeThrown(thrown).message.slice(0, 1e3).toWellFormed()
    });
    throw thrown;
  }
  await handle.finish({ outcome: "success" });
  return result;
}

// src/capture/memories.ts
init_errors();
init_memory();
init_record();
init_scope();
async function recordMemory(context, viewer, raw) {
  const input = parseInput(recordMemoryInput, raw, "memory");
  refuseForeignFields(input.kind, input.content);
  const content = parseInput(memoryContents[input.kind], input.content, `${input.kind} memory`);
  if (input.text.trim() === "" && Object.keys(content).length === 0) {
    throw new EngramError("invalid_input", 'A memory needs "text" or at least one field of its kind.');
  }
  const memory = {
    schemaVersion,
    id: context.ids("mem"),
    scope: viewer,
    createdAt: context.clock.now(),
    kind: input.kind,
    text: input.text,
    content,
    tags: input.tags,
    confidence: input.confidence,
    relevance: input.relevance,
    successRate: input.successRate,
    lastAccessedAt: null,
    accessCount: 0,
    expiresAt: input.expiresAt,
    visibility: input.visibility,
    provenance: input.provenance,
    derivedFrom: input.derivedFrom,
    embedding: null
  };
  const command = redactCommand({ type: "record-memory", memory });
  await context.store.commit([command]);
  context.emit({ type: "memory-recorded", memoryId: memory.id });
  return command.memory;
}
async function deleteMemory(context, viewer, id) {
  const memory = await context.store.getMemory(viewer, id);
  if (context.store.keeps && (memory === void 0 || !mayChange(viewer, memory.scope)))
    throw notFound("memory", id);
  await context.store.commit([{ type: "delete-memory", owner: memory?.scope ?? viewer, id }]);
  context.emit({ type: "memory-deleted", memoryId: id });
  return { deleted: id };
}
function refuseForeignFields(kind, content) {
  const fields = Object.keys(memoryContents[kind].shape);
  const foreign = Object.keys(content).filter((field) => !fields.includes(field));
  if (foreign.length === 0) return;
  throw new EngramError(
    "invalid_input",
    `A memory of kind ${kind} has no field "${foreign.join('", "')}". Its fields are: ${fields.join(", ")}.`,
    { details: { fields: foreign.map((field) => `content.${field}`) } }
  );
}

// src/capture/sessions.ts
init_record();
init_session();
function openSession(context, viewer, id = context.ids("ses")) {
  return { id, append: (message) => appendMessage(context, viewer, { ...message, session: id }) };
}
async function appendMessage(context, viewer, raw) {
  const { session: sessionId, ...input } = parseInput(appendMessageInput, raw, "message");
  const createdAt = context.clock.now();
  const owned = { schemaVersion, scope: viewer, createdAt };
  const message = messageSchema.parse({ ...input, ...owned, id: context.ids("msg"), sessionId });
  const command = redactCommand({ type: "append-message", session: { ...owned, id: sessionId }, message });
  await context.store.commit([command]);
  return command.message;
}

// src/config/load-settings.ts
init_errors();
import { homedir } from "node:os";
import { join as join2 } from "node:path";

// src/model/settings.ts
init_text();
import * as z14 from "zod";
var settingsSchema = z14.strictObject({
  /** Where records live: `file:PATH`, `memory:` or `null:`. */
  db: z14.string().min(1),
  user: nameText.default("local"),
  project: nameText.default("default"),
  /** The agent to act as; without it, the project's owner. */
  agent: nameText.nullable().default(null),
  durability: z14.enum(["normal", "full"]).default("normal"),
  capture: z14.strictObject({
    /** Arguments and results above this are kept as a preview only. */
    maxValueBytes: z14.number().int().min(1e3).max(1e8).default(1e6)
  }).prefault({}),
  recall: z14.strictObject({
    limit: z14.number().int().min(1).max(1e3).default(10)
  }).prefault({})
});

// src/config/sources.ts
init_errors();
import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
var variables = {
  ENGRAM_DB: "db",
  ENGRAM_USER: "user",
  ENGRAM_PROJECT: "project",
  ENGRAM_AGENT: "agent",
  ENGRAM_DURABILITY: "durability"
};
function fromEnvironment(environment) {
  return Object.entries(variables).filter(([variable]) => (environment[variable] ?? "") !== "").map(([variable, setting]) => ({
    name: `environment (${variable})`,
    values: { [setting]: environment[variable] }
  }));
}
function fromUserFile({ home }) {
  return readIfThere(join(home, ".engram", "config.json"));
}
var projectFiles = ["engram.config.ts", "engram.config.js", "engram.config.mjs", "engram.config.json"];
async function fromProjectFile({ folder, configFile }) {
  if (configFile !== void 0) {
    const path = resolve(folder, configFile);
    if (existsSync(path)) return readConfig(path);
    throw new EngramError("config_invalid", `There is no configuration file ${path}.`, { details: { path } });
  }
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = projectFiles.map((name2) => join(at, name2)).find((candidate) => existsSync(candidate));
    if (path !== void 0) return readConfig(path);
    if (at === dirname(at)) return void 0;
  }
}
async function readIfThere(path) {
  return existsSync(path) ? readConfig(path) : void 0;
}
async function readConfig(path) {
  const values = path.endsWith(".json") ? readJson(path) : await importConfig(path);
  if (typeof values !== "object" || values === null || Array.isArray(values)) {
    throw new EngramError("config_invalid", `${path} must hold an object of settings.`, {
      details: { path }
    });
  }
  return { name: path, values: withAbsoluteDatabase(values, dirname(path)) };
}
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new EngramError("config_invalid", `${path} is not valid JSON: ${cause.message}`, {
      details: { path },
      cause
    });
  }
}
async function importConfig(path) {
  try {
    const module = await import(pathToFileURL(path).href);
    return module.default;
  } catch (cause) {
    const advice = path.endsWith(".ts") ? " This Node cannot read TypeScript by itself: use Node 22.18 or newer, or name the file engram.config.js." : "";
    throw new EngramError(
      "config_invalid",
      `${path} could not be loaded: ${cause.message}.${advice}`,
      {
        details: { path },
        cause
      }
    );
  }
}
function withAbsoluteDatabase(values, folder) {
  const { db } = values;
  if (typeof db !== "string") return values;
  const [, path] = /^(?:file:)?(?![a-z][a-z0-9+.-]+:|~\/)(.+)$/i.exec(db) ?? [];
  return path === void 0 || isAbsolute(path) ? values : { ...values, db: `file:${join(folder, path)}` };
}

// src/config/load-settings.ts
async function loadSettings(given, surroundings = { environment: process.env, folder: process.cwd(), home: homedir() }) {
  const defaults = {
    name: "default",
    values: { db: `file:${join2(surroundings.home, ".engram", "memory.db")}` }
  };
  const sources = [
    defaults,
    await fromUserFile(surroundings),
    await fromProjectFile(surroundings),
    ...fromEnvironment(surroundings.environment),
    given
  ].filter((source) => source !== void 0);
  let merged = {};
  const origins = {};
  for (const { name: name2, values } of sources) {
    for (const [path, value] of flatten(values)) {
      merged = setPath(merged, path, value);
      origins[path.join(".")] = name2;
    }
  }
  const settings = check2(merged, origins);
  for (const [path] of flatten(settings)) origins[path.join(".")] ??= "default";
  return { settings, origins };
}
function check2(values, origins) {
  try {
    return parseInput(settingsSchema, values, "configuration");
  } catch (error) {
    const { message, details } = error;
    const fields = Array.isArray(details["fields"]) ? details["fields"] : [];
    const places = [...new Set(fields.flatMap((field) => originsOf2(String(field), origins)))];
    const where = places.length === 0 ? "" : ` It came from: ${places.join(", ")}.`;
    throw new EngramError("config_invalid", `${message}${where}`, { details, cause: error });
  }
}
function originsOf2(field, origins) {
  return Object.entries(origins).filter(([setting]) => setting === field || setting.startsWith(`${field}.`)).map(([, origin]) => origin);
}
function flatten(values, path = []) {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === void 0) return [];
    const isGroup = typeof value === "object" && value !== null && !Array.isArray(value);
    return isGroup ? flatten(value, [...path, key]) : [[[...path, key], value]];
  });
}
function setPath(values, [key = "", ...rest], value) {
  const inner = values[key] ?? {};
  return { ...values, [key]: rest.length === 0 ? value : setPath(inner, rest, value) };
}

// src/learn/learn.ts
init_memory();
init_terms();

// src/learn/decisions.ts
init_memory();
init_slug();

// src/learn/posterior.ts
var lanczos = [
  0.9999999999998099,
  676.5203681218851,
  -1259.1392167224028,
  771.3234287776531,
  -176.6150291621406,
  12.507343278686905,
  -0.13857109526572012,
  9984369578019572e-21,
  15056327351493116e-23
];
function logGamma(x) {
  const shifted = x - 1;
  const base = shifted + 7.5;
  const series = lanczos.reduce(
    (sum, coefficient, index) => index === 0 ? coefficient : sum + coefficient / (shifted + index),
    0
  );
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(series);
}
function betaFraction(x, a, b2) {
  const tiny = 1e-300;
  const apart = (value) => Math.abs(value) < tiny ? tiny : value;
  let c = 1;
  let d = 1 / apart(1 - (a + b2) * x / (a + 1));
  let result = d;
  for (let m = 1; m <= 300; m += 1) {
    const even = m * (b2 - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / apart(1 + even * d);
    c = apart(1 + even / c);
    result *= d * c;
    const odd = -(a + m) * (a + b2 + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / apart(1 + odd * d);
    c = apart(1 + odd / c);
    const change = d * c;
    result *= change;
    if (Math.abs(change - 1) < 1e-12) break;
  }
  return result;
}
function betaProbability(x, a, b2) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b2) - logGamma(a) - logGamma(b2) + a * Math.log(x) + b2 * Math.log(1 - x));
  return x < (a + 1) / (a + b2 + 2) ? front * betaFraction(x, a, b2) / a : 1 - front * betaFraction(1 - x, b2, a) / b2;
}
var doubt = 0.1;
function lowerBound(successes, failures) {
  let low = 0;
  let high = 1;
  for (let round = 0; round < 50; round += 1) {
    const middle = (low + high) / 2;
    if (betaProbability(middle, successes + 1, failures + 1) < doubt) low = middle;
    else high = middle;
  }
  return low;
}

// src/learn/decisions.ts
var qualities = { success: 1, partial: 0.5, failure: 0 };
function qualityOf({ content }) {
  return content.outcomeQuality ?? (content.outcome === void 0 ? void 0 : qualities[content.outcome]);
}
function decisionPattern(context, memories) {
  const decisions = memories.filter(
    (memory) => memory.kind === "decision" && memory.content.action !== void 0 && qualityOf(memory) !== void 0
  );
  const byAction = /* @__PURE__ */ new Map();
  for (const decision of decisions) {
    const key = normaliseTopic(decision.content.action) ?? "";
    byAction.set(key, [...byAction.get(key) ?? [], decision]);
  }
  return {
    kind: "decision",
    slug: slugFrom(context),
    context,
    actions: [...byAction.values()].map(statisticsOf).sort(byPromise),
    derivedFrom: decisions.map(({ id }) => ({ kind: "memory", id }))
  };
}
function statisticsOf(decisions) {
  const attempts = decisions.length;
  const successes = decisions.reduce((sum, decision) => sum + (qualityOf(decision) ?? 0), 0);
  return {
    action: decisions[0]?.content.action ?? "",
    attempts,
    successes,
    successRate: successes / attempts,
    lowerBound: lowerBound(successes, attempts - successes),
    lastAttemptAt: Math.max(...decisions.map((decision) => decision.createdAt))
  };
}
function byPromise(left, right) {
  return right.lowerBound - left.lowerBound || (left.action < right.action ? -1 : 1);
}
function recommendedAction({ actions }) {
  return actions.find((action) => action.successes > 0) ?? null;
}

// src/learn/failures.ts
init_slug();
function failurePattern(signature2, occurrences) {
  const times = occurrences.map((step) => step.startedAt);
  return {
    kind: "failure",
    slug: slugFrom(signature2),
    signature: signature2,
    occurrences: occurrences.length,
    firstSeenAt: times.length === 0 ? null : Math.min(...times),
    lastSeenAt: times.length === 0 ? null : Math.max(...times),
    tools: [...new Set(occurrences.filter((step) => step.kind === "tool").map((step) => step.tool))],
    runs: [...new Set(occurrences.map((step) => step.runId))],
    derivedFrom: occurrences.map(({ id }) => ({ kind: "step", id }))
  };
}
function nextSuccess(failed, steps) {
  return steps.filter((step) => step.kind === "tool").find((step) => step.position > failed.position && step.success && step.parentId === failed.parentId);
}
function countWorkedNext(successes) {
  const byTool = /* @__PURE__ */ new Map();
  for (const step of successes) byTool.set(step.tool, [...byTool.get(step.tool) ?? [], step]);
  return [...byTool].map(([tool, steps]) => ({
    tool,
    times: steps.length,
    runs: [...new Set(steps.map((step) => step.runId))]
  })).sort((left, right) => right.times - left.times || (left.tool < right.tool ? -1 : 1));
}

// src/learn/learn.ts
var maximumEvidence = 1e3;
var similarShare = 0.5;
var maximumRunsRead = 20;
async function suggest(context, viewer, raw) {
  const asked = parseInput(suggestInput, raw, "suggestion").context;
  const evidence = await decisionsAbout(context, viewer, asked);
  const pattern = decisionPattern(asked, evidence);
  const contexts = [...new Set(evidence.flatMap((memory) => memoryTopic(memory) ?? []))];
  return { ...pattern, contexts, recommended: recommendedAction(pattern) };
}
async function decisionsAbout(context, viewer, asked) {
  const now = context.clock.now();
  const topic = normaliseTopic(context.redact(asked)) ?? "";
  const exact = await context.store.listMemories(
    viewer,
    { kind: "decision", topic, now },
    { limit: maximumEvidence }
  );
  if (exact.items.length > 0) return exact.items;
  const terms = [...new Set(termsOf(asked))];
  const found = await context.store.findByTerms(viewer, terms, { kind: "decision", now }, maximumEvidence);
  return found.map(({ memory }) => memory).filter((memory) => {
    const about2 = new Set(termsOf(memoryTopic(memory) ?? ""));
    return terms.filter((term) => about2.has(term)).length >= terms.length * similarShare;
  });
}
async function recognise(context, viewer, raw) {
  const { error } = parseInput(recogniseInput, raw, "error");
  const signature2 = errorSignature(context.redact(error));
  const occurrences = await context.store.findFailedSteps(viewer, signature2, maximumEvidence);
  const runIds = [...new Set(occurrences.map((step) => step.runId))].slice(0, maximumRunsRead);
  const successes = await Promise.all(
    runIds.map(async (runId) => {
      const run2 = await context.store.getRun(viewer, runId);
      if (run2?.outcome !== "success") return [];
      const steps = await context.store.listSteps(viewer, runId);
      return occurrences.filter((step) => step.runId === runId).flatMap((failed) => nextSuccess(failed, steps) ?? []);
    })
  );
  return { ...failurePattern(signature2, occurrences), workedNext: countWorkedNext(successes.flat()) };
}

// src/measure/measure.ts
async function statistics(context, viewer) {
  const counts = await context.store.count(viewer, context.clock.now());
  const { backend, sizeBytes } = await context.store.health("quick");
  const successRate = counts.finishedRuns === 0 ? null : counts.successfulRuns / counts.finishedRuns;
  return { ...counts, successRate, backend, sizeBytes };
}

// src/engine.ts
init_scope();

// src/recall/browse.ts
init_errors();
init_page();
function listing({ items, next }) {
  return { items, next: next === null ? null : encodeCursor(next) };
}
async function listTasks(context, viewer, raw) {
  const { limit, cursor, ...filter } = parseInput(listTasksInput, raw, "task list");
  return listing(await context.store.listTasks(viewer, filter, { limit, after: cursor }));
}
async function listRuns(context, viewer, raw) {
  const { limit, cursor, outcome, task } = parseInput(listRunsInput, raw, "run list");
  return listing(await context.store.listRuns(viewer, { outcome, taskId: task }, { limit, after: cursor }));
}
async function showRun(context, viewer, rawId) {
  const { id } = parseInput(byId, { id: rawId }, "run");
  const run2 = await context.store.getRun(viewer, id);
  if (run2 === void 0) throw notFound("run", id);
  return { ...run2, steps: await context.store.listSteps(viewer, id) };
}
async function listSessions(context, viewer, raw) {
  const { limit, cursor } = parseInput(listSessionsInput, raw, "session list");
  return listing(await context.store.listSessions(viewer, { limit, after: cursor }));
}
async function showSession(context, viewer, rawId) {
  const { id } = parseInput(byId, { id: rawId }, "session");
  const session = pickOne("session", id, viewer, await context.store.findSessions(viewer, id));
  return { ...session, messages: await context.store.listMessages(viewer, session) };
}
async function listMemories(context, viewer, raw) {
  const { limit, cursor, kind, tag } = parseInput(listMemoriesInput, raw, "memory list");
  const filter = { kind, tag, now: context.clock.now() };
  return listing(await context.store.listMemories(viewer, filter, { limit, after: cursor }));
}
async function getMemory(context, viewer, rawId) {
  const { id } = parseInput(byId, { id: rawId }, "memory");
  const memory = await context.store.getMemory(viewer, id);
  if (memory === void 0) throw notFound("memory", id);
  return memory;
}
async function listTemplates(context, viewer, raw) {
  const { limit, cursor } = parseInput(listTemplatesInput, raw, "template list");
  return listing(await context.store.listTemplates(viewer, { limit, after: cursor }));
}

// src/recall/recall.ts
init_memory();
init_terms();

// src/recall/rank.ts
var k1 = 0.9;
var b = 0.4;
var halfLifeDays = 30;
var dayMs = 864e5;
var weights = { relevance: 0.7, recency: 0.1, confidence: 0.1, success: 0.1 };
function rank(candidates, terms, options) {
  const isExact = (memory) => options.exact.has(memory.id);
  const idf = inverseFrequencies(candidates, terms, options.memories);
  const meanLength = candidates.reduce((sum, { length }) => sum + length, 0) / Math.max(1, candidates.length);
  const best = [...idf.values()].reduce((sum, value) => sum + value * (k1 + 1), 0);
  return candidates.map((candidate) => {
    const bm25 = bm25Of(candidate, idf, meanLength);
    const relevance = isExact(candidate.memory) ? 1 : best === 0 ? 0 : bm25 / best;
    return scored(candidate.memory, relevance, options.now);
  }).sort(
    (left, right) => Number(isExact(right.memory)) - Number(isExact(left.memory)) || right.score - left.score || (left.memory.id < right.memory.id ? 1 : -1)
  );
}
function inverseFrequencies(candidates, terms, memories) {
  return new Map(
    terms.map((term) => {
      const having = candidates.filter(({ termCounts }) => termCounts.has(term)).length;
      return [term, Math.log(1 + (Math.max(memories, having) - having + 0.5) / (having + 0.5))];
    })
  );
}
function bm25Of({ termCounts, length }, idf, meanLength) {
  let sum = 0;
  for (const [term, count2] of termCounts) {
    const norm = k1 * (1 - b + b * length / meanLength);
    sum += (idf.get(term) ?? 0) * count2 * (k1 + 1) / (count2 + norm);
  }
  return sum;
}
function scored(memory, relevance, now) {
  const ageDays = Math.max(0, now - memory.createdAt) / dayMs;
  const parts = {
    relevance,
    recency: 0.5 ** (ageDays / halfLifeDays),
    confidence: memory.confidence,
    success: memory.successRate ?? 0.5
  };
  const score = Object.entries(weights).reduce(
    (sum, [part, weight]) => sum + weight * parts[part],
    0
  );
  return { memory, score, parts };
}

// src/recall/recall.ts
var maximumCandidates = 1e3;
var maximumQueryLength = 1e4;
var maximumQueryTerms = 64;
async function searchMemories(context, viewer, raw) {
  const { query, kind, tag, limit } = parseInput(searchMemoriesInput, raw, "search");
  return recall(context, viewer, query, { kind, tag, now: context.clock.now() }, /* @__PURE__ */ new Map(), limit);
}
async function retrieveMemories(context, viewer, raw) {
  const { context: situation, kind, tag, limit } = parseInput(retrieveMemoriesInput, raw, "retrieval");
  const filter = { kind, tag, now: context.clock.now() };
  const exact = /* @__PURE__ */ new Map();
  const topic = normaliseTopic(context.redact(situation));
  if (topic !== null) {
    const page = await context.store.listMemories(viewer, { ...filter, topic }, { limit: maximumCandidates });
    for (const memory of page.items) {
      exact.set(memory.id, { memory, termCounts: /* @__PURE__ */ new Map(), length: termsOf(memoryText(memory)).length });
    }
  }
  return recall(context, viewer, situation, filter, exact, limit);
}
async function recall(context, viewer, query, filter, exact, limit = context.settings.recall.limit) {
  const terms = [...new Set(termsOf(query.slice(0, maximumQueryLength)))].slice(0, maximumQueryTerms);
  const found = await context.store.findByTerms(viewer, terms, filter, maximumCandidates);
  const candidates = new Map([
    ...exact,
    ...found.map((candidate) => [candidate.memory.id, candidate])
  ]);
  if (candidates.size === 0) return [];
  const memories = await context.store.countMemories(viewer, filter);
  const ranked = rank([...candidates.values()], terms, {
    now: filter.now,
    memories,
    exact: new Set(exact.keys())
  });
  const recalled = ranked.slice(0, limit);
  countAccess(context, recalled, filter.now);
  return recalled;
}
function countAccess(context, recalled, at) {
  const ids = recalled.map(({ memory }) => memory.id);
  if (ids.length > 0) context.inBackground(() => context.store.commit([{ type: "count-access", ids, at }]));
}

// src/run/function-tools.ts
function functionTools(functions) {
  const has = (tool) => Object.hasOwn(functions, tool);
  return {
    has,
    names: () => Object.keys(functions),
    annotations: () => ({}),
    async call(tool, toolArguments) {
      const execute = functions[tool];
      return await execute?.(toolArguments) ?? null;
    }
  };
}

// src/run/run.ts
init_errors();

// src/run/replay.ts
init_errors();

// src/run/conceal.ts
function concealing(parameters, values) {
  const secrets = parameters.filter(({ source }) => source === "secret").map(({ name: name2, example }) => ({ secret: String(values[name2] ?? ""), placeholder: String(example) })).filter(({ secret }) => secret !== "").sort((left, right) => right.secret.length - left.secret.length);
  if (secrets.length === 0) return (value) => value;
  const concealText = (text3) => secrets.reduce((result, { secret, placeholder }) => result.replaceAll(secret, placeholder), text3);
  const conceal = (value) => {
    if (typeof value === "string") return concealText(value);
    if (typeof value === "number")
      return secrets.find(({ secret }) => secret === String(value))?.placeholder ?? value;
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(conceal);
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [concealText(key), conceal(member)])
    );
  };
  return conceal;
}

// src/run/resolve.ts
init_errors();
init_json();
function parameterValues(parameters, given) {
  const names2 = parameters.map((parameter) => parameter.name);
  const unknown2 = Object.keys(given).filter((name2) => !names2.includes(name2));
  if (unknown2.length > 0) {
    const known = names2.length === 0 ? "It has none." : `It has: ${names2.join(", ")}.`;
    throw new EngramError(
      "invalid_input",
      `The template has no parameter "${unknown2.join('", "')}". ${known}`,
      {
        details: { unknown: unknown2, known: names2 }
      }
    );
  }
  const givenValue = (name2) => Object.hasOwn(given, name2) ? given[name2] : void 0;
  const missing = parameters.filter(
    ({ source, name: name2 }) => source === "secret" && (givenValue(name2) ?? null) === null
  );
  if (missing.length > 0) {
    const flags = missing.map(({ name: name2 }) => `--input ${name2}=\u2026`).join(" ");
    throw new EngramError("invalid_input", `The recorded secrets were not kept; give them again: ${flags}`, {
      details: { missing: missing.map(({ name: name2 }) => name2) }
    });
  }
  return Object.fromEntries(
    parameters.map(({ name: name2, example }) => {
      const value = givenValue(name2);
      return [name2, value === void 0 ? example : value];
    })
  );
}
function resolveBinding(binding, parameters, results) {
  const resolve3 = (part) => resolveBinding(part, parameters, results);
  switch (binding.from) {
    case "constant":
      return resolveConstant(binding, results);
    case "parameter":
      return { value: parameters[binding.name] ?? null };
    case "result": {
      const found = valuesAt(structured(results[binding.step] ?? null), binding.path);
      const [value] = found;
      if (value !== void 0 && found.length === 1) return { value };
      const place = `${binding.path} of call ${binding.step + 1}`;
      return {
        unbound: {
          reason: `An argument comes from ${place}, which is not there`,
          expected: place,
          found: "nothing"
        }
      };
    }
    case "list":
      return combine(binding.items.map(resolve3), (values) => values);
    case "object": {
      const names2 = Object.keys(binding.members);
      return combine(
        Object.values(binding.members).map(resolve3),
        (values) => Object.fromEntries(names2.map((name2, index) => [name2, values[index] ?? null]))
      );
    }
    case "text":
      return combine(binding.parts.map(resolve3), (values) => values.map(asText2).join(""));
  }
}
function resolveConstant(binding, results) {
  const { value, sameAs } = binding;
  if (sameAs === void 0) return { value };
  const [now = null] = valuesAt(structured(results[sameAs.step] ?? null), sameAs.path);
  if (sameJson(now, value)) return { value };
  const place = `${sameAs.path} of call ${sameAs.step + 1}`;
  return {
    unbound: {
      reason: `An argument was the same as ${place} when this was recorded; now it is not, and which to follow is unclear`,
      expected: JSON.stringify(value),
      found: JSON.stringify(now)
    }
  };
}
function combine(parts, build) {
  const values = [];
  for (const part of parts) {
    if ("unbound" in part) return part;
    values.push(part.value);
  }
  return { value: build(values) };
}
function asText2(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}
function findAbsent(step, parameters, values, results) {
  for (const { name: name2, presentIn } of parameters) {
    if (presentIn === null || !uses(step.arguments, name2)) continue;
    const value = values[name2] ?? null;
    const collection = valuesAt(structured(results[presentIn.step] ?? null), presentIn.path);
    if (collection.some((item) => sameJson(item, value))) continue;
    return {
      reason: `"${name2}" is not among ${presentIn.path} of call ${presentIn.step + 1} any more`,
      expected: JSON.stringify(value),
      found: JSON.stringify(collection.slice(0, 10))
    };
  }
  return void 0;
}
function uses(binding, parameter) {
  switch (binding.from) {
    case "parameter":
      return binding.name === parameter;
    case "list":
      return binding.items.some((item) => uses(item, parameter));
    case "text":
      return binding.parts.some((part) => uses(part, parameter));
    case "object":
      return Object.values(binding.members).some((member) => uses(member, parameter));
    default:
      return false;
  }
}

// src/run/replay.ts
function checkTools(template, tools) {
  const missing = [...new Set(template.plan.map((step) => step.tool))].filter((tool) => !tools.has(tool));
  if (missing.length === 0) return;
  const known = tools.names().length === 0 ? "none were given" : `given were: ${tools.names().join(", ")}`;
  throw new EngramError(
    "tool_missing",
    `The template calls ${missing.join(", ")}; ${known}. Nothing was called.`,
    {
      details: { missing }
    }
  );
}
async function replay(template, given, tools, run2) {
  const values = parameterValues(template.parameters, given);
  const conceal = concealing(template.parameters, values);
  const calls = [];
  const results = [];
  const stop = (status, unbound) => ({
    status,
    modelCalls: 0,
    toolCalls: calls,
    divergence: {
      call: results.length + 1,
      tool: template.plan[results.length]?.tool ?? "",
      ...unbound,
      // A call that failed is still to be done; one that answered otherwise than expected was made.
      remaining: template.plan.slice(status === "failed" ? results.length : calls.length).map((step) => step.tool)
    }
  });
  for (const step of template.plan) {
    const absent2 = findAbsent(step, template.parameters, values, results);
    if (absent2 !== void 0) return stop("diverged", absent2);
    const resolved = resolveBinding(step.arguments, values, results);
    if ("unbound" in resolved) return stop("diverged", resolved.unbound);
    const toolArguments = resolved.value;
    const shown = conceal(toolArguments);
    let result = null;
    try {
      await run2.call(step.tool, shown, async () => {
        result = await tools.call(step.tool, toolArguments).catch((thrown) => {
          throw concealedError(thrown, conceal);
        });
        return conceal(result);
      });
    } catch (error) {
      calls.push({ tool: step.tool, arguments: shown, result: null, matched: false });
      const reason = `The tool failed: ${describeThrown(error).message}`;
      return stop("failed", { reason, expected: "a result", found: "an error" });
    }
    const mismatch = findMismatch(step.expects, structured(result));
    calls.push({
      tool: step.tool,
      arguments: shown,
      result: conceal(result),
      matched: mismatch === void 0
    });
    if (mismatch !== void 0) {
      const { path, expected, found } = mismatch;
      return stop("diverged", {
        reason: `The result differs from the recorded one at ${path}`,
        expected,
        found
      });
    }
    results.push(result);
  }
  return { status: "completed", modelCalls: 0, toolCalls: calls };
}
function concealedError(thrown, conceal) {
  const { type, message } = describeThrown(thrown);
  return Object.assign(new Error(String(conceal(message))), { name: type });
}

// src/run/run.ts
async function runTemplate(running, raw, tools, elapsed) {
  const input = parseInput(runTemplateInput, raw, "template run");
  const template = await running.showTemplate(input.id);
  const values = parameterValues(template.parameters, input.inputs);
  if (input.dryRun) {
    const calls = template.plan.map((step) => ({ tool: step.tool, arguments: step.arguments }));
    return {
      status: "planned",
      templateId: template.id,
      parameters: withoutSecrets(template, values),
      calls
    };
  }
  checkTools(template, tools);
  const since = elapsed();
  const { run: run2, learning } = await running.beginRun(
    { description: template.task.description, inputs: withoutSecrets(template, values), approach: "replay" },
    { kind: "template", style: input.mode, templateId: template.id }
  );
  if (learning === null) throw new EngramError("internal", "The gate kept the template from its own run.");
  const report = await replay(learning.template, input.inputs, tools, run2);
  const { divergence } = report;
  await run2.finish({
    outcome: report.status === "completed" ? "success" : report.toolCalls.length > 1 ? "partial" : "failure",
    ...divergence === void 0 ? {} : { summary: `${report.status} at call ${divergence.call}: ${divergence.reason}` }
  });
  return { templateId: template.id, runId: run2.id, durationMs: elapsed() - since, ...report };
}
function withoutSecrets(template, values) {
  const shown = template.parameters.filter(({ source }) => source !== "secret");
  return Object.fromEntries(shown.map(({ name: name2 }) => [name2, values[name2] ?? null]));
}

// src/store/open-store.ts
init_errors();
import { homedir as homedir2 } from "node:os";
import { resolve as resolve2 } from "node:path";
import { fileURLToPath } from "node:url";

// src/model/shown-url.ts
function shownUrl(url) {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(url) ?? [];
  if (scheme === void 0 || rest === void 0 || scheme === "file://") return url;
  const [place = "", query] = rest.split(/\?(.*)/s);
  const credentials = place.lastIndexOf("@");
  const [user = ""] = place.slice(0, Math.max(0, credentials)).split(":");
  const host = place.slice(credentials + 1);
  const shownCredentials = credentials === -1 ? "" : `${user}:\u2026@`;
  return `${scheme}${shownCredentials}${host}${query === void 0 ? "" : "?\u2026"}`;
}

// src/store/open-store.ts
function parseStoreUrl(url, base = process.cwd()) {
  if (url === "memory:") return { backend: "memory" };
  if (url === "null:") return { backend: "null" };
  const [, scheme] = /^([a-z][a-z0-9+.-]+):/i.exec(url) ?? [];
  if (scheme !== void 0 && scheme !== "file") {
    throw new EngramError(
      "unsupported",
      `There is no store for "${scheme}:" URLs in this version. Use file:PATH, memory: or null:.`,
      { details: { url: shownUrl(url) } }
    );
  }
  const [place = "", query = ""] = url.replace(/^file:/, "").split("?", 2);
  if (place === "") {
    throw new EngramError(
      "invalid_input",
      "The database URL names no file. Write file:PATH, such as file:memory.db."
    );
  }
  return {
    backend: "sqlite",
    path: place.startsWith("//") ? pathOfUrl(`file:${place}`) : resolve2(base, place.replace(/^~(?=\/)/, homedir2())),
    readOnly: new URLSearchParams(query).get("mode") === "ro"
  };
}
function pathOfUrl(url) {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new EngramError(
      "invalid_input",
      `"${url}" names no file on this machine. Write file:PATH, such as file:memory.db.`,
      { details: { url }, cause }
    );
  }
}
async function openStore(url, options) {
  const location = parseStoreUrl(url);
  switch (location.backend) {
    case "sqlite": {
      const { openSqliteStore: openSqliteStore2 } = await Promise.resolve().then(() => (init_open_sqlite(), open_sqlite_exports));
      return openSqliteStore2({ ...location, ...options });
    }
    case "memory": {
      const { createReferenceStore: createReferenceStore2 } = await Promise.resolve().then(() => (init_reference_store(), reference_store_exports));
      return createReferenceStore2();
    }
    case "null": {
      const { createNullStore: createNullStore2 } = await Promise.resolve().then(() => (init_null_store(), null_store_exports));
      return createNullStore2();
    }
  }
}

// src/system.ts
import { randomFillSync } from "node:crypto";
var systemClock = {
  now: () => Date.now(),
  elapsed: () => performance.now()
};
var pool = new Uint32Array(256);
var used = pool.length;
var systemRandom = () => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return (pool[used++] ?? 0) / 2 ** 32;
};
var alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
function createIds(clock, random) {
  let lastTime = -1;
  let head = "";
  let tail = [];
  return (prefix) => {
    const now = clock.now();
    if (now > lastTime) {
      lastTime = now;
      head = timeDigits(now);
      tail = Array.from({ length: 16 }, () => Math.floor(random() * 32));
    } else {
      increase(tail);
    }
    let id = `${prefix}_${head}`;
    for (const digit of tail) id += alphabet[digit];
    return id;
  };
}
function increase(digits) {
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const digit = digits[index] ?? 0;
    digits[index] = (digit + 1) % 32;
    if (digit < 31) return;
  }
}
function timeDigits(time) {
  let rest = time;
  let digits = "";
  for (let index = 0; index < 10; index += 1) {
    digits = alphabet[rest % 32] + digits;
    rest = Math.floor(rest / 32);
  }
  return digits;
}

// src/engine.ts
async function openEngram(options = {}) {
  const {
    store: given,
    clock = systemClock,
    random = systemRandom,
    ids = createIds(clock, random),
    onEvent,
    surroundings,
    ...values
  } = options;
  const { settings } = await loadSettings({ name: "options", values }, surroundings);
  const backend = given ?? await openStore(settings.db, { durability: settings.durability, now: clock.now() });
  const background = /* @__PURE__ */ new Set();
  const context = {
    store: withRedaction(backend),
    redact: redactText,
    clock,
    ids,
    emit: createEmitter(onEvent),
    settings,
    inBackground(work) {
      const done = work().catch(() => {
      }).finally(() => background.delete(done));
      background.add(done);
    }
  };
  const owner2 = { user: settings.user, project: settings.project, agent: settings.agent };
  const as = (viewer) => createView(context, parseInput(scopeSchema, { ...owner2, ...viewer }, "viewer"));
  return {
    ...createView(context, owner2),
    as,
    agent: (name2) => as({ agent: name2 }),
    health: () => backend.health(),
    async close() {
      await Promise.all(background);
      await backend.close();
    }
  };
}
function createEmitter(listener) {
  let warned = false;
  return (event) => {
    if (event.type === "records-lost" && !warned) {
      warned = true;
      process.emitWarning(`Engram could not keep ${event.count} record(s): ${event.reason}`, "EngramWarning");
    }
    try {
      listener?.(event);
    } catch {
    }
  };
}
function createView(context, viewer) {
  async function beginRun(input, mode) {
    const learning = await learningFor(mode, (id) => showTemplate(context, viewer, id));
    return { run: await openRun(context, viewer, input, mode), learning };
  }
  async function startNormalRun(input) {
    return (await beginRun(input, { kind: "normal" })).run;
  }
  return {
    viewer,
    // capture
    startRun: startNormalRun,
    run: async (input, work) => recordRun(await startNormalRun(input), work),
    session: (id) => openSession(context, viewer, id),
    tasks: {
      create: (input) => createTask(context, viewer, input),
      update: (input) => updateTask(context, viewer, input),
      show: (id) => showTask(context, viewer, id),
      list: (input = {}) => listTasks(context, viewer, input)
    },
    runs: {
      start: (input) => startRun(context, viewer, input),
      step: (input) => appendStep(context, viewer, input),
      finish: (input) => finishRun(context, viewer, input),
      show: (id) => showRun(context, viewer, id),
      list: (input = {}) => listRuns(context, viewer, input)
    },
    sessions: {
      append: (input) => appendMessage(context, viewer, input),
      show: (id) => showSession(context, viewer, id),
      list: (input = {}) => listSessions(context, viewer, input)
    },
    // capture and recall
    memories: {
      record: (input) => recordMemory(context, viewer, input),
      get: (id) => getMemory(context, viewer, id),
      list: (input = {}) => listMemories(context, viewer, input),
      search: (input) => searchMemories(context, viewer, input),
      retrieve: (input) => retrieveMemories(context, viewer, input),
      delete: (id) => deleteMemory(context, viewer, id)
    },
    // learn
    learning: {
      suggest: (input) => suggest(context, viewer, input),
      recognise: (input) => recognise(context, viewer, input)
    },
    // apply and run
    templates: {
      save: (input) => saveTemplate(context, viewer, input),
      show: (idOrSlug) => showTemplate(context, viewer, idOrSlug),
      list: (input = {}) => listTemplates(context, viewer, input),
      run: (input, tools) => runTemplate(
        { showTemplate: (id) => showTemplate(context, viewer, id), beginRun },
        input,
        functionTools(tools),
        context.clock.elapsed
      )
    },
    // measure
    agents: { list: () => context.store.listAgents(viewer) },
    stats: () => statistics(context, viewer)
  };
}

// src/index.ts
init_errors();

// prof.tmp.ts
init_null_store();
init_driver();
import { rmSync } from "node:fs";
for (const f of ["p", "q"]) for (const s of ["", "-wal", "-shm"]) rmSync("/tmp/" + f + ".db" + s, { force: true });
var which = process.argv[2];
var N = 4e4;
var eng = (await openEngram(which.startsWith("null") ? { store: createNullStore() } : { db: "file:/tmp/p.db" })).agent("alice");
var run = await eng.startRun({ description: "x" });
var lines = Array.from({ length: 6 }, (_, index) => ({ sku: `item-${index}`, price: 9.5 + index, quantity: index + 1 }));
var text2 = "Attempt : the nightly export timed out because the connection pool was exhausted; raising the pool size to 20 and closing idle connections after a minute made it pass three nights in a row.";
var { DatabaseSync } = await loadDriver();
var bare = new DatabaseSync("/tmp/q.db", { readOnly: false, timeout: 0 });
bare.exec("PRAGMA journal_mode = WAL");
bare.exec("PRAGMA synchronous = NORMAL");
bare.exec("CREATE TABLE records (id TEXT PRIMARY KEY, body TEXT NOT NULL)");
var insert2 = bare.prepare("INSERT INTO records (id, body) VALUES (?, ?)");
var body = "x".repeat(768);
var t = process.cpuUsage();
for (let i = 0; i < N; i++) {
  if (which.endsWith("step")) await run.call("get_order", { order_id: 1e5 + i, fields: ["status", "total", "lines"], locale: "en" }, () => ({ id: i, status: "shipped", total: 59.9, lines }));
  else if (which === "bare") insert2.run("s" + i, body);
  else await eng.memories.record({ kind: "experience", text: text2 });
}
var u = process.cpuUsage(t);
console.log(which, (u.user + u.system) / N, u.user / N, u.system / N);
