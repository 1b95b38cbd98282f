import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { worldForTest } from './world.ts';

describe('engram demo', () => {
  it('fails, recognises, succeeds, prevents, saves and replays, with figures measured on the spot', async () => {
    const world = worldForTest();
    const { code, out, err } = await world.start(['demo'], { environment: { TMPDIR: world.folder } });
    expect({ code, err }).toEqual({ code: 0, err: '' });

    expect(out).toMatch(/Known failure.*, met once|Known failure.*, met 2 times/);
    expect(out).toContain('• cancel-shipment-first (100% success rate, 1 attempt)');
    expect(out).toContain('Recommended: cancel-shipment-first');
    expect(out).toContain('Created prevention check: run-cancel-shipment-before-refund\n');
    expect(out).toMatch(/^Warning: run-cancel-shipment-before-refund\nwhy +refund failed 2 times with: /m);
    expect(out).toMatch(/Completed as recorded: 0 model calls, 3 tool calls/);
    expect(out).toMatch(/model calls +5 +0\n/);
    expect(out).toMatch(/tool calls +4 +3\n/);
    expect(out).toMatch(/failed calls +1 +0\n/);
  });

  it('stops the replay in a changed world before anything is written', async () => {
    const world = worldForTest();
    const { out } = await world.start(['demo'], { environment: { TMPDIR: world.folder } });
    const changed = out.slice(out.indexOf('And when the world is different'));
    expect(changed).toMatch(/Diverged at call [12] /);
    expect(changed).toMatch(/not done +.*cancel_shipment.*refund/);
    expect(changed).not.toMatch(/✓ (cancel_shipment|refund)/);
  });

  it('leaves nothing behind', async () => {
    const world = worldForTest();
    const temporary = join(world.folder, 'temporary');
    mkdirSync(temporary);
    await world.start(['demo'], { environment: { TMPDIR: temporary } });
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('leaves nothing behind when it is interrupted, either', async () => {
    const world = worldForTest();
    const temporary = join(world.folder, 'temporary');
    mkdirSync(temporary);
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code, out } = await world.run(['demo'], { columns: 80, stop: Promise.resolve() });
    expect(code).toBe(0);
    expect(out).not.toContain('2. ');
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('with --keep leaves its database, that of the user alone, and proposes commands that work', async () => {
    const world = worldForTest();
    const { out } = await world.start(['demo', '--keep'], { environment: { TMPDIR: world.folder } });
    expect(existsSync(world.databasePath)).toBe(false);
    const proposed = [...out.matchAll(/^ {2}engram (.+)$/gm)].map(([, line = '']) => line.split(' '));
    expect(proposed.length).toBeGreaterThanOrEqual(3);
    for (const words of proposed) expect(await world.run(words)).toMatchObject({ code: 0, err: '' });
  });

  it('explains itself with --help instead of running', async () => {
    const { code, out } = await worldForTest().run(['demo', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('engram demo');
    expect(out).not.toContain('Alice');
  });
});
