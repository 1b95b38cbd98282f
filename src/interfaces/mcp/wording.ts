import { serverWording, type Wording } from '../../errors.ts';
import { commandLineWording } from '../cli/wording.ts';
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

/** What an agent with the core tools calls instead of an operation that a message names. */
const coreToolFor: Readonly<Record<string, string>> = {
  'learning.recognise': 'engram_recognise',
  'learning.suggest': 'engram_suggest',
  'memory.context': 'engram_context',
  'memory.list': 'engram_search',
  'memory.record': 'engram_remember',
  'memory.search': 'engram_search',
  'task.similar': 'engram_similar',
  'template.list': 'engram_similar',
  'template.run': 'engram_replay',
};

/** The words of the core tools: what none of them does, a person does on the command line. */
export const coreWording: Wording = {
  ...mcpWording,
  operation: (name, given) =>
    // The core tools take no switches.
    (given['resume'] === undefined && given['anew'] === undefined ? coreToolFor[name] : undefined) ??
    `${commandLineWording().operation(name, given)} (a command for a person)`,
};
