import { expect, it } from 'vitest';
import { keepIndexAtOnce, killIndexKeepers } from './killed-indexes.ts';

it('REC-1: an index whose keeper is killed finds what one finds that was made anew', async () => {
  expect(await killIndexKeepers(4)).toBeGreaterThan(4);
});

it('REC-1: processes that write, search and keep one index at once get no error and no wrong answer', async () => {
  expect(await keepIndexAtOnce(3, 8)).toBeGreaterThan(3);
});
