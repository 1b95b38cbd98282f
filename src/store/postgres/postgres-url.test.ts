import { describe, expect, it } from 'vitest';
import { refusal } from '../../testing/refusal.ts';
import { parsePostgresUrl } from './postgres-url.ts';

const parametersOf = (url: string) => Object.fromEntries(new URL(parsePostgresUrl(url).url).searchParams);

describe('STO-2: a PostgreSQL URL', () => {
  it('names a database; what is not said has a default', () => {
    expect(parsePostgresUrl('postgres://ann:secret@host:5433/team')).toMatchObject({
      schema: null,
      poolMax: 10,
      shown: 'postgres://ann:…@host:5433/team',
    });
  });

  it('may say how many connections there are and in which schema the tables; the server is not told of it', () => {
    const url = 'postgresql://host/team?schema=engram&pool_max=4&sslmode=verify-full';
    expect(parsePostgresUrl(url)).toMatchObject({ schema: 'engram', poolMax: 4 });
    expect(parametersOf(url)).toStrictEqual({
      sslmode: 'verify-full',
      options: '-c jit=off -c search_path=engram',
    });
  });

  it('may have options for the server, which are kept', () => {
    expect(parametersOf('postgres://host/team?options=-c+geqo%3Doff')['options']).toBe(
      '-c geqo=off -c jit=off',
    );
  });

  it('keeps a password with signs in it', () => {
    expect(new URL(parsePostgresUrl('postgres://ann:a%40b%2Fc@host/team').url).password).toBe('a%40b%2Fc');
  });

  it.each([
    ['postgres://ann:hunter2@host/db?schema=a;drop', 'schema=engram'],
    ['postgres://ann:hunter2@host/db?schema=', 'schema=engram'],
    ['postgres://ann:hunter2@host/db?schema=Engram', 'schema=engram'],
    ['postgres://ann:hunter2@host/db?pool_max=0', 'pool_max=10'],
    ['postgres://ann:hunter2@host/db?pool_max=many', 'pool_max=10'],
    ['postgres://ann:hun/ter2@host/db', '%2F'],
    ['postgres:ann:hunter2@host/db', 'postgres://USER'],
  ])('%s is refused with advice and without the password', (url, advice) => {
    const { code, message, details, cause } = refusal(() => parsePostgresUrl(url));
    expect(code).toBe('invalid_input');
    expect(message).toContain(advice);
    expect(cause).toBeUndefined();
    expect(message + JSON.stringify(details)).not.toMatch(/hun|ter2/);
  });
});
