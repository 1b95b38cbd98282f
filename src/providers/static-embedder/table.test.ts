import { describe, expect, it } from 'vitest';
import { EngramError } from '../../errors.ts';
import { tableBytes } from './synthetic-table.fixture.ts';
import { readWordTable } from './table.ts';

const bytes = tableBytes({ red: [1, 2], green: [-3, 4], blue: [5, -128] });

function refusalOf(content: Uint8Array): EngramError | undefined {
  try {
    readWordTable(content);
  } catch (error) {
    if (EngramError.is(error)) return error;
    throw error;
  }
  return undefined;
}

describe('a word table', () => {
  it('is read from the bytes of its file', () => {
    const table = readWordTable(bytes);
    expect(table.dimensions).toBe(2);
    expect([table.rankOf('red'), table.rankOf('blue'), table.rankOf('pink')]).toEqual([0, 2, undefined]);
    expect([...table.codebook.subarray(0, 6)]).toEqual([1, 2, -3, 4, 5, -128]);
    expect([...table.codes]).toEqual([0, 1, 2]);
    expect([...table.codebookScales, table.lengthOf(1)]).toEqual([0.5, 1]);
  });

  it('has an id that changes with its content', () => {
    const other = tableBytes({ red: [1, 2], green: [-3, 4], blue: [5, -127] });
    expect(readWordTable(bytes).id).toMatch(/^static-2-[0-9a-f]{8}$/);
    expect(readWordTable(other).id).not.toBe(readWordTable(bytes).id);
  });

  it('may lie anywhere in a larger piece of memory', () => {
    const larger = new Uint8Array(bytes.length + 3);
    larger.set(bytes, 3);
    expect(readWordTable(larger.subarray(3)).id).toBe(readWordTable(bytes).id);
  });
});

describe('a file that is no word table', () => {
  const changed = (position: number): Uint8Array => bytes.with(position, (bytes[position] ?? 0) ^ 1);

  it.each([
    ['an empty file', new Uint8Array(0), 'only 0 bytes'],
    ['a file of another kind', changed(0), 'does not begin like one'],
    ['another format', changed(8), 'format 3'],
    ['a file that was cut off', bytes.subarray(0, -1), 'should have'],
    ['a file with a changed number', changed(50), 'checksum'],
    ['a file with a changed letter', changed(bytes.length - 1), 'checksum'],
  ])('is refused with what to do: %s', (_name, content, reason) => {
    const refusal = refusalOf(content);
    expect(refusal?.code).toBe('config_invalid');
    expect(refusal?.message).toContain(reason);
    expect(refusal?.message).toContain('Install Engram again');
  });
});
