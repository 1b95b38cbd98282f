import { homedir } from 'node:os';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { asRefusal, refusal } from '../testing/refusal.ts';
import { openStore, parseStoreUrl } from './open-store.ts';

const refusalOf = (url: string) => refusal(() => parseStoreUrl(url, '/home/ann'));

describe('a store URL', () => {
  it.each([
    ['file:notes.db', '/home/ann/notes.db'],
    ['file:./a/../notes.db', '/home/ann/notes.db'],
    ['notes.db', '/home/ann/notes.db'],
    ['file:/abs/notes.db', '/abs/notes.db'],
    ['/abs/notes.db', '/abs/notes.db'],
    ['file:///abs/my%20notes.db', '/abs/my notes.db'],
    ['file:~/notes.db', `${homedir()}/notes.db`],
    ['file:a~/notes.db', '/home/ann/a~/notes.db'],
  ])('%s names the file %s', (url, path) => {
    expect(parseStoreUrl(url, '/home/ann')).toEqual({ backend: 'sqlite', path, readOnly: false });
  });

  it('may open the file for reading only', () => {
    expect(parseStoreUrl('file:notes.db?mode=ro', '/home/ann')).toMatchObject({
      path: '/home/ann/notes.db',
      readOnly: true,
    });
    expect(parseStoreUrl('file:notes.db?mode=rw', '/home/ann')).toMatchObject({ readOnly: false });
  });

  it.each(['postgres://ada:swordfish@host/db?schema=engram', 'postgresql://host/db'])(
    'may name a PostgreSQL database: %s',
    (url) => expect(parseStoreUrl(url)).toEqual({ backend: 'postgres', url }),
  );

  it('may name a store that keeps nothing beyond this process, or nothing at all', () => {
    expect(parseStoreUrl('memory:')).toEqual({ backend: 'memory' });
    expect(parseStoreUrl('null:')).toEqual({ backend: 'null' });
  });

  it.each(['', 'file:', 'file:?mode=ro'])('%j names no file and says how to write one', (url) => {
    expect(refusalOf(url).code).toBe('invalid_input');
    expect(refusalOf(url).message).toContain('file:memory.db');
  });

  it.each([
    ['postgres', 'postgres://USER:PASSWORD@HOST/DATABASE'],
    ['PostgreSQL', 'postgres://USER:PASSWORD@HOST/DATABASE'],
    ['sqlite', 'file:PATH'],
    ['memory', 'memory:'],
    [':memory:', 'memory:'],
    ['null', 'null:'],
  ])(
    '%s is the name of a kind of store, and would make a file called so: it is to be written %s',
    (word, form) => {
      const { code, message } = refusalOf(word);
      expect(code).toBe('invalid_input');
      expect(message).toContain(`Write ${form}.`);
      expect(parseStoreUrl('file:postgres', '/home/ann')).toMatchObject({ path: '/home/ann/postgres' });
      expect(parseStoreUrl('./postgres', '/home/ann')).toMatchObject({ path: '/home/ann/postgres' });
    },
  );

  it('of another machine is refused', () => {
    expect(refusalOf('file://server/share/notes.db').code).toBe('invalid_input');
  });

  it.each([
    'postgresqls://ada:swordfish@host/db',
    'mysql://ada:sword/fish@host/db',
    'redis://:swordfish@host',
    'http://host/?key=swordfish',
  ])('of a backend that does not exist is refused without showing a password: %s', (url) => {
    const { code, message, details } = refusalOf(url);
    expect(code).toBe('unsupported');
    expect(message).toContain(`"${url.split(':')[0]}:"`);
    expect(message + JSON.stringify(details)).not.toMatch(/sword|fish/);
  });
});

it.each([
  ['postgres://ada:hun/ter2@host/db', 'invalid_input'],
  ['postgres:ada:hunter2@host/db', 'invalid_input'],
  ['postgres://ada:hunter2@127.0.0.1:1/db', 'store_unavailable'],
])('%s is refused as %s without showing the password', async (url, code) => {
  const error = asRefusal(
    await openStore(url, { durability: 'normal', now: 0 }).catch((thrown: unknown) => thrown),
  );
  expect(error.code).toBe(code);
  expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/hun\/?ter2/);
});

it.each([
  ['memory:', true],
  ['null:', false],
])('the store of %s keeps records: %s', async (url, keeps) => {
  const store = await openStore(url, { durability: 'normal', now: 0 });
  expect(store.keeps).toBe(keeps);
  await store.close();
});
