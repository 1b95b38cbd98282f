import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { refusal } from '../testing/refusal.ts';
import { nameText, requiredText, storableText } from '../text/text.ts';
import { parseInput } from './parse.ts';

const schema = z.strictObject({
  name: nameText,
  text: storableText.optional(),
  limit: z.number().int().min(1).max(10).default(5),
  status: z.enum(['open', 'done']).optional(),
  tags: z.array(nameText).optional(),
  part: z.strictObject({ id: requiredText }).optional(),
});

const refused = (input: unknown) => refusal(() => parseInput(schema, input, 'order'));

describe('what comes through a door', () => {
  it('is returned with its defaults', () => {
    expect(parseInput(schema, { name: ' ada ' }, 'order')).toEqual({ name: 'ada', limit: 5 });
  });

  it.each<[string, unknown, string, string]>([
    ['is missing', {}, '"name" is required', 'name'],
    ['is of another type', { name: 'a', limit: 'many' }, '"limit" must be a number', 'limit'],
    ['is empty', { name: '  ' }, '"name" must not be empty', 'name'],
    ['is too long', { name: 'a'.repeat(201) }, '"name" must have at most 200 characters', 'name'],
    [
      'is not one of the choices',
      { name: 'a', status: 'opn' },
      '"status" must be one of: open, done',
      'status',
    ],
    ['is too small', { name: 'a', limit: 0 }, '"limit" must be at least 1', 'limit'],
    ['is too big', { name: 'a', limit: 11 }, '"limit" must be at most 10', 'limit'],
    ['does not exist', { name: 'a', nmae: 'b' }, 'does not have "nmae"', 'nmae'],
    [
      'does not exist in a part',
      { name: 'a', part: { id: 'x', no: 1 } },
      '"part" does not have "no"',
      'part.no',
    ],
    ['is wrong inside a list', { name: 'a', tags: ['ok', ''] }, '"tags.1" must not be empty', 'tags.1'],
    ['is wrong inside a part', { name: 'a', part: { id: ' ' } }, '"part.id" must not be empty', 'part.id'],
    ['holds NUL', { name: 'a', text: 'a\u0000' }, '"text" contains a NUL byte', 'text'],
  ])('is refused with the name of the field and the fix when a field %s', (_, input, message, field) => {
    const error = refused(input);
    expect(error.code).toBe('invalid_input');
    expect(error.message).toContain('Invalid order: ');
    expect(error.message).toContain(message);
    expect(error.details['fields']).toEqual([field]);
  });

  it('is refused once for all its fields', () => {
    const error = refused({ name: '', limit: 0, x: 1 });
    expect(error.details['fields']).toEqual(['name', 'limit', 'x']);
  });

  it('is too_large, not merely invalid, when a text is beyond the limit', () => {
    const error = refused({ name: 'a', text: 'é'.repeat(600_000) });
    expect(error.code).toBe('too_large');
    expect(error.message).toContain('1200000 bytes');
  });

  it.each([undefined, null, 'text', 7, []])('is refused when it is %j and no object', (input) => {
    expect(refused(input).code).toBe('invalid_input');
  });
});
