import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf } from './import.fixture.ts';
import { linesOf, type TextLine } from './lines.ts';

async function linesIn(
  content: string | Uint8Array,
  sizes?: readonly number[],
  maximum?: number,
): Promise<TextLine[]> {
  const lines: TextLine[] = [];
  for await (const line of linesOf(chunksOf(content, sizes), maximum)) lines.push(line);
  return lines;
}

describe('CAP-6 the lines of a file', () => {
  it('count from 1, blank ones too, though these are left out', async () => {
    expect(await linesIn('a\n\n  \nb\n')).toEqual([
      { number: 1, text: 'a', ended: true },
      { number: 4, text: 'b', ended: true },
    ]);
  });

  it('say when nothing ends the last one', async () => {
    expect(await linesIn('a\nb')).toContainEqual({ number: 2, text: 'b', ended: false });
  });

  it('lose the byte order mark that some editors write', async () => {
    expect(await linesIn('\ufeff{}\n')).toEqual([{ number: 1, text: '{}', ended: true }]);
  });

  it('are the same wherever the chunks end, also within a sign', async () => {
    const anyLines = fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        anyLines,
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 }),
        async (texts, end, sizes) => {
          const content = `${texts.join(end)}${end}日本語 😀`;
          expect(await linesIn(content, sizes)).toEqual(await linesIn(content));
        },
      ),
    );
  });

  it('that are not UTF-8 are refused alone', async () => {
    const bytes = new Uint8Array([0x61, 0x0a, 0xff, 0xfe, 0x0a, 0x62, 0x0a]);
    expect(await linesIn(bytes)).toEqual([
      { number: 1, text: 'a', ended: true },
      { number: 2, problem: 'is not valid UTF-8' },
      { number: 3, text: 'b', ended: true },
    ]);
  });

  it('that are too long are refused alone, with their length', async () => {
    expect(await linesIn(`a\n${'x'.repeat(200_000)}\nb`, [1_000], 100_000)).toEqual([
      { number: 1, text: 'a', ended: true },
      { number: 2, problem: 'is 200000 bytes long; the limit is 100000' },
      { number: 3, text: 'b', ended: false },
    ]);
  });

  it('that are too long take no memory', async () => {
    const before = process.memoryUsage().arrayBuffers;
    let taken = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      const chunk = new Uint8Array(1_000_000).fill(0x78);
      for (let count = 0; count < 200; count += 1) yield chunk;
      taken = process.memoryUsage().arrayBuffers - before;
    }
    for await (const line of linesOf(endless(), 2_000_000)) expect(line).toHaveProperty('problem');
    expect(taken).toBeLessThan(50_000_000);
  });

  it('may be as long as the limit', async () => {
    expect(await linesIn(`${'x'.repeat(100_000)}\n`, [999], 100_000)).toHaveLength(1);
  });

  it('do not change when the chunk they came in is used again', async () => {
    async function* oneBuffer(): AsyncGenerator<Uint8Array> {
      const buffer = new Uint8Array(2);
      for (const text of ['ab', 'cd', '\ne']) {
        buffer.set(new TextEncoder().encode(text));
        yield buffer;
      }
    }
    const lines: TextLine[] = [];
    for await (const line of linesOf(oneBuffer())) lines.push(line);
    expect(lines.map((line) => ('text' in line ? line.text : line.problem))).toEqual(['abcd', 'e']);
  });
});
