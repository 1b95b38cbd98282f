import { describe, expect, it } from 'vitest';
import { shownUrl } from './shown-url.ts';

describe('a database URL as it may be shown', () => {
  it.each([
    ['postgres://ann:secret@host/db', 'postgres://ann:…@host/db'],
    ['postgres://ann:se/cr@et@host/db?password=secret', 'postgres://ann:…@host/db?…'],
    ['postgres:ann:secret@host/db', 'postgres:ann:…@host/db'],
    ['mysql:ann:secret@host', 'mysql:ann:…@host'],
    ['postgres://host/db', 'postgres://host/db'],
    ['file:/home/ann@work/memory.db', 'file:/home/ann@work/memory.db'],
    ['file:///home/ann/memory.db', 'file:///home/ann/memory.db'],
    ['memory:', 'memory:'],
    ['notes@home.db', 'notes@home.db'],
  ])('%s is shown as %s', (url, shown) => {
    expect(shownUrl(url)).toBe(shown);
  });
});
