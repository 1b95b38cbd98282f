import { describe, expect, it } from 'vitest';
import { runAgent } from './agent.ts';
import { formNames } from './answer-forms.ts';
import { changed, changeNames } from './changes.ts';
import { decisionNames, stateStyles } from './decisions.ts';
import { randomFrom } from './random.ts';
import { createRecording } from './recording.ts';
import { copyOf } from './world.ts';
import { toolsOf } from './world-tools.ts';

const recordings = Array.from({ length: 680 }, (_, seed) => createRecording(seed)).flatMap(
  (recording) => recording ?? [],
);
const always = {
  time: () => 'now',
  requestId: () => 'this',
  milliseconds: () => 0,
  secret: () => 'sk-proj-Zx81kQp0LmN4vTr7YbW2cDe9',
};

describe('a random world', () => {
  it('shows in its answers all that an agent decides by (TPL-6)', () => {
    const hidden: number[] = [];
    for (const { seed, agent, first } of recordings.slice(0, 340)) {
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
    for (let seed = 0; seed < 50; seed += 1) expect(told(seed)).toBe(told(seed));
  });

  it('has state words in every style and answers in every form (TPL-6)', () => {
    const byState = recordings.filter(({ decision }) => decision.includes('state'));
    const words = new Set(byState.map(({ agent }) => agent.tools.domain.words.state.toSorted().join()));
    const vocabularies = Object.values(stateStyles).flat();
    expect(vocabularies.filter((vocabulary) => !words.has(vocabulary.toSorted().join()))).toEqual([]);
    const forms = new Set(byState.map(({ agent }) => agent.tools.byName.readSubject.form.name));
    expect([...forms].toSorted()).toEqual(formNames.toSorted());
  });

  it('can be put up for every kind of decision, and for a second run (TPL-6)', () => {
    const missing = decisionNames.filter((name) => {
      const own = recordings.filter(({ decision }) => decision === name);
      return own.length < 20 || own.filter(({ second }) => second !== undefined).length < own.length / 2;
    });
    expect(missing).toEqual([]);
  });
});
