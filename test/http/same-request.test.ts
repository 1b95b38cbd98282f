import { describe, expect, it } from 'vitest';
import type { JsonObject, View } from '../../src/index.ts';
import type { Tools } from '../../src/ports/run-handle.ts';
import { createGate, installationForTest, openTestServer } from './test-server.ts';

/** A shop whose changes are counted, and wait for a gate to open. */
function aShop() {
  const changes: string[] = [];
  const gate = createGate();
  const change = (name: string) => ({
    execute: async ({ id }: JsonObject) => {
      changes.push(`${name} ${id}`);
      await gate.opened;
      return { id: id ?? null, done: true };
    },
    readOnly: false,
  });
  const tools = {
    get_customer: {
      execute: ({ id }: JsonObject) => ({ id: id ?? null, language: 'English' }),
      readOnly: true,
    },
    refund: change('refund'),
    send_letter: change('letter'),
  } satisfies Tools;
  return { changes, gate, tools };
}

async function record(view: View): Promise<void> {
  const { tools, gate } = aShop();
  gate.open();
  const run = await view.startRun({ description: 'Refund order W1', inputs: { id: 'W1' } });
  for (const tool of ['get_customer', 'refund', 'send_letter'] as const)
    await run.call(tool, { id: 'W1' }, (given) => tools[tool].execute(given));
  await run.finish({ outcome: 'success' });
  await view.templates.save({ run: run.id, name: 'refund', approve: true }, tools);
}

async function aServedShop() {
  const shop = aShop();
  const door = await openTestServer({
    installation: { ...installationForTest, tools: async () => shop.tools },
  });
  await record(door.engram);
  const ask = (headers: Record<string, string> = {}, id = 'W2') =>
    door.call('POST', '/api/templates/refund/run', { inputs: { id } }, headers);
  /** The change that was begun goes on once all other requests are answered. */
  let answered = 0;
  const askAtOnce = async (headers: Record<string, string> = {}) => {
    const answer = await ask(headers);
    answered += 1;
    if (answered === eight.length - 1) shop.gate.open();
    return answer;
  };
  return { shop, ask, askAtOnce };
}

const eight = Array.from({ length: 8 });
const once = ['refund W2', 'letter W2'];

describe('TPL-9 eight identical requests at once', () => {
  it('make one set of changes: one is answered, the others are told that it is being done', async () => {
    const { shop, askAtOnce } = await aServedShop();
    const answers = await Promise.all(eight.map(() => askAtOnce()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...eight.slice(1).map(() => 409)]);
    for (const { status, body } of answers)
      if (status === 409) expect(body).toMatchObject({ error: { code: 'conflict' } });
    expect(shop.changes).toEqual(once);
  });

  it('with one Idempotency-Key make one set of changes, and all get the same answer, also later', async () => {
    const { shop, ask } = await aServedShop();
    const key = { 'Idempotency-Key': 'refund-of-W2' };
    const asked = eight.map(() => ask(key));
    await expect.poll(() => shop.changes).toHaveLength(1);
    shop.gate.open();
    const answers = await Promise.all(asked);
    const bodies = [...answers, await ask(key)].map(({ body }) => body as { runId: string; repeated?: true });
    expect(answers.map(({ status }) => status)).toEqual(eight.map(() => 200));
    expect(new Set(bodies.map(({ runId }) => runId)).size).toBe(1);
    expect(bodies.filter(({ repeated }) => repeated !== true)).toHaveLength(1);
    expect(shop.changes).toEqual(once);
    expect(await ask(key, 'W3')).toMatchObject({ status: 409 });
    expect(shop.changes).toEqual(once);
  });

  it('with a key each are refused while the first is going on', async () => {
    const { shop, askAtOnce } = await aServedShop();
    const answers = await Promise.all(
      eight.map((_, number) => askAtOnce({ 'Idempotency-Key': `key-${number}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(shop.changes).toEqual(once);
  });
});
