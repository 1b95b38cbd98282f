import { describe, expect, it } from 'vitest';
import { createComparedTexts } from './compared-texts.ts';
import type { MeaningSpace } from './meaning.ts';
import { openVectorSpace } from './vectors/vectors.ts';

/** Means the numbers in a text, as a direction: texts of one number mean the same. */
function aMeaning(
  id = 'numbers',
  before: (text: string) => Promise<void> = async () => {},
): MeaningSpace & { readonly embedded: string[] } {
  const embedded: string[] = [];
  const vectorOf = (text: string): Float32Array => {
    const angle = Number(/\d+/.exec(text)?.[0] ?? 0) / 10_000;
    return Float32Array.of(Math.cos(angle), Math.sin(angle));
  };
  const embed = async (texts: readonly string[]) => {
    embedded.push(...texts);
    await before(texts[0] ?? '');
    return texts.map(vectorOf);
  };
  return { embedded, embedder: { id, dimensions: 2, instant: true, embed }, space: openVectorSpace(2) };
}

const tasks = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `task ${from + index}`);
/** How far answers are from what the angles between the numbers say, at most. */
const deviation = (asked: number, others: readonly string[], cosines: readonly number[]): number =>
  Math.max(
    ...others.map((other, index) =>
      Math.abs(Math.cos((asked - Number(other.slice(5))) / 10_000) - (cosines[index] ?? 2)),
    ),
  );

describe('REC-6 texts that are compared', () => {
  it('are as close as their vectors, each embedded once', async () => {
    const [texts, meaning] = [createComparedTexts(), aMeaning()];
    const others = ['task 1', 'task 9000', 'task 1', 'task 20000'];
    expect(await texts.cosines(meaning, 'like 1', others)).toEqual([1, 0.6217, 1, 0]);
    expect(await texts.cosines(meaning, 'like 9000', others)).toEqual([0.6217, 1, 0.6217, 0.4536]);
    expect(meaning.embedded).toEqual(['like 1', 'task 1', 'task 9000', 'task 20000', 'like 9000']);
    texts.free();
  });

  it('are as close as their vectors when several were given the same one', async () => {
    const [texts, { space, embedder }] = [createComparedTexts(), aMeaning()];
    const known = new Map<number, Float32Array>();
    const embed = async (asked: readonly string[]) =>
      (await embedder.embed(asked)).map((vector, index) => {
        const number = Number(/\d+/.exec(asked[index] ?? '')?.[0]);
        known.set(number, known.get(number) ?? vector);
        return known.get(number) ?? vector;
      });
    const meaning = { space, embedder: { ...embedder, embed } };
    const others = ['task 9000', 'job 9000', 'task 1', 'job 9000'];
    expect(await texts.cosines(meaning, 'like 1', others)).toEqual([0.6217, 0.6217, 1, 0.6217]);
    const more = ['job 1', 'task 1', 'task 20000', 'task 9000'];
    expect(await texts.cosines(meaning, 'like 9000', more)).toEqual([0.6217, 0.6217, 0.4536, 1]);
    texts.free();
  });

  it('stay right when there are so many that all were forgotten, also for who is still waiting', async () => {
    let goOn = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const texts = createComparedTexts();
    const meaning = aMeaning('slow', (text) => (text.startsWith('slow') ? waiting : Promise.resolve()));
    const [first, second] = [tasks(0, 4_000), tasks(4_000, 4_000)];
    await texts.cosines(meaning, 'like 1', first);
    const late = texts.cosines(meaning, 'slow 7', first);
    expect(deviation(500, second, await texts.cosines(meaning, 'like 500', second))).toBeLessThan(0.001);
    expect(deviation(9, first, await texts.cosines(meaning, 'like 9', first))).toBeLessThan(0.001);
    goOn();
    expect(deviation(7, first, await late)).toBeLessThan(0.001);
    texts.free();
  });

  it('are compared anew by another embedder', async () => {
    const [texts, one, other] = [createComparedTexts(), aMeaning(), aMeaning('others')];
    await texts.cosines(one, 'like 1', ['task 1']);
    expect(await texts.cosines(other, 'like 1', ['task 1'])).toEqual([1]);
    expect(other.embedded).toEqual(['like 1', 'task 1']);
    texts.free();
  });
});
