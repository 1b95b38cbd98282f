import { ownFlag } from './call.ts';

/** The caller's own functions. */
export const moduleFlag = ownFlag('module', 'File whose exports are the tools: export const tools = { … }');

/** MCP servers in addition to the configured ones; a server of the same name replaces the configured one. */
export const serversFlag = ownFlag('tools', 'File of MCP servers whose tools are used: mcp.json');

/** The same flags for commands that only ask tools about themselves and call none. */
export const askedToolFlags = [
  { ...serversFlag, description: 'File of MCP servers that are asked which calls only look: mcp.json' },
  { ...moduleFlag, description: 'File whose exports are tools that say which calls only look (readOnly)' },
];
