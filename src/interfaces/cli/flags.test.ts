import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { field } from '../../records/field.ts';
import { createTaskInput, recordMemoryInput, startRunInput } from '../../records/inputs.ts';
import { runTemplateInput } from '../../records/template-inputs.ts';
import { refusal } from '../../testing/refusal.ts';
import { type Flag, type FlagType, flagsOf, readFlag } from './flags.ts';

const operation = (input: z.ZodObject, name = 'test.do') => ({ name, input });

const flag = (type: FlagType, overrides: Partial<Flag> = {}): Flag => ({
  name: 'some-flag',
  field: 'someField',
  type,
  description: '',
  choices: [],
  required: false,
  fallback: undefined,
  isTime: false,
  ...overrides,
});

const refusalOf = (given: Flag, ...values: string[]) => refusal(() => readFlag(given, values));

describe('the flags of an operation', () => {
  it('derive from its input: name, type, choices, default', () => {
    const flags = flagsOf(operation(createTaskInput));
    const shown = flags.map(({ name, type, required }) => [name, type, required]);
    expect(shown).toContainEqual(['description', 'text', true]);
    expect(shown).toContainEqual(['effort', 'number', false]);
    expect(shown).toContainEqual(['dependencies', 'names', false]);
    expect(flags.find(({ name }) => name === 'status')).toMatchObject({
      choices: ['open', 'running', 'done', 'failed', 'cancelled'],
      fallback: 'open',
      description: 'Where it stands',
    });
  });

  it('are written in small letters with dashes; switches and pairs are told apart', () => {
    const types = new Map(flagsOf(operation(runTemplateInput)).map(({ name, type }) => [name, type]));
    expect(types.get('dry-run')).toBe('switch');
    expect(types.get('input')).toBe('text pairs');
    const started = flagsOf(operation(startRunInput));
    expect(started.find(({ name }) => name === 'input')?.type).toBe('pairs');
  });

  it('may have another name; the name of the field is understood as well, but not shown', () => {
    const input = z.strictObject({ description: field(z.string(), 'What to do', { flag: 'text' }) });
    const named = flagsOf(operation(input));
    const ofField = named
      .filter(({ field }) => field === 'description')
      .map(({ name, hidden }) => [name, hidden]);
    expect(ofField).toEqual([
      ['text', undefined],
      ['description', true],
    ]);
  });

  it('take plain text where null is allowed too, in either form JSON Schema has for that', () => {
    const input = z.strictObject({ free: z.string().nullable(), bounded: z.string().max(9).nullable() });
    expect(flagsOf(operation(input)).map(({ type }) => type)).toEqual(['text', 'text']);
  });

  it('leave a name to the flag that every command has', () => {
    const input = z.strictObject({ agent: field(z.string(), 'Whose', { flag: 'of-agent' }) });
    const named = flagsOf(operation(input));
    expect(named.map(({ name }) => name)).toEqual(['of-agent']);
  });

  it('of a memory are the fields of every kind, side by side, saying whose they are', () => {
    const flags = flagsOf(operation(recordMemoryInput));
    const context = flags.find(({ name }) => name === 'context');
    expect(context).toMatchObject({ field: 'content.context', type: 'text' });
    expect(context?.description).toBe('Kind: decision, success, experience');
    expect(flags.find(({ name }) => name === 'key-factors')?.type).toBe('texts');
    expect(flags.filter(({ name }) => name === 'context')).toHaveLength(1);
  });
});

describe('what was typed behind a flag', () => {
  it.each<[FlagType, string[], unknown]>([
    ['text', ['a', 'b'], 'b'],
    ['number', ['2.5'], 2.5],
    ['number', ['-3'], -3],
    ['switch', [''], true],
    ['switch or names', ['true'], true],
    ['switch or names', ['hold,note'], ['hold', 'note']],
    ['names', ['a, b', 'c'], ['a', 'b', 'c']],
    ['texts', ['one, two', 'three'], ['one, two', 'three']],
    ['json', ['{"a":1}'], { a: 1 }],
    ['json', ['done'], 'done'],
    ['json', ['42'], 42],
    ['pairs', ['orderId=42', 'name=Ann'], { orderId: 42, name: 'Ann' }],
    ['text pairs', ['id=42', 'text={"a":1}'], { id: '42', text: '{"a":1}' }],
    ['pairs', ['id="42"', 'list=[1]', 'url=a=b', 'empty='], { id: '42', list: [1], url: 'a=b', empty: '' }],
    [
      'pairs',
      ['version=1.10', 'big=12345678901234567890', 'zip=007', 'e=1e3'],
      {
        version: '1.10',
        big: '12345678901234567890',
        zip: '007',
        e: '1e3',
      },
    ],
  ])('as %s is read: %j', (type, values, read) => expect(readFlag(flag(type), values)).toEqual(read));

  it('is refused in the words of the command line', () => {
    expect(refusalOf(flag('number'), 'many').message).toBe('--some-flag takes a number, not "many".');
    expect(refusalOf(flag('number'), ' ').message).toContain('takes a number');
    expect(refusalOf(flag('json'), '{broken').message).toContain('--some-flag takes JSON');
    expect(refusalOf(flag('json', { jsonOnly: true }), 'words').message).toContain('takes JSON');
    expect(refusalOf(flag('pairs'), 'novalue').message).toBe('--some-flag takes name=value, not "novalue".');
    expect(refusalOf(flag('pairs'), '=x').code).toBe('invalid_input');
  });

  it('is refused with the choices, and the one that was probably meant', () => {
    const status = flag('text', { choices: ['open', 'done'] });
    expect(readFlag(status, ['done'])).toBe('done');
    expect(refusalOf(status, 'opn').message).toBe(
      '--some-flag must be one of: open, done; not "opn". Did you mean "open"?',
    );
    expect(refusalOf(status, 'zzzzzz').message).not.toContain('Did you mean');
  });
});
