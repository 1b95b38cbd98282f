/**
 * What interfaces need of stages and providers beside an open engine. Apart from the engine, so that only the commands
 * that use it load it.
 */

/** JSON of anything, to print what a caller's own function answered. */
export { snapshot } from './capture/snapshot.ts';
export { reportPage } from './measure/report/html.ts';
export { reportMarkdown } from './measure/report/markdown.ts';
/** Reads a file of MCP servers. */
export { readMcpFile } from './providers/tools/read-mcp-file.ts';
/** Reads the work of `execute` from a module. */
export { readWorkModule } from './run/execute/work-module.ts';
