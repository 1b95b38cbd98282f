import type { RunHandle } from '../../../../ports/run-handle.ts';
import type { Engram } from '../../../library/engram.ts';
import type { View } from '../../../library/view.ts';
import type { Desk } from './desk.ts';
import { randomFrom, type StoryClock } from './story-time.ts';

/** What the chapters of the story work with. */
export interface Story {
  readonly engram: Engram;
  readonly clock: StoryClock;
  readonly desk: Desk;
  /** The agents, by name. */
  as(agent: string): View;
  /** Numbers for one purpose: more of them for another change none of these. */
  random(purpose: string): () => number;
}

/** The agents of the story, and what each is good at. */
export const team = [
  { name: 'ada', specialisations: ['database', 'ci'], description: 'Backend and databases' },
  { name: 'ben', specialisations: ['deploys', 'operations'], description: 'Releases and operations' },
  { name: 'cleo', specialisations: ['support', 'triage'], description: 'Customers: refunds and tickets' },
  { name: 'dana', specialisations: ['frontend', 'visual-tests', 'ci'], description: 'Pages and their tests' },
  { name: 'eli', specialisations: ['ci'], description: 'New in the team: builds' },
] as const;

export function createStory(engram: Engram, clock: StoryClock, desk: Desk, seed: number): Story {
  const views = new Map(team.map(({ name }) => [name as string, engram.agent(name)]));
  return {
    engram,
    clock,
    desk,
    as: (agent) => views.get(agent) ?? engram.agent(agent),
    random(purpose) {
      let mixed = seed;
      for (const character of purpose) mixed = (Math.imul(mixed, 31) + character.charCodeAt(0)) >>> 0;
      return randomFrom(mixed);
    },
  };
}

/** A call of the language model, which the script stands in for: it takes time and tokens. */
export async function think(
  { clock }: Pick<Story, 'clock'>,
  run: Pick<RunHandle, 'model'>,
  inputTokens: number,
  outputTokens: number,
): Promise<void> {
  const durationMs = 2_100 + outputTokens * 22;
  clock.pass(durationMs);
  await run.model({ model: 'scripted-large', inputTokens, outputTokens, durationMs });
}
