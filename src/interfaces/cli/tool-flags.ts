import { ownFlag } from './call.ts';

/** The caller's own functions. */
export const moduleFlag = ownFlag('module', 'File whose exports are the tools: export const tools = { … }');

/** MCP servers, beside those of the configuration; instead of those of the same name. */
export const serversFlag = ownFlag('tools', 'File of MCP servers whose tools are used: mcp.json');

/** The same tools where they are not called. */
export const askedToolFlags = [
  { ...serversFlag, description: 'File of MCP servers that are asked which calls only look: mcp.json' },
  { ...moduleFlag, description: 'File whose exports are tools that say which calls only look (readOnly)' },
];
