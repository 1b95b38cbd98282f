import { describe, expect, it } from 'vitest';
import { runAgent } from './agent.ts';
import { changed, changeNames } from './changes.ts';
import { decisionNames } from './decisions.ts';
import { randomFrom } from './random.ts';
import { createRecording } from './recording.ts';
import { copyOf } from './world.ts';
import { toolsOf } from './world-tools.ts';

const seeds = Array.from({ length: 680 }, (_, index) => index);
const always = { time: () => 'now', requestId: () => 'this', milliseconds: () => 0 };

describe('a random world', () => {
  it('shows in its answers all that an agent decides by (TPL-6)', () => {
    const hidden: number[] = [];
    for (const seed of seeds) {
      const recording = createRecording(seed);
      if (recording === undefined) continue;
      const { agent, first } = recording;
      const meanings = new Map<string, string>();
      for (const change of changeNames) {
        const situation = changed(change, agent, first, [], randomFrom(seed));
        if (situation === undefined) continue;
        const { perform } = toolsOf(agent.tools, copyOf(situation.world), always);
        for (const { tool, answer, error, meaning } of runAgent(agent, situation.errand, perform).calls) {
          const shown = JSON.stringify([tool, answer, error]);
          const meant = JSON.stringify(meaning ?? 'nothing');
          if ((meanings.get(shown) ?? meant) !== meant) hidden.push(seed);
          meanings.set(shown, meant);
        }
      }
    }
    expect(hidden).toEqual([]);
  });

  it('follows from its seed alone (TPL-6)', () => {
    const told = (seed: number): string => JSON.stringify(createRecording(seed)?.first.transcript);
    for (const seed of seeds.slice(0, 50)) expect(told(seed)).toBe(told(seed));
  });

  it('can be put up for every kind of decision, and for a second run (TPL-6)', () => {
    const recordings = seeds.flatMap((seed) => createRecording(seed) ?? []);
    const missing = decisionNames.filter((name) => {
      const own = recordings.filter(({ decision }) => decision === name);
      return own.length < 20 || own.filter(({ second }) => second !== undefined).length < own.length / 2;
    });
    expect(missing).toEqual([]);
  });
});
