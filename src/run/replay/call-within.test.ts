import { describe, expect, it } from 'vitest';
import { EngramError } from '../../errors.ts';
import { mayHaveActed } from './call-within.ts';

const coded = (code: string): Error => Object.assign(new Error('failed'), { code });
const told = (isActed: boolean): EngramError =>
  new EngramError('timeout', 'It ended.', { details: { mayHaveActed: isActed } });

describe('TPL-6 a call that failed', () => {
  it.each<[string, unknown]>([
    ['says that it failed', new Error('The bank is closed')],
    ['throws what is no error', 'closed'],
    ['throws nothing', undefined],
    ['loses the connection', coded('ECONNRESET')],
    ['loses it below', new TypeError('fetch failed', { cause: coded('UND_ERR_SOCKET') })],
    ['says that it may have acted', told(true)],
    ['says so below', new Error('outer', { cause: told(true) })],
    ['has causes without end', endless()],
  ])('may have done its work when it %s', (_, thrown) => expect(mayHaveActed(thrown)).toBe(true));

  it.each<[string, unknown]>([
    ['says that it did not act', told(false)],
    ['is of a tool that is not there', new EngramError('tool_missing', 'No such tool.')],
  ])('has not done it when it %s', (_, thrown) => expect(mayHaveActed(thrown)).toBe(false));
});

function endless(): Error {
  const error = new Error('again');
  error.cause = error;
  return error;
}
