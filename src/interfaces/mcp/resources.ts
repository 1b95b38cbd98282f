import {
  type McpServer,
  type ReadResourceResult,
  type Resource,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { invalidInput } from '../../errors.ts';
import { memoryText } from '../../records/memory.ts';
import { counted } from '../../text/counted.ts';
import { inert, inertJson, inertLine } from '../../text/inert/inert.ts';
import { asRecordedData, fenced } from '../../text/inert/recorded-data.ts';
import { oneLine } from '../cli/layout.ts';
import { presentMemory } from '../cli/present/memories.ts';
import { presentTemplate } from '../cli/present/templates.ts';
import type { View } from '../library/view.ts';
import { viewOf } from '../library/view-of.ts';
import type { McpCaller } from './caller.ts';
import { mayUse } from './offered.ts';
import { pageFor } from './page.ts';
import { createGuard, type ErrorGuard } from './protocol-errors.ts';
import { reportOf } from './report.ts';
import type { ErrorListener } from './shown-error.ts';

/** Newest records that a list of resources names; the tools list all. */
const listed = { limit: 50 };
/** Newest records among which an id is completed; a completion has room for 100 answers. */
const completed = { limit: 100 };

/** One kind of record, as resources with an address for each. */
interface RecordResource {
  readonly name: string;
  /** The operation that shows the same; who may not use it does not get the resource. */
  readonly operation: string;
  /** Its address is `engram://folder/{variable}`. */
  readonly folder: string;
  readonly variable: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  read(view: View, id: string): Promise<string>;
  list?(view: View): Promise<Resource[]>;
  ids(view: View): Promise<string[]>;
}

const memories: RecordResource = {
  name: 'memory',
  operation: 'memory.get',
  folder: 'memories',
  variable: 'id',
  title: 'A memory',
  description: 'One memory with its fields, by its id',
  mimeType: 'text/markdown',
  async read(view, id) {
    const memory = await view.memories.get(id);
    return page(`Memory ${memory.id}`, presentMemory(memory, pageFor(view)));
  },
  list: async (view) =>
    (await view.memories.list(listed)).items.map((memory) => ({
      uri: `engram://memories/${encodeURIComponent(memory.id)}`,
      name: inertLine(memory.id),
      title: titleOf(memoryText(memory)),
      description: `A memory of the kind ${memory.kind}`,
      annotations: { lastModified: new Date(memory.createdAt).toISOString() },
    })),
  ids: async (view) => (await view.memories.list(completed)).items.map(({ id }) => id),
};

const templates: RecordResource = {
  name: 'template',
  operation: 'template.show',
  folder: 'templates',
  variable: 'idOrSlug',
  title: 'A template',
  description:
    'Work that was done before and can be repeated: its parameters and its plan, by its name or id',
  mimeType: 'text/markdown',
  async read(view, idOrSlug) {
    const template = await view.templates.show(idOrSlug);
    return page(`Template ${template.slug}`, presentTemplate(template, pageFor(view)));
  },
  list: async (view) =>
    (await view.templates.list(listed)).items.map((template) => ({
      // By id: two agents may use the same name.
      uri: `engram://templates/${encodeURIComponent(template.id)}`,
      name: template.slug,
      title: titleOf(template.task.description),
      description: `A template of ${counted(template.plan.length, 'call')}`,
      annotations: { lastModified: new Date(template.updatedAt).toISOString() },
    })),
  ids: async (view) => (await view.templates.list(completed)).items.map(({ slug }) => slug),
};

const runs: RecordResource = {
  name: 'run',
  operation: 'run.show',
  folder: 'runs',
  variable: 'id',
  title: 'A run',
  description: 'A run with all its steps as JSON, by its id',
  mimeType: 'application/json',
  read: async (view, id) => inertJson(await view.runs.show(id), { indent: 2 }),
  ids: async (view) => (await view.runs.list(completed)).items.map(({ id }) => id),
};

const patterns: RecordResource = {
  name: 'pattern',
  operation: 'learning.show',
  folder: 'patterns',
  variable: 'idOrSlug',
  title: 'A pattern',
  description: 'What many records have in common, as JSON: a decision, a failure, a success, a tool sequence',
  mimeType: 'application/json',
  read: async (view, idOrSlug) => inertJson(await view.learning.show(idOrSlug), { indent: 2 }),
  ids: async (view) => (await view.learning.patterns(completed)).map(({ slug }) => slug),
};

/** Memories, templates, runs, patterns and a report, to look at and to attach to a conversation. */
export function registerResources(server: McpServer, caller: McpCaller, onError: ErrorListener): void {
  const guard = createGuard(onError);
  for (const resource of [memories, templates, runs, patterns]) {
    if (mayUse(caller, resource.operation)) registerRecords(server, caller, resource, guard);
  }
  if (!mayUse(caller, 'report')) return;
  const uri = 'engram://report';
  const mimeType = 'text/markdown';
  const description =
    'How work goes and what was learned: counts, success, failures, checks, agents, newest runs and templates';
  server.registerResource('report', uri, { title: 'Report', description, mimeType }, () =>
    guard(async () => textOf(uri, mimeType, await reportOf(viewOf(await caller.request.open())))),
  );
}

function registerRecords(
  server: McpServer,
  { request }: McpCaller,
  resource: RecordResource,
  guard: ErrorGuard,
): void {
  const { name, folder, variable, title, description, mimeType, read, list, ids } = resource;
  const template = new ResourceTemplate(`engram://${folder}/{${variable}}`, {
    list:
      list === undefined
        ? undefined
        : () => guard(async () => ({ resources: await list(viewOf(await request.open())) })),
    complete: {
      [variable]: (typed) =>
        guard(async () => (await ids(viewOf(await request.open()))).filter((id) => id.startsWith(typed))),
    },
  });
  server.registerResource(name, template, { title, description, mimeType }, (uri, variables) =>
    guard(
      async () =>
        textOf(uri.href, mimeType, await read(viewOf(await request.open()), decoded(variables[variable]))),
      uri.href,
    ),
  );
}

function textOf(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] };
}

function page(title: string, text: string): string {
  return `# ${inertLine(title)}\n\n${asRecordedData(`${fenced(inert(text))}\n`)}`;
}

/** The beginning of a text, cut before it is made inert: a list has many. */
function titleOf(text: string): string {
  return inertLine(oneLine(text, 80));
}

/** The protocol hands parts of an address on as they stand there. */
function decoded(part: string | string[] | undefined): string {
  try {
    return decodeURIComponent(String(part));
  } catch (cause) {
    throw invalidInput(`"${part}" is not well encoded for an address.`, { cause });
  }
}
