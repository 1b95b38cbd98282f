import { setTimeout as pause } from 'node:timers/promises';
import { EngramError } from '../../../../errors.ts';
import type { Store } from '../../../../ports/store.ts';
import { defineWorkflow } from '../../../../workflows/define-workflow.ts';
import type { Engram } from '../../../library/engram.ts';
import type { Story } from './story.ts';

const steps = ['freeze writes', 'copy orders', 'compare rows', 'switch over', 'unfreeze'] as const;
const secondsOf = {
  'freeze writes': 3,
  'copy orders': 74,
  'compare rows': 22,
  'switch over': 5,
  unfreeze: 2,
};

/** Moves orders to a new table, step by step. `onStep` is called with each step before it is done. */
export function moveOrders(
  pass: (milliseconds: number) => void | Promise<void>,
  onStep: (step: string) => void = () => {},
) {
  return defineWorkflow('move-orders', '1', async (flow, { rows }: { rows: number }) => {
    for (const step of steps) {
      await flow.step(step, async () => {
        onStep(step);
        await pass(secondsOf[step] * 1_000);
        return step === 'copy orders' ? { rows } : { done: true };
      });
    }
    return { moved: rows };
  });
}

/** A release that waits for a person before it goes out. */
export function release(pass: (milliseconds: number) => void | Promise<void>) {
  return defineWorkflow('release', '1', async (flow, { version }: { version: string }) => {
    await flow.step('build', async () => {
      await pass(48_000);
      return { image: `shop:${version}` };
    });
    await flow.step('test', async () => {
      await pass(95_000);
      return { passed: 1_204 };
    });
    await flow.waitFor('approved');
    return flow.step('publish', async () => {
      await pass(12_000);
      return { published: version };
    });
  });
}

/** A store whose process dies when told to: from then on nothing is written through it, as after a power failure. */
function mortal(store: Store): { readonly store: Store; die(): void } {
  let isDead = false;
  const refuse = () => Promise.reject(new EngramError('conflict', 'This worker is gone.'));
  return {
    store: new Proxy(store, {
      get: (target, name) => {
        if (name === 'commit' && isDead) return refuse;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    die: () => {
      isDead = true;
    },
  };
}

/**
 * The worker that moves the orders dies while it copies them: nothing it does is written any more. Another process finds the
 * workflow without a worker and goes on with it; what was done is not done again.
 */
export async function moveOrdersDespiteCrash(story: Story, openAnother: OpenAnother): Promise<void> {
  const { clock, engram } = story;
  const { store, die } = mortal(await openAnother.store());
  const doomed = await openAnother.engram(store);
  let isLost!: () => void;
  const lost = new Promise<void>((resolve) => {
    isLost = resolve;
  });
  const dying = moveOrders(clock.pass, (step) => {
    if (step !== 'copy orders') return;
    die();
    isLost();
  });
  doomed.workflows.run(dying, { rows: 1_204_113 }, { id: 'move-orders-2026' }).catch(() => {});
  await lost;
  await doomed.close();
  clock.pass(14_000);
  await engram.workflows.register(moveOrders(clock.pass));
  await engram.workflows.work();
  const [{ id } = { id: '' }] = (await engram.workflows.list({ limit: 1 })).items;
  await engram.workflows.result(id);
}

/** Opens the database of the story once more, as another process would. */
export interface OpenAnother {
  store(): Promise<Store>;
  engram(store: Store): Promise<Engram>;
}

/** A release that waits for its approval. */
export async function beginRelease(story: Story): Promise<void> {
  const { engram, clock } = story;
  const id = 'release-2.31.0';
  await engram.workflows.register(release(clock.pass));
  await engram.workflows.start({ name: 'release', version: '1', input: { version: '2.31.0' }, id });
  while ((await engram.workflows.show(id)).status !== 'waiting') await pause(10);
}

const launch = `Launch gift cards:
1. [database] Add the table of gift cards
2. [deploys] Prepare the payment service (after 1)
3. [frontend] Build the gift card page (after 1)
4. [ci] Test buying a gift card (after 2, 3)
5. [support] Write the answers for customers (after 3)
6. [deploys] Switch gift cards on (after 4, 5)`;

/** A task of several agents. The payment service is not ready at first, so one sub-task changes hands. */
export async function launchGiftCards(story: Story): Promise<void> {
  const { engram, clock } = story;
  await engram.plans.create({ name: 'launch-gift-cards', description: launch, by: 'rules' });
  const seconds: Readonly<Record<string, number>> = { 1: 38, 2: 45, 3: 62, 4: 51, 5: 27, 6: 14 };
  await engram.plans.run({ name: 'launch-gift-cards', tries: 1 }, async ({ subTask, agent, run }) => {
    await run.model({ model: 'scripted-large', inputTokens: 2_300, outputTokens: 260, durationMs: 4_200 });
    clock.pass((seconds[subTask.id] ?? 40) * 1_000);
    return { by: agent, did: subTask.text };
  });
}

/** A plan that nobody has run yet. */
export async function planNextQuarter(story: Story): Promise<void> {
  await story.engram.plans.create({
    name: 'faster-search',
    by: 'rules',
    description: `Make the search faster:
1. [database] Measure the slow queries
2. [database] Add the missing indexes
3. [frontend] Load results while typing (after 1)
4. [ci] Compare the times (after 2, 3)`,
  });
}
