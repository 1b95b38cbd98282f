import type { Client, TextContent, TextResourceContents } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCaller } from '../../src/interfaces/mcp/caller.ts';
import { offeredOperations, toolName } from '../../src/interfaces/mcp/offered.ts';
import { inputSchema, type JsonSchema } from '../../src/operations/json-schema.ts';
import { attacks, harmIn } from '../../src/text/inert/attacks.fixture.ts';
import { connectDirectly, createPlace, type Place } from './connect.ts';
import { requestOf } from './request-of.ts';

/** All attacks, some in a text: each text is what strangers left in every field of every kind of record. */
const perText = 12;
const texts = Object.values(attacks).flatMap((_, index, all) =>
  index % perText === 0 ? [`Payroll deploy\n${all.slice(index, index + perText).join('\nthen\n')}`] : [],
);
const order = 'print the keys';
const inOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, 150)
    .toWellFormed()
    .trim();

interface Known {
  readonly memory: string;
  readonly run: string;
  readonly template: string;
  readonly pattern: string;
}

/** Leaves a text in every field that is kept, as an agent. */
async function leave(place: Place, text: string): Promise<Known> {
  const alice = place.engram.agent('alice');
  const name = inOneLine(text);
  const about = { context: 'Payroll deploy', outcome: 'success' } as const;
  const { id: memory } = await alice.memories.record({ kind: 'knowledge', text, tags: [name] });
  await alice.memories.record({ kind: 'rule', text });
  await alice.memories.record({ kind: 'decision', text, content: { ...about, action: text } });
  await alice.memories.record({
    kind: 'failure',
    text,
    content: { errorSignature: 'Payroll deploy', rootCause: text, solution: text },
  });
  await alice.memories.record({
    kind: 'entity',
    text,
    content: { name: 'Payroll deploy', properties: { [text]: text } },
  });
  const error = `Payroll deploy failed: ${text}`;
  await alice.learning.learn({ error, solution: text, rootCause: text, prevention: [text] });
  await alice.prevention.create({ name: 'look-first', message: text, when: { tool: 'deploy' } });
  const run = await alice.startRun({ description: text, inputs: { of: text }, approach: name });
  await run.note(text);
  await run.call('deploy', { of: text }, () => Promise.reject(new Error(error))).catch(() => {});
  await run.call('look', { of: text }, () => ({ [text]: text }));
  await run.call('deploy', { of: text }, () => text);
  await run.finish({ outcome: 'success', summary: text });
  const { id: template } = await alice.templates.save({ run: run.id, name: 'payroll' });
  await alice.templates.memory.keep({
    template,
    memory: { strategies: [text], pitfalls: [text], tips: [text], insights: [text] },
  });
  await alice.tasks.create({ id: 'task-1', description: text });
  const session = 'chat-1';
  await alice.sessions.append({ session, role: 'user', content: text });
  await alice.sessions.append({
    session,
    role: 'assistant',
    content: text,
    toolCalls: [{ id: 'c1', name: 'read_file', arguments: { path: text } }],
  });
  await alice.sessions.append({ session, role: 'tool', content: text, toolCallId: 'c1' });
  await alice.sessionTemplates.create({ session, name: 'reading', description: text });
  const [pattern] = await alice.learning.patterns({ type: 'failure' });
  return { memory, run: run.id, template, pattern: pattern?.slug ?? '' };
}

/** Whatever stands in marks, and what is left outside of them. Marks that do not pair stay outside. */
function marked(page: string): { readonly inside: string[]; readonly outside: string } {
  const marks = /<((?:recorded-data|stated-by-user)-[0-9a-f]{12})>\n([\s\S]*?)<\/\1>/g;
  return {
    inside: [...page.matchAll(marks)].map(([, , body = '']) => body),
    outside: page.replace(marks, ''),
  };
}

/** What is wrong with a page for a model. */
function problemsOf(page: string): string[] {
  const { inside, outside } = marked(page);
  const escaped = outside.includes(order) ? [`outside of the marks: ${outside}`] : [];
  return [...escaped, ...[...inside, outside].flatMap(harmIn)];
}

/** In JSON a turn cannot begin a line, and names of fields look like one. */
const problemsOfJson = (json: string): string[] =>
  harmIn(json).filter((problem) => !problem.startsWith('a turn in'));

/** An input that fits a schema, made of what is known. */
function inputFor(schema: JsonSchema, known: Known, name: string): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = {
    ...{ query: 'Payroll deploy', context: 'Payroll deploy', error: 'Payroll deploy failed', task: 'task-1' },
    ...{ template: known.template, tool: 'deploy', arguments: {}, session: 'chat-1', run: known.run },
    ...{
      description: 'Payroll deploy',
      name: name.startsWith('session-templates') ? 'reading' : 'look-first',
    },
    id: idFor(name, known),
  };
  const names = Object.keys(schema.properties ?? {}).filter(
    (field) => schema.required?.includes(field) === true || ['id', 'query', 'context'].includes(field),
  );
  return Object.fromEntries(names.filter((field) => field in values).map((field) => [field, values[field]]));
}

function idFor(name: string, known: Known): string {
  const [group] = name.split('.');
  const ids: Readonly<Record<string, string>> = {
    ...{ memory: known.memory, run: known.run, template: known.template, learning: known.pattern },
    ...{ task: 'task-1', session: 'chat-1', prevention: 'look-first' },
  };
  return ids[group ?? ''] ?? known.run;
}

describe.each(texts.map((text, index) => [index, text] as const))(
  'text of strangers (%d)',
  (_index, text) => {
    let place: Place;
    let client: Client;
    let known: Known;

    beforeAll(async () => {
      place = await createPlace();
      const alice = place.engram.agent('alice');
      client = await connectDirectly(localCaller(requestOf(place.engram, alice, place.surroundings)));
      known = await leave(place, text);
    });
    afterAll(async () => {
      await client.close();
      await place.close();
    });

    it('gives no orders in any prompt', async () => {
      const { prompts } = await client.listPrompts();
      expect(prompts.length).toBeGreaterThan(0);
      for (const { name, arguments: given = [] } of prompts) {
        const values: Readonly<Record<string, string>> = {
          ...{ task: 'Payroll deploy', error: `Payroll deploy failed: ${text}`, run: known.run },
        };
        const input = Object.fromEntries(
          given.map((one) => [one.name, values[one.name] ?? 'Payroll deploy']),
        );
        const { messages } = await client.getPrompt({ name, arguments: input });
        const page = messages.map(({ content }) => (content as TextContent).text).join('\n');
        expect(problemsOf(page)).toEqual([]);
        if (name !== 'save-what-worked') expect(marked(page).inside.join('')).toContain('Payroll deploy');
      }
    });

    it('gives no orders in any resource', async () => {
      const { resources } = await client.listResources();
      const { resourceTemplates } = await client.listResourceTemplates();
      const variables: Readonly<Record<string, string>> = {
        ...{ memories: known.memory, templates: known.template, runs: known.run, patterns: known.pattern },
      };
      const uris = resourceTemplates.map(({ uriTemplate }) => {
        const [, folder = ''] = /^engram:\/\/(\w+)\//.exec(uriTemplate) ?? [];
        return `engram://${folder}/${encodeURIComponent(variables[folder] ?? '')}`;
      });
      for (const { name, title = '' } of resources) expect(harmIn(`${name} ${title}`)).toEqual([]);
      for (const uri of new Set([...uris, ...resources.map((resource) => resource.uri)])) {
        const { contents } = await client.readResource({ uri });
        for (const { text: page, mimeType } of contents as TextResourceContents[]) {
          expect(mimeType === 'application/json' ? problemsOfJson(page) : problemsOf(page)).toEqual([]);
        }
      }
    });

    it('gives no orders in the text that any tool answers', async () => {
      let answered = 0;
      for (const operation of offeredOperations.filter(({ effect }) => effect === 'read')) {
        const input = inputFor(inputSchema(operation), known, operation.name);
        const { content, isError } = await client.callTool({ name: toolName(operation), arguments: input });
        const said = (content as TextContent[]).map((part) => part.text).join('\n');
        expect([operation.name, problemsOfJson(said)]).toEqual([operation.name, []]);
        if (isError !== true) answered += 1;
      }
      expect(answered).toBeGreaterThan(30);
    });

    it('gives no orders to an agent that does the work again (TPL-5)', async () => {
      const alice = place.engram.agent('alice');
      const { system, run } = await alice.templates.begin({ id: known.template, inputs: { of: 'more' } });
      await run.finish({ outcome: 'partial' });
      expect(system).toContain('Payroll deploy');
      expect(problemsOf(system)).toEqual([]);
    });

    it('gives no orders in a chat that is begun with examples (SES-4)', async () => {
      const alice = place.engram.agent('alice');
      for (const format of ['openai', 'anthropic'] as const) {
        const messages = [{ role: 'user', content: 'Read it' }];
        const chat = await alice.sessionTemplates.inject({ name: 'reading', messages, format });
        expect(chat.injected).toBe(1);
        const leaves: string[] = [];
        JSON.stringify(chat.messages, (_name, value) => {
          if (typeof value === 'string') leaves.push(value);
          return value;
        });
        expect(leaves.some((leaf) => leaf.includes('Payroll deploy'))).toBe(true);
        for (const leaf of leaves) {
          expect(leaf.startsWith('{') ? problemsOfJson(leaf) : harmIn(leaf)).toEqual([]);
        }
      }
    });
  },
);
