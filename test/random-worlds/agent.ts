import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../src/index.ts';
import type { Decision } from './decisions.ts';
import type { Errand, ErrandWording } from './errand.ts';
import type { DecisionMaker } from './makers/maker.ts';
import { createMind, GaveUp, type Mind, type Thinking } from './mind.ts';
import { makeWrites, type WriteRecipe } from './recipes.ts';
import type { AgentCall, LookName, MadeCall, ToolDesign } from './tools.ts';

/** A decision and what follows from it. */
export interface Section {
  readonly decision: Decision;
  readonly maker: DecisionMaker;
  /** What it does when it acts. */
  readonly writes: readonly WriteRecipe[];
  /** What it does instead, before it ends. */
  readonly otherwise: readonly WriteRecipe[];
}

/** An agent: what it looks at, decides and writes, for any errand in any world with these tools. */
export interface Agent {
  readonly tools: ToolDesign;
  readonly wording: ErrandWording;
  /** Looks that nothing depends on. */
  readonly idleLooks: ReadonlyArray<
    Extract<LookName, 'readSubject' | 'listItems' | 'countItems' | 'readReport'>
  >;
  readonly sections: readonly Section[];
  /** Whether it looks at the subject once more in the end. */
  readonly looksAgain: boolean;
}

export interface DecidedSection {
  readonly decision: Decision;
  readonly acts: boolean;
  /** The ids of the items it acted on. */
  readonly chosen: readonly Json[];
}

/** What an agent did, from the first call to the last. */
export interface Transcript {
  readonly calls: readonly MadeCall[];
  readonly decided: readonly DecidedSection[];
  /** Why it gave up; null when it came to its end. */
  readonly gaveUp: string | null;
}

/** Lets the agent do an errand; its calls are made by `perform`. */
export function runAgent(agent: Agent, errand: Errand, perform: (call: AgentCall) => MadeCall): Transcript {
  const { tools, wording } = agent;
  const calls: MadeCall[] = [];
  const decided: DecidedSection[] = [];
  const mind = createMind(tools.domain, (name) => errand.values[name], wording.fixedNumber);
  if (isHeld(wording, errand)) return { calls, decided, gaveUp: null };
  const thinking = think(agent, mind, decided);
  try {
    let next = thinking.next();
    while (!next.done) {
      const made = perform(next.value);
      calls.push(made);
      next = thinking.next(made.meaning);
    }
    return { calls, decided, gaveUp: null };
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error;
    return { calls, decided, gaveUp: error.message };
  }
}

/** Whether an input that no call uses says something else than usual: the agent stays away then. */
const isHeld = ({ hold: unused }: ErrandWording, { hold }: Errand): boolean =>
  unused !== undefined && hold !== undefined && !isDeepStrictEqual(hold, unused.usual);

function* think(agent: Agent, mind: Mind, decided: DecidedSection[]): Thinking<void> {
  for (const look of agent.idleLooks) yield* lookIdly(look, mind);
  for (const { decision, maker, writes, otherwise } of agent.sections) {
    const { acts, chosen = [] } = yield* maker.decide(mind);
    decided.push({ decision, acts, chosen: chosen.map(({ id }) => id ?? null) });
    if (!acts && (maker.shape === 'gate' || maker.shape === 'pick')) {
      yield* makeWrites(otherwise, mind, undefined);
      return;
    }
    if (maker.shape === 'each') for (const item of chosen) yield* makeWrites(writes, mind, item);
    else if (acts) yield* makeWrites(writes, mind, chosen[0]);
  }
  if (!agent.looksAgain) return;
  mind.forgetSubject();
  yield* mind.subject();
}

function* lookIdly(look: Agent['idleLooks'][number], mind: Mind): Thinking<void> {
  switch (look) {
    case 'readSubject':
      yield* mind.subject();
      return;
    case 'listItems':
      yield* mind.items();
      return;
    case 'countItems':
      yield* mind.countOfItems();
      return;
    case 'readReport':
      yield* mind.report();
      return;
  }
}
