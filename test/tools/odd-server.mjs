// An MCP server with every habit a client has to live with. As a program it serves one client on standard input and
// output; the first argument says how it behaves there.
import { appendFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

const text = (...texts) => ({ content: texts.map((part) => ({ type: 'text', text: part })) });

export function createOddServer() {
  const server = new McpServer({ name: 'odd', version: '1.0.0' });
  const tool = (name, settings, work) =>
    server.registerTool(
      name,
      { description: `Does ${name}`, inputSchema: z.object({}).loose(), ...settings },
      work,
    );
  let cancelled = 0;

  tool('echo', { annotations: { readOnlyHint: true, idempotentHint: true } }, (given) => ({
    ...text(JSON.stringify(given)),
    structuredContent: given,
  }));
  tool('say', {}, ({ words }) => text(...words));
  tool('picture', {}, () => ({ content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] }));
  tool('refuse', { annotations: { destructiveHint: true } }, () => ({
    ...text('Not today.'),
    isError: true,
  }));
  tool('environment', {}, () => text(JSON.stringify({ ...process.env, folder: process.cwd() })));
  tool('huge', {}, ({ bytes }) => text('x'.repeat(bytes)));
  tool('hang', {}, (_given, { mcpReq }) => {
    mcpReq.signal.addEventListener('abort', () => (cancelled += 1));
    return new Promise(() => {});
  });
  tool('cancelled', {}, () => text(String(cancelled)));
  tool('die', {}, () => {
    process.stderr.write('something broke badly\n');
    process.exit(3);
  });
  const fleeting = tool('fleeting', {}, () => text('still here'));
  tool('vanish', {}, () => {
    fleeting.remove();
    return text('gone');
  });
  return server;
}

/** The tools `one` to `five`, two on a page. None of them keeps what it promises. */
function pagedServer() {
  const names = ['one', 'two', 'three', 'four', 'five'];
  const outputSchema = { type: 'object', required: ['kept'] };
  const server = new McpServer({ name: 'paged', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.server.setRequestHandler('tools/list', ({ params }) => {
    const from = Number(params?.cursor ?? 0);
    const tools = names
      .slice(from, from + 2)
      .map((name) => ({ name, inputSchema: { type: 'object' }, outputSchema }));
    return { tools, ...(from + 2 < names.length && { nextCursor: String(from + 2) }) };
  });
  server.server.setRequestHandler('tools/call', () => ({ content: [], structuredContent: { broken: true } }));
  return server;
}

const behaviours = {
  odd: () => serveStdio(createOddServer),
  paged: () => serveStdio(pagedServer),
  toolless: () => serveStdio(() => new McpServer({ name: 'toolless', version: '1.0.0' })),
  newest: () => serveStdio(createOddServer, { legacy: 'reject' }),
  silent: () => process.stdin.resume(),
  broken() {
    process.stderr.write('first line\nno database at all\n');
    process.exit(1);
  },
  stubborn() {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
    setInterval(() => {}, 1_000);
    serveStdio(createOddServer);
  },
};

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [behaviour = 'odd', processFile] = process.argv.slice(2);
  if (processFile !== undefined) appendFileSync(processFile, `${process.pid}\n`);
  behaviours[behaviour]();
}
