import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const trimmed = (text: string): string[] => text.split('\n').map((line) => line.trim());

describe('docs/ai-sdk.md', () => {
  it('shows only code that examples/ai-sdk.js runs', () => {
    const example = trimmed(read('examples/ai-sdk.js'));
    const blocks = [...read('docs/ai-sdk.md').matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
    expect(blocks.length).toBeGreaterThan(3);
    expect(blocks.flatMap(trimmed).filter((line) => !example.includes(line))).toEqual([]);
  });
});
