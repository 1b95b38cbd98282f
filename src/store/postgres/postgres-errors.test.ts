import { describe, expect, it } from 'vitest';
import { EngramError } from '../../errors.ts';
import { fromPostgresError, isContended, isLost, isNotReady, isViolation } from './postgres-errors.ts';

const shown = 'postgres://ann:…@host/db';
const coded = (code: string, message = 'what the server said') => Object.assign(new Error(message), { code });

describe('STO-2: errors of PostgreSQL become typed ones with advice', () => {
  it.each([
    ['28P01', 'store_unavailable', 'password'],
    ['28000', 'store_unavailable', 'user'],
    ['3D000', 'store_unavailable', 'createdb'],
    ['42501', 'store_unavailable', 'schema=engram'],
    ['42P01', 'store_corrupt', 'Restore'],
    ['53100', 'store_full', 'Free some space'],
    ['53200', 'store_unavailable', 'memory'],
    ['53300', 'store_busy', 'max_connections'],
    ['25006', 'store_read_only', 'primary'],
    ['54000', 'too_large', 'larger'],
    ['57014', 'store_busy', 'statement_timeout'],
    ['57P01', 'store_unavailable', 'does not answer'],
    ['40001', 'store_busy', 'Try again'],
    ['58030', 'store_unavailable', 'log'],
    ['XX001', 'store_corrupt', 'Restore'],
    ['ECONNREFUSED', 'store_unavailable', 'host and port'],
    ['ENOTFOUND', 'store_unavailable', 'host and port'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'store_unavailable', 'sslrootcert'],
    ['42601', 'internal', 'what the server said'],
  ])('%s is %s', (code, expected, advice) => {
    const cause = coded(code);
    const error = fromPostgresError(cause, shown);
    expect(error.code).toBe(expected);
    expect(error.message).toContain(advice);
    expect(error.details['url']).toBe(shown);
    expect(error.cause).toBe(cause);
  });

  it.each([
    ['Connection terminated unexpectedly', 'store_unavailable'],
    ['timeout exceeded when trying to connect', 'store_busy'],
    ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'store_unavailable'],
    ['The server does not support SSL connections', 'store_unavailable'],
  ])('"%s", which has no code, is %s', (message, expected) => {
    expect(fromPostgresError(new Error(message), shown).code).toBe(expected);
  });

  it('a file that the URL names and that is missing is not taken for a missing server', () => {
    const missing = Object.assign(coded('ENOENT'), { syscall: 'open' });
    expect(isLost(missing)).toBe(false);
    expect(fromPostgresError(missing, shown).message).toContain('sslrootcert');
  });

  it('one of ours passes as it is', () => {
    const ours = new EngramError('not_found', 'Not here.');
    expect(fromPostgresError(ours, shown)).toBe(ours);
    expect([isLost, isNotReady, isContended, isViolation].some((is) => is(ours))).toBe(false);
  });
});

describe('STO-2: what may be tried again', () => {
  const kinds = { isLost, isNotReady, isContended, isViolation };
  const kindsOf = (error: unknown) =>
    Object.keys(kinds).filter((kind) => kinds[kind as keyof typeof kinds](error));

  it.each([
    ['57P01', ['isLost']],
    ['57P03', ['isLost', 'isNotReady']],
    ['08006', ['isLost']],
    ['25P03', ['isLost']],
    ['ECONNRESET', ['isLost']],
    ['53300', ['isNotReady']],
    ['40001', ['isContended']],
    ['40P01', ['isContended']],
    ['23503', ['isViolation']],
    ['23505', ['isViolation']],
    ['28P01', []],
    ['53100', []],
    ['57014', []],
    ['0A000', []],
  ])('%s: %j', (code, expected) => expect(kindsOf(coded(code))).toStrictEqual(expected));

  it('a statement that was prepared before a table changed: on a new connection', () => {
    expect(kindsOf(coded('0A000', 'cached plan must not change result type'))).toStrictEqual(['isLost']);
  });

  it('nothing, when nothing is known of what was thrown', () => {
    for (const thrown of [undefined, null, 'text', {}, new Error('other')]) {
      expect(kindsOf(thrown)).toStrictEqual([]);
    }
  });
});
