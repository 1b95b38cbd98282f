import type { Tools as LibraryTools } from '../../src/ports/run-handle.ts';
import type { Agent } from './agent.ts';
import type { Situation } from './changes.ts';
import type { ReplayEnd } from './judge.ts';
import type { Recording } from './recording.ts';
import { isLook, type MadeCall, makeCall, type ToolName, type Tools, valuesOf } from './tools.ts';
import type { Volatile } from './volatile.ts';
import type { World } from './world.ts';

/** What repeats recorded runs without the agent. */
export interface Replayer {
  /** Takes in one run of a recording, or both. */
  learn(recording: Recording, runs: 1 | 2): Promise<Learned>;
}

/** Repeats what was recorded, in the situation that is there now, by these tools alone. */
export type Learned = (situation: Omit<Situation, 'world'>, tools: WorldTools) => Promise<ReplayEnd>;

/** The tools of a world, as a library is handed them; what is called is written down. */
export interface WorldTools {
  readonly functions: LibraryTools;
  readonly calls: readonly MadeCall[];
}

export function toolsOf({ tools }: Agent, world: World, volatile: Volatile): WorldTools {
  const calls: MadeCall[] = [];
  const functions = Object.fromEntries(
    (Object.keys(tools.byName) as ToolName[]).map((name) => [
      tools.byName[name].label,
      {
        execute: (given: never) => execute(tools, world, volatile, calls, name, given),
        ...(isLook(name) ? { readOnly: true } : {}),
      },
    ]),
  );
  return { functions, calls };
}

function execute(
  tools: Tools,
  world: World,
  volatile: Volatile,
  calls: MadeCall[],
  tool: ToolName,
  given: MadeCall['arguments'] | undefined,
): MadeCall['answer'] {
  const made = makeCall(tools, world, { tool, values: valuesOf(tools, given ?? {}) }, volatile);
  calls.push(made);
  if (made.error !== null) throw new Error(made.error);
  return made.answer;
}
