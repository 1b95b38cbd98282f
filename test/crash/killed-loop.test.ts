import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { bundle, removeBundle, start } from './child-process.ts';
import { type LoopingSettings, recordCancelling, startListWorld } from './list-world.ts';

/** So many of the moments at which a replay can die are tried. */
const deaths = 4;

interface Told {
  readonly status: string;
  readonly reason: string;
  readonly moments: number;
}

it('TPL-9: a replay that is killed inside a loop goes on in its round, and makes each write once', async () => {
  const program = await bundle(join(import.meta.dirname, 'looping.ts'));
  onTestFinished(() => removeBundle(program));
  const folder = temporaryFolder();
  const saved = join(folder, 'saved.db');
  await recordCancelling(saved);

  /** What the process said; nothing when it was killed. */
  const live = async (settings: LoopingSettings): Promise<Told | undefined> => {
    const { signal, output, errors } = await start(program, [JSON.stringify(settings)]).ended;
    if (signal === 'SIGKILL') return undefined;
    expect(errors).toBe('');
    return JSON.parse(output) as Told;
  };
  const replayed = async (name: string, killAt: number | undefined): Promise<Told> => {
    const path = join(folder, name);
    copyFileSync(saved, path);
    const { url, cancelled } = await startListWorld();
    const told = (await live({ path, url, killAt })) ?? (await live({ path, url }));
    expect(told, told?.reason).toMatchObject({ status: 'completed' });
    expect(Object.fromEntries(cancelled)).toEqual({ W2001: 1, W2002: 1, W2003: 1, W2004: 1 });
    return told as Told;
  };

  const { moments } = await replayed('whole.db', undefined);
  const step = moments / deaths;
  for (let death = 0; death < deaths; death += 1)
    await replayed(`killed-${death}.db`, 1 + Math.floor((death + Math.random()) * step));
});
