// An MCP server whose refund takes a while. It writes down in the file it is given what it has begun and done.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

const [file, slowMs] = process.argv.slice(2);
const answer = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const isRefunded = (id) => existsSync(file) && readFileSync(file, 'utf8').includes(`done ${id}\n`);

serveStdio(() => {
  const server = new McpServer({ name: 'slow-desk', version: '1.0.0' });
  const inputSchema = z.object({ id: z.string() });
  server.registerTool(
    'get_order',
    { description: 'An order', inputSchema, annotations: { readOnlyHint: true } },
    ({ id }) => answer({ id, status: isRefunded(id) ? 'refunded' : 'paid' }),
  );
  server.registerTool(
    'refund',
    { description: 'Pays an order back', inputSchema, annotations: { readOnlyHint: false } },
    async ({ id }) => {
      appendFileSync(file, `begun ${id}\n`);
      await new Promise((done) => setTimeout(done, Number(slowMs)));
      appendFileSync(file, `done ${id}\n`);
      return answer({ id, refunded: true });
    },
  );
  return server;
});
