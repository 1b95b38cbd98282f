import * as z from 'zod';
import { lazySchema } from './lazy-schema.ts';
import { wholeNumber } from './number.ts';
import { nameText } from './text.ts';

/** How templates are made, run and judged: docs/templates.md. */
export const templateSettings = lazySchema(() =>
  z
    .strictObject({
      /** Tokens that what was learned may take in the system message of an adaptive run. */
      contextTokens: wholeNumber(50, 1_000_000).default(1_500),
      /** Examples shown to an agent, and how many characters of each are. */
      examples: z
        .strictObject({
          count: wholeNumber(0, 20).default(3),
          task: wholeNumber(20, 10_000).default(200),
          arguments: wholeNumber(20, 10_000).default(300),
          result: wholeNumber(20, 10_000).default(200),
        })
        .prefault({}),
      /** Distilling what an agent learned by the language model, when there is one. */
      synthesis: z
        .strictObject({
          /** `model`: by the model, by rules when it fails · `rules`: never by a model. */
          by: z.enum(['model', 'rules']).default('model'),
          /** Tokens, in and out, that distilling may use in a day; when they are used up, rules do it. */
          tokensPerDay: wholeNumber(0, 1_000_000_000).default(200_000),
          /** Tokens of the log that are shown to the model at most. */
          logTokens: wholeNumber(200, 1_000_000).default(6_000),
        })
        .prefault({}),
      /**
       * An approved template is demoted when so many of its latest runs failed. A replay that stopped has failed, too: one
       * that mostly stops is of no use any more.
       */
      demotion: z
        .strictObject({
          runs: wholeNumber(1, 1_000).default(10),
          failures: wholeNumber(1, 1_000).default(5),
        })
        .prefault({}),
      /** Results of idempotent calls that are kept within a process. */
      cache: z
        .strictObject({
          enabled: z.boolean().default(true),
          ttlSeconds: z.number().positive().max(31_536_000).default(300),
          entries: wholeNumber(1, 1_000_000).default(1_000),
          megabytes: z.number().positive().max(10_000).default(50),
        })
        .prefault({}),
    })
    .prefault({}),
);

/** Tools by name; `*` stands for any part of a name. */
const toolNames = lazySchema(() => z.array(nameText).default([]));

/** An MCP server that is started as a program, and spoken to over its standard input and output. */
export const mcpProgram = lazySchema(() =>
  z.object({
    command: z.string().min(1, 'must not be empty'),
    args: z.array(z.string()).default([]),
    env: z.record(z.string(), z.string()).default({}),
    /** The folder it is started in; the current one otherwise. */
    cwd: z.string().min(1, 'must not be empty').optional(),
  }),
);
/** An MCP server on the network: streamable HTTP. */
export const mcpService = lazySchema(() =>
  z.object({
    url: z.url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' }),
    headers: z.record(z.string(), z.string()).default({}),
  }),
);

/** Tools that Engram may call by itself: docs/templates.md. */
export const toolSettings = lazySchema(() =>
  z
    .strictObject({
      /** MCP servers, in the form MCP clients use. */
      mcpServers: z.record(nameText, z.union([mcpProgram, mcpService])).default({}),
      /** What tools are, where they do not say so themselves, or say it wrongly. */
      readOnly: toolNames,
      writes: toolNames,
      idempotent: toolNames,
      /** Milliseconds that one call may take. */
      timeoutMs: wholeNumber(10, 86_400_000).default(60_000),
      /** A result above this ends a replay. */
      maxResultBytes: wholeNumber(1_000, 1_000_000_000).default(10_000_000),
      /** Calls of a model that one task may take, and calls of tools. */
      maxModelCalls: wholeNumber(1, 10_000).default(25),
      maxToolCalls: wholeNumber(1, 100_000).default(100),
    })
    .prefault({}),
);
/** Tools that Engram may call by itself. */
export type ToolSettings = z.infer<typeof toolSettings>;

/** Session templates: docs/session-templates.md. */
export const sessionTemplateSettings = lazySchema(() =>
  z
    .strictObject({
      /** Which tools make a session one of code, files or research. */
      classes: z
        .strictObject({
          code: z.array(nameText).default(['execute_code', 'code_execution']),
          file: z.array(nameText).default(['read_file', 'write_file', 'patch', 'search_files']),
          research: z.array(nameText).default(['web_search', 'web_fetch', 'browser_navigate']),
        })
        .prefault({}),
      /** Share of a session's calls that a class must have more than. */
      majority: z.number().min(0).max(1).default(0.6),
      /** Whether successful sessions become templates by themselves, and from how many successful calls on. */
      automatic: z.boolean().default(false),
      automaticFrom: wholeNumber(1, 1_000).default(3),
      /** Seeded sessions after which a template that does not help is retired. */
      judgedAfter: wholeNumber(1, 1_000).default(5),
    })
    .prefault({}),
);
