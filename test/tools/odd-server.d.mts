import type { McpServer } from '@modelcontextprotocol/server';

export function createOddServer(): McpServer;
