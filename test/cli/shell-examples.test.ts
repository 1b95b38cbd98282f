import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startProcess } from './world.ts';

const folder = resolve(import.meta.dirname, '../../examples');
const scripts = readdirSync(folder).filter((name) => name.endsWith('.sh'));

describe('the examples for a shell', () => {
  it.each(scripts)('%s runs with sh, whichever shell that is', async (name) => {
    expect(
      await startProcess('sh', [resolve(folder, name)], { environment: { HOME: '/nowhere' } }),
    ).toMatchObject({
      code: 0,
      err: '',
    });
  });
});
