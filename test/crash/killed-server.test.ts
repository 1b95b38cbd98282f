import { describe, expect, it } from 'vitest';
import { findPrograms } from '../../scripts/postgres.mjs';
import { requireCi } from '../left-to-ci.ts';
import { killDatabases, killServers } from './killed-servers.ts';

describe('a service killed under load', () => {
  it('loses nothing it acknowledged, and returns where its clients look for it', async () => {
    expect(await killServers(3)).toBeGreaterThan(60);
  }, 300_000);

  it('loses nothing when PostgreSQL is killed under it, and returns by itself', async (context) => {
    requireCi(context);
    if (findPrograms() === undefined) context.skip('PostgreSQL is not installed');
    expect(await killDatabases(3)).toBeGreaterThan(60);
  }, 300_000);
});
