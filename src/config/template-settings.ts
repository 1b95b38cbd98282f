import * as z from 'zod';
import { json } from '../json/json.ts';
import { leavesOf, parsePath } from '../json/path.ts';
import { lazyObject, lazySchema, lazyStrictObject } from '../records/lazy-schema.ts';
import { wholeNumber } from '../records/number.ts';
import { nameText } from '../text/text.ts';
import { group, lazyGroup, setting } from './setting-group.ts';

/** How templates are made, run and judged: docs/templates.md. */
export const templateSettings = lazyGroup(() => ({
  /** Tokens that what was learned may take in the system message of an adaptive run. */
  contextTokens: setting(wholeNumber(50, 1_000_000).default(1_500), { harmless: true }),
  /** Examples shown to an agent, and how many characters of each are. */
  examples: setting(
    group({
      count: wholeNumber(0, 20).default(3),
      task: wholeNumber(20, 10_000).default(200),
      arguments: wholeNumber(20, 10_000).default(300),
      result: wholeNumber(20, 10_000).default(200),
    }),
    { harmless: true },
  ),
  /** Distilling what an agent learned by the language model, when there is one. */
  synthesis: group({
    /** `model`: by the model, by rules when it fails · `rules`: never by a model. */
    by: z.enum(['model', 'rules']).default('model'),
    /** Tokens, in and out, that distilling may use in a day; when they are used up, rules do it. */
    tokensPerDay: wholeNumber(0, 1_000_000_000).default(200_000),
    /** Tokens of the log that are shown to the model at most. */
    logTokens: wholeNumber(200, 1_000_000).default(6_000),
  }),
  /**
   * An approved template is demoted when so many of its latest runs failed or stopped: one that mostly stops is of no
   * use any more, though stopping is no failure in any figure.
   */
  demotion: group({
    runs: wholeNumber(1, 1_000).default(10),
    failures: wholeNumber(1, 1_000).default(5),
  }),
  /** Results of idempotent calls that are kept within a process. */
  cache: group({
    enabled: z.boolean().default(true),
    ttlSeconds: z.number().positive().max(31_536_000).default(300),
    entries: wholeNumber(1, 1_000_000).default(1_000),
    megabytes: z.number().positive().max(10_000).default(50),
  }),
}));

/** Tools by name; `*` stands for any part of a name. */
const toolNames = lazySchema(() => z.array(nameText).default([]));

/** An MCP server that is started as a program, and spoken to over its standard input and output. */
export const mcpProgram = lazyObject(() => ({
  command: z.string().min(1, 'must not be empty'),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  /** The folder it is started in; the current one otherwise. */
  cwd: z.string().min(1, 'must not be empty').optional(),
}));
/** An MCP server on the network: streamable HTTP. */
export const mcpService = lazyObject(() => ({
  url: z.url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' }),
  headers: z.record(z.string(), z.string()).default({}),
}));

/** Whether a text in the settings stands for a place of the arguments, and not for itself. */
export const isArgumentPath = (text: string): boolean => /^\$(?:[.[]|$)/.test(text);

const valuePath = lazySchema(() =>
  z
    .string()
    .refine((path) => parsePath(path) !== undefined, 'must be a path such as $.status or $.items[*].state'),
);

/** An argument of a look: a text that begins with `$.` is a place of the call's arguments, everything else a constant. */
const lookArgument = json.refine(
  (argument) =>
    leavesOf(argument).every(
      ({ value }) => typeof value !== 'string' || !isArgumentPath(value) || parsePath(value) !== undefined,
    ),
  'must be a path such as $.order_id, or a constant that does not begin with $.',
);

/** A check for tools of servers: a tool that only looks, and the places of its answer that must be equal. */
export const toolCheckSettings = lazyStrictObject(() => ({
  /** The tool whose calls are checked; `*` stands for any part of its name. */
  tool: nameText,
  look: nameText,
  arguments: z.record(z.string(), lookArgument).default({}),
  equal: z.array(valuePath).min(1, 'must name at least one path'),
}));
/** A check, as the settings define it. */
export type ToolCheckSettings = z.infer<typeof toolCheckSettings>;

/** Tools that Engram may call by itself: docs/templates.md. */
export const toolSettings = lazyGroup(() => ({
  /** MCP servers, in the form MCP clients use. */
  mcpServers: z.record(nameText, z.union([mcpProgram, mcpService])).default({}),
  /** What tools are, where they do not say so themselves, or say it wrongly. */
  readOnly: toolNames,
  writes: toolNames,
  idempotent: toolNames,
  /** Checks: captured when calls are recorded, and compared before a replay makes them. */
  checks: z.array(toolCheckSettings).default([]),
  /** Milliseconds that one capture may take, and one comparison. */
  checkTimeoutMs: wholeNumber(10, 86_400_000).default(5_000),
  /** Milliseconds that one call may take. */
  timeoutMs: wholeNumber(10, 86_400_000).default(60_000),
  /** A result above this ends a replay. */
  maxResultBytes: wholeNumber(1_000, 1_000_000_000).default(10_000_000),
  /** Calls of a model that one task may take, and calls of tools. */
  maxModelCalls: wholeNumber(1, 10_000).default(25),
  maxToolCalls: wholeNumber(1, 100_000).default(100),
}));
/** Tools that Engram may call by itself. */
export type ToolSettings = z.infer<typeof toolSettings>;

/** Session templates: docs/session-templates.md. */
export const sessionTemplateSettings = lazyGroup(() => ({
  /** Which tools make a session one of code, files or research. */
  classes: group({
    code: z.array(nameText).default(['execute_code', 'code_execution']),
    file: z.array(nameText).default(['read_file', 'write_file', 'patch', 'search_files']),
    research: z.array(nameText).default(['web_search', 'web_fetch', 'browser_navigate']),
  }),
  /** Share of a session's calls that a class must have more than. */
  majority: z.number().min(0).max(1).default(0.6),
  /** Whether successful sessions become templates by themselves, and from how many successful calls on. */
  automatic: setting(z.boolean().default(false), { harmless: false }),
  automaticFrom: wholeNumber(1, 1_000).default(3),
  /** Seeded sessions after which a template that does not help is retired. */
  judgedAfter: wholeNumber(1, 1_000).default(5),
}));
