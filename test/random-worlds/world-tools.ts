import type { Json, JsonObject } from '../../src/index.ts';
import {
  type AgentCall,
  isLook,
  type MadeCall,
  makeCall,
  type ToolDesign,
  type ToolName,
  valuesOf,
} from './tools.ts';
import type { Volatile } from './volatile.ts';
import type { World } from './world.ts';

/** A tool as the library takes it. */
interface LibraryTool {
  readonly execute: (given: JsonObject) => Json;
  readonly readOnly?: true;
}

/** The tools of one world; every call is written down. */
export interface WorldTools {
  /** For the library: by the names that tools are called by, with a word about which of them only look. */
  readonly functions: Readonly<Record<string, LibraryTool>>;
  /** For an agent, which understands what answers mean. */
  perform(call: AgentCall): MadeCall;
  readonly calls: readonly MadeCall[];
}

export function toolsOf(tools: ToolDesign, world: World, volatile: Volatile): WorldTools {
  const calls: MadeCall[] = [];
  const perform = (call: AgentCall): MadeCall => {
    const made = makeCall(tools, world, call, volatile);
    calls.push(made);
    return made;
  };
  const execute = (tool: ToolName, given: JsonObject): Json => {
    const { error, answer } = perform({ tool, values: valuesOf(tools, given) });
    if (error !== null) throw new Error(error);
    return answer;
  };
  const functions = Object.fromEntries(
    (Object.keys(tools.byName) as ToolName[]).map((tool): [string, LibraryTool] => [
      tools.byName[tool].label,
      { execute: (given) => execute(tool, given), ...(isLook(tool) && { readOnly: true }) },
    ]),
  );
  return { functions, perform, calls };
}
