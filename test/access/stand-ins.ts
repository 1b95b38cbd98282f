import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import type { LanguageModel } from '../../src/ports/language-model.ts';

/** The operator's tools: a server that counts who comes, and what is paid. */
export interface Bank {
  readonly url: string;
  readonly payments: unknown[];
  /** Requests of any sort, also those that only ask which tools there are. */
  requests(): number;
}

export async function startBank(): Promise<Bank> {
  const payments: unknown[] = [];
  let requests = 0;
  const createBank = () => {
    const server = new McpServer({ name: 'bank', version: '1.0.0' });
    const answer = (value: object) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] });
    const inputSchema = z.object({}).loose();
    server.registerTool('pay', { description: 'Pays an invoice', inputSchema }, (given) => {
      payments.push(given);
      return answer({ paid: true });
    });
    server.registerTool(
      'get_invoice',
      { description: 'Shows an invoice', inputSchema, annotations: { readOnlyHint: true } },
      () => answer({ invoice: 5, amount: 100 }),
    );
    return server;
  };
  const handler = createMcpHandler(createBank);
  const fetch = (request: Request) => {
    requests += 1;
    return handler.fetch(request);
  };
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  await new Promise<void>((listening) => server.once('listening', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await handler.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, payments, requests: () => requests };
}

/** The operator's model: it pays as soon as it has a tool for that, and then says so. */
export function payingModel(): LanguageModel & { asked(): number } {
  let asked = 0;
  return {
    id: 'paying',
    asked: () => asked,
    async generate({ messages, tools = [] }) {
      asked += 1;
      const pays = tools.some(({ name }) => name.endsWith('pay')) && messages.at(-1)?.role !== 'tool';
      const tool = tools.find(({ name }) => name.endsWith('pay'))?.name ?? 'pay';
      const requests = pays ? [{ id: 'call_1', tool, arguments: { invoice: 5, to: 'mallory' } }] : [];
      return { text: pays ? '' : 'Done.', requests, inputTokens: 10, outputTokens: 5, cut: false };
    },
  };
}
