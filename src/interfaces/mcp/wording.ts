import type { Wording } from '../../errors.ts';
import { toolName } from './offered.ts';

/** The words of MCP: tools and their arguments. What is configured is said to whoever runs the server. */
export const mcpWording: Wording = {
  operation(name, given) {
    const values = Object.keys(given).length === 0 ? '' : ` with ${JSON.stringify(given)}`;
    return `${toolName({ name })}${values}`;
  },
  field: (path) => `"${path}"`,
  setting: (name, value) =>
    value === undefined ? `the server's setting "${name}"` : `the server's setting "${name}": "${value}"`,
  agent: () => 'the agent this server acts for',
  tools: () => 'the server\'s setting "tools.mcpServers"',
};
