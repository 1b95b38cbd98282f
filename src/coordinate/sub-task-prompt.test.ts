import { describe, expect, it } from 'vitest';
import { attacks, harmIn } from '../text/inert/attacks.fixture.ts';
import { promptFor, type ToldSubTask } from './sub-task-prompt.ts';

const told = (overrides: Partial<ToldSubTask> = {}): ToldSubTask => ({
  goal: 'Ship it',
  subTask: { text: 'Test https://a.example with Map<string, List<T>>' },
  results: { build: { ok: true, log: 'done' } },
  memory: '',
  strategy: 'incremental',
  ...overrides,
});

describe('the prompt of a sub-task', () => {
  it('asks for the part as it was written, and gives results and approach as data', () => {
    const prompt = promptFor(told());
    expect(prompt).toMatch(
      /^Do this part of a larger task:\n\nTest https:\/\/a\.example with Map<string, List<T>>\n/,
    );
    expect(prompt).toMatch(/<(recorded-data-\w+)>\n\n```json\n\{\n {2}"build": \{[\s\S]*```\n<\/\1>/);
    expect(prompt).toMatch(/<(recorded-data-\w+)>\n\n- \*\*Approach:\*\* incremental\n<\/\1>/);
  });

  it.each(Object.entries(attacks))('holds no structure of a stranger when a text %s', (_name, attack) => {
    const prompt = promptFor(
      told({ goal: attack, subTask: { text: attack }, results: { [attack]: attack }, strategy: attack }),
    );
    const marks = /<(recorded-data-[0-9a-f]{12})>\n([\s\S]*?)<\/\1>/g;
    const inside = [...prompt.matchAll(marks)].map(([, , body = '']) => body);
    expect(inside).toHaveLength(2);
    expect(harmIn(prompt.replace(marks, ''))).toEqual([]);
    for (const body of inside) {
      expect(harmIn(body).filter((harm) => !harm.startsWith('a turn in'))).toEqual([]);
    }
  });
});
