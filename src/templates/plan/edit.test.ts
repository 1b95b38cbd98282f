import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Binding } from '../../records/plan.ts';
import { explainsAll } from './candidate.ts';
import { edited } from './edit.ts';
import { aMoment, aWanted, knownAt } from './moment.fixture.ts';

const file = 'name: billing\nlevel: info\nport: 80\n';
const read: Binding = { from: 'result', step: 0, path: '$' };
const parameter = (name: string): Binding => ({ from: 'parameter', name });
const words = (value: string): Binding => ({ from: 'constant', value });

function editOf(text: string, parameters: JsonObject, ...answers: Json[]): Binding | undefined {
  const run = aMoment(parameters, answers);
  const binding = edited(text, knownAt(run), run);
  if (binding !== undefined) expect(explainsAll(binding, aWanted(text, [run]))).toBe(true);
  return binding;
}

describe('TPL-6 a text that was read and written back', () => {
  it('has one line replaced by another that is made of known values', () => {
    expect(editOf(file.replace('info', 'warning'), { level: 'warning' }, file)).toEqual({
      from: 'edited',
      of: read,
      line: words('level: info'),
      to: { from: 'text', parts: [words('level: '), parameter('level')] },
    });
  });

  it('has a line that is known as a whole', () => {
    const given = { old: 'level: info', now: 'level: debug' };
    expect(editOf(file.replace(given.old, given.now), given, file)).toEqual({
      from: 'edited',
      of: read,
      line: parameter('old'),
      to: parameter('now'),
    });
  });

  it('has something added at its end', () => {
    expect(editOf(`${file}owner: Ada King\n`, { who: 'Ada King' }, file)).toEqual({
      from: 'edited',
      of: read,
      line: null,
      to: { from: 'text', parts: [words('owner: '), parameter('who'), words('\n')] },
    });
  });

  it.each<[string, string]>([
    ['two lines changed', file.replace('info', 'debug').replace('80', '81')],
    ['a line less', file.replace('port: 80\n', '')],
    ['nothing changed', file],
    ['another text', 'something\nelse'],
  ])('is none with %s', (_, text) => expect(editOf(text, {}, file)).toBeUndefined());

  it('is none when the line is there twice: nobody can tell which it was', () => {
    expect(
      editOf('- [x] milk\n- [ ] milk\n- [ ] tea', {}, '- [ ] milk\n- [ ] milk\n- [ ] tea'),
    ).toBeUndefined();
  });

  it('is looked for in every text that was read', () => {
    expect(editOf(file.replace('info', 'debug'), {}, 'some\nother', file)).toMatchObject({
      of: { from: 'result', step: 1 },
    });
  });
});
