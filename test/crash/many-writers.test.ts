import { it } from 'vitest';
import { writeAtOnce } from './many-writers.ts';

it('STO-1: processes that write into one file at once lose no record and get no error', async () => {
  await writeAtOnce(4, 200);
});
