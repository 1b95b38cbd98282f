import { expect, it } from 'vitest';
import { killReplays } from './killed-replays.ts';

it('TPL-9: a replay that is killed makes each write once where a look shows it', async () => {
  const { asked, made, uncertain } = await killReplays(5, 'looks');
  expect({ made, uncertain }).toEqual({ made: asked, uncertain: 0 });
});

it('TPL-9: a replay that is killed reports a write as uncertain where nothing shows it, and never repeats it', async () => {
  const { asked, made } = await killReplays(5, 'none');
  expect(made).toBe(asked);
});
