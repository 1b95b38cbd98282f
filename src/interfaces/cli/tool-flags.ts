import { ownFlag } from './call.ts';

/** The caller's own functions. */
export const moduleFlag = ownFlag('module', 'File whose exports are the tools: export const tools = { … }');

/** MCP servers, beside those of the configuration. */
export const serversFlag = ownFlag('tools', 'File of MCP servers whose tools are used: mcp.json');
