import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSettings } from '../config/load-settings.ts';
import { EngramError } from '../errors.ts';
import type { StoreHealth } from '../ports/store.ts';
import { diagnose, type Examined } from './diagnose.ts';
import type { Diagnosis } from './outputs.ts';

const healthy: StoreHealth = {
  backend: 'sqlite',
  location: null,
  formatVersion: 1,
  sizeBytes: 2_097_152,
  problems: [],
  details: {},
};

function examine(
  overrides: Partial<Examined> & { health?: Partial<StoreHealth>; embedder?: object } = {},
): Promise<Diagnosis> {
  const { health, embedder = {}, ...rest } = overrides;
  return diagnose({
    nodeVersion: 'v22.1.0',
    engramVersion: '0.1.0',
    loadSettings: () =>
      loadSettings(
        { name: 'flags', values: { db: 'memory:', embedder } },
        { environment: {}, folder: '/', home: '/nowhere' },
      ),
    openStore: async () => ({ health: async () => ({ ...healthy, ...health }) }),
    ...rest,
  });
}

const check = ({ checks }: Diagnosis, name: string) => checks.find((each) => each.name === name);

describe('a diagnosis', () => {
  it('of a sound installation says what was found, and from where', async () => {
    const diagnosis = await examine();
    expect(diagnosis.healthy).toBe(true);
    expect(diagnosis.checks.map(({ name, state, fix }) => [name, state, fix])).toEqual([
      ['node', 'ok', null],
      ['engram', 'ok', null],
      ['configuration', 'ok', null],
      ['embedder', 'ok', null],
      ['store', 'ok', null],
    ]);
    expect(check(diagnosis, 'configuration')?.found).toBe('database memory: (from flags)');
  });

  it.each([
    [{ provider: 'none' }, 'none: search goes by words alone'],
    [{ provider: 'use-lite' }, 'use-lite, on this machine, from packages of its own (not tried)'],
    [
      { provider: 'openai', model: 'm', url: 'https://example.org/v1', apiKey: 'sk-secret' },
      'm at https://example.org/v1; memories and queries are sent there (not tried)',
    ],
  ] as const)('names the embedder of %j', async (embedder, found) => {
    expect(check(await examine({ embedder }), 'embedder')?.found).toBe(found);
  });

  it('of a database on a server leaves the permissions of its files to that server', async () => {
    const location = 'postgres://ann:…@db.internal/engram';
    const diagnosis = await examine({ health: { backend: 'postgres', location } });
    expect(check(diagnosis, 'permissions')).toBeUndefined();
    expect(check(diagnosis, 'store')?.found).toContain(location);
  });

  it.each([
    ['v20.19.0', 'ok'],
    ['v20.18.9', 'problem'],
    ['v18.20.0', 'problem'],
    ['v21.0.0', 'ok'],
    ['v100.0.0', 'ok'],
  ])('of Node %s is %s', async (nodeVersion, state) => {
    expect(check(await examine({ nodeVersion }), 'node')?.state).toBe(state);
  });

  it('reports a configuration that cannot be read, with its fix, and looks no further', async () => {
    const diagnosis = await examine({
      loadSettings: async () => {
        throw new EngramError('config_invalid', 'The file is broken. Repair line 3.');
      },
    });
    expect(diagnosis.healthy).toBe(false);
    expect(check(diagnosis, 'configuration')).toMatchObject({
      state: 'problem',
      found: 'The file is broken.',
      fix: 'Repair line 3.',
    });
    expect(check(diagnosis, 'store')).toBeUndefined();
  });

  it('reports a store that cannot be opened, whatever it throws', async () => {
    const diagnosis = await examine({ openStore: () => Promise.reject(new Error('disk on fire')) });
    expect(diagnosis.healthy).toBe(false);
    expect(check(diagnosis, 'store')?.found).toContain('disk on fire');
    expect(check(diagnosis, 'configuration')?.state).toBe('ok');
  });

  it('names every damage', async () => {
    const diagnosis = await examine({
      health: { problems: ['page 3 is torn', 'index off'], location: '/x.db' },
    });
    const damages = diagnosis.checks.filter(({ name }) => name === 'integrity');
    expect(damages.map(({ found }) => found)).toEqual(['page 3 is torn', 'index off']);
    expect(diagnosis.healthy).toBe(false);
  });

  it.skipIf(process.platform === 'win32')(
    'warns when others on the machine can read the memories',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'engram-diagnose-'));
      const location = join(folder, 'm.db');
      writeFileSync(location, '');
      chmodSync(location, 0o644);
      const open = await examine({ health: { location } });
      expect(open.healthy).toBe(true);
      expect(check(open, 'permissions')).toMatchObject({ state: 'warning', fix: `chmod 600 ${location}` });
      expect(check(open, 'store')?.found).toContain('2.0 MB');
      chmodSync(location, 0o600);
      expect(check(await examine({ health: { location } }), 'permissions')?.state).toBe('ok');
      rmSync(folder, { recursive: true });
    },
  );
});
