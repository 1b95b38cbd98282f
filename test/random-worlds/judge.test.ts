import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runAgent } from './agent.ts';
import { decisionNames, isUnseen } from './decisions.ts';
import type { Replayer } from './replayer.ts';
import { runRandomWorlds } from './run-random-worlds.ts';
import type { Tally } from './tally.ts';

const cases = 1_200;

/** Makes the recorded calls again, whatever they answer. */
const blind: Replayer = {
  learn: async ({ first }) => {
    return async (_, { functions }) => {
      for (const { tool, arguments: given } of first.transcript.calls) {
        try {
          functions[tool]?.execute(given);
        } catch {
          // It does not look at answers.
        }
      }
      return { status: 'completed', why: '' };
    };
  },
};

/** Does what the agent itself does. */
const perfect: Replayer = {
  learn: async ({ agent }) => {
    return async ({ errand }, { perform }) => {
      runAgent(agent, errand, perform);
      return { status: 'completed', why: '' };
    };
  },
};

/**
 * Makes the recorded calls again as long as the inputs are the recorded ones and every answer means what it meant; ids of
 * what was created take the place of the recorded ones. No replay is stricter, so whatever it did wrong, no planner could
 * do right.
 */
const strict: Replayer = {
  learn: async ({ first }) => {
    return async ({ hasOtherInputs }, { functions, calls }) => {
      if (hasOtherInputs) return { status: 'stopped', why: 'other inputs' };
      let renamed = (text: string): string => text;
      for (const { tool, arguments: given, isWrite, meaning } of first.transcript.calls) {
        try {
          functions[tool]?.execute(JSON.parse(renamed(JSON.stringify(given))));
        } catch {
          // Whether it failed before, too, is seen in what it means.
        }
        const found = calls.at(-1)?.meaning;
        const isId = isWrite && meaning !== undefined && meaning !== null && found !== undefined;
        const before = renamed;
        if (isId)
          renamed = (text) =>
            before(text).replaceAll(JSON.stringify(meaning).replaceAll('"', ''), String(found));
        else if (!isDeepStrictEqual(found, meaning)) return { status: 'stopped', why: 'another answer' };
      }
      return { status: 'completed', why: '' };
    };
  },
};

/** Never does anything. */
const cautious: Replayer = { learn: async () => async () => ({ status: 'stopped', why: 'it always stops' }) };

const judged = (replayer: Replayer): Promise<Tally> => runRandomWorlds({ cases, seed: 1, replayer });

describe('the judge of replays in random worlds', () => {
  it('finds a replay that repeats the recorded calls blindly wrong in every kind of decision (TPL-6)', async () => {
    const tally = await judged(blind);
    const missed = decisionNames.filter((decision) => tally.of({ decision }).wrong === 0);
    expect(missed).toEqual([]);
    expect(
      decisionNames.filter((decision) => isUnseen(decision) && tally.of({ decision }).unseen === 0),
    ).toEqual([]);
    expect(tally.of({ change: 'nothing' })).toMatchObject({ stopped: 0, asks: 0, wrong: 0, unseen: 0 });
  });

  it('finds the agent itself right in every case (TPL-6)', async () => {
    const { total } = await judged(perfect);
    expect(total).toEqual({ right: expect.any(Number), stopped: 0, asks: 0, wrong: 0, unseen: 0 });
    expect(total.right).toBeGreaterThanOrEqual(cases);
  });

  it('finds a replay wrong nowhere that stops at the first other answer, and right where nothing changed (TPL-6)', async () => {
    const tally = await judged(strict);
    expect(tally.total.wrong, tally.stories.join('\n\n')).toBe(0);
    expect(tally.of({ change: 'nothing' })).toMatchObject({ stopped: 0, asks: 0 });
    expect(tally.of({ change: 'irrelevant fact' }).right).toBeGreaterThan(0);
  });

  it('finds a replay that never writes neither right nor wrong (TPL-6)', async () => {
    const { total } = await judged(cautious);
    expect(total).toEqual({ right: 0, stopped: expect.any(Number), asks: 0, wrong: 0, unseen: 0 });
  });
});
