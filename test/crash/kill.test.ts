import { expect, it } from 'vitest';
import { killWriters } from './killed-writers.ts';

it('STO-1: a process killed in the middle of writing loses nothing that was acknowledged', async () => {
  expect(await killWriters(5)).toBeGreaterThan(5);
});
