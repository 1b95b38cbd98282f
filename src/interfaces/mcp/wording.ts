import { serverWording, type Wording } from '../../errors.ts';
import { toolName } from './offered.ts';

/** The words of MCP: tools and their arguments. Settings are worded for the operator of the server. */
export const mcpWording: Wording = {
  ...serverWording,
  operation(name, given) {
    const values = Object.keys(given).length === 0 ? '' : ` with ${JSON.stringify(given)}`;
    return `${toolName({ name })}${values}`;
  },
  agent: () => 'the agent this server acts for',
};
