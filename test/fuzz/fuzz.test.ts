import { expect, it } from 'vitest';
import { requestMakers } from './requests.ts';
import { runFuzz } from './run-fuzz.ts';

it('asks for every route and every tool', () => {
  const names = requestMakers.map(({ name }) => name);
  expect(names).toContain('POST /api/memories');
  expect(names).toContain('engram_memory_backend');
  expect(names.length).toBeGreaterThan(200);
});

it('API-2, API-3: random and hostile requests of strangers bring no server error, no crash and no word of another user', async () => {
  const { findings, requests, serverErrors, crashes, leaks } = await runFuzz({ requests: 300, seed: 7 });
  expect(findings).toEqual([]);
  expect({ requests, serverErrors, crashes, leaks }).toEqual({
    requests: 300,
    serverErrors: 0,
    crashes: 0,
    leaks: 0,
  });
}, 300_000);
