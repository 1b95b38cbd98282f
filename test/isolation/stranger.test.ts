import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, type Serving, startServing } from '../crash/serving.ts';
import { requestMakers } from '../fuzz/requests.ts';
import { type Overhearing, overhear, send } from '../fuzz/send.ts';
import { newCanary, plant, type Victim } from '../fuzz/victim.ts';
import { randomFrom } from '../random-worlds/random.ts';
import { writeTrusted } from '../trusted-file.ts';

/**
 * A stranger with a valid token of another user, or of another project, at a real server. Requests are made from the operations, so
 * that a new one is asked by itself, with the ids and names of the victim. A word stands in every record of the victim: whoever
 * hears it has heard too much.
 */
const canary = newCanary();
let folder: string;
let serving: Serving;
let victim: Victim;
let ears: Overhearing[];
let before: string;

/** Everything that the victim sees of her own. */
async function everything(): Promise<string> {
  const answers: string[] = [];
  for (const path of [
    '/api/memories?limit=1000',
    '/api/runs?limit=1000',
    '/api/tasks?limit=1000',
    '/api/templates?limit=1000',
    '/api/sessions/chat-victim',
    '/api/checks?limit=1000',
    '/api/plans?limit=1000',
    '/api/agents/alice',
  ]) {
    const request = { name: path, method: 'GET', path, headers: { 'X-Engram-Agent': 'alice' } };
    const { status, text } = await send(serving.url, victim.token, request);
    expect(status, path).toBe(200);
    // Reading counts as a use, which is no change by anybody else.
    answers.push(text.slice(text.indexOf('\n')).replace(/"(accessCount|lastAccessedAt)":\w+/g, ''));
  }
  return answers.join('\n');
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engram-stranger-'));
  const db = `file:${join(folder, 'memory.db')}`;
  victim = await plant(db, folder, canary);
  writeTrusted(join(folder, 'engram.config.json'), '{"server":{"requestsPerSecond":0}}', folder);
  serving = await startServing(db, await freePort(), folder);
  ears = await Promise.all(victim.strangers.map((stranger) => overhear(serving.url, stranger)));
  before = await everything();
});

afterAll(async () => {
  for (const ear of ears) await ear.stop();
  await serving.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('a stranger with a valid token', () => {
  it.each(requestMakers.map((maker) => [maker.name, maker] as const))(
    'gets nothing by %s',
    async (name, maker) => {
      const random = randomFrom(name.length);
      for (const stranger of victim.strangers) {
        for (let tries = 0; tries < 3; tries += 1) {
          const request = maker.make('valid', random, victim.known);
          const { status, text } = await send(serving.url, stranger, request);
          expect(status, text).toBeGreaterThan(0);
          expect(status === 500, text).toBe(false);
          expect(text.includes(canary), `${request.path} ${request.body}`).toBe(false);
        }
      }
    },
  );

  it('has changed nothing of the victim', async () => {
    expect(await everything()).toBe(before);
  });

  it('hears nothing in a stream of events, while the victim works', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ kind: 'knowledge', text: canary, tags: [canary] });
    const request = { name: 'victim', method: 'POST', path: '/api/memories', headers, body };
    expect((await send(serving.url, victim.token, request)).status).toBe(201);
    // Events come in order: once a stranger hears of its own deed, it has heard all that came before.
    for (const [index, stranger] of victim.strangers.slice(0, 3).entries()) {
      const own = { ...request, body: JSON.stringify({ kind: 'knowledge', text: 'own' }) };
      const { text } = await send(serving.url, stranger, own);
      const [, id = ''] = /"id":"(mem_\w+)"/.exec(text) ?? [];
      await expect.poll(() => ears[index]?.heard() ?? '').toContain(id);
    }
    for (const ear of ears) {
      expect(ear.heard()).not.toContain(canary);
      expect(ear.heard()).not.toContain('"user":"ann","project":"shop"');
    }
  });
});

describe('the test itself', () => {
  it('would notice: the victim hears the word by each of these', async () => {
    expect(before.split(canary).length).toBeGreaterThan(15);
    const heard = await Promise.all(
      requestMakers.map(async (maker) => {
        const request = maker.make('valid', randomFrom(3), victim.known);
        const headers = { ...request.headers, 'X-Engram-Agent': 'alice' };
        return (await send(serving.url, victim.token, { ...request, headers })).text.includes(canary);
      }),
    );
    expect(heard.filter(Boolean).length).toBeGreaterThan(15);
  });
});
