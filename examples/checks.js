// A tool that says what makes a call of it safe. Run it: node examples/checks.js
import { openEngram } from 'engram';

const orders = new Map([
  ['W1', { id: 'W1', status: 'pending', heldBy: null }],
  ['W2', { id: 'W2', status: 'pending', heldBy: null }],
  ['W3', { id: 'W3', status: 'pending', heldBy: 'auditors' }],
]);
const tools = {
  // What the agent sees of an order. That auditors hold it, it does not see.
  getOrder: { execute: ({ id }) => ({ id, status: orders.get(id).status }), readOnly: true },
  cancelOrder: {
    execute: ({ id }) => {
      orders.get(id).status = 'cancelled';
      return { id, cancelled: true };
    },
    check: {
      capture: ({ id }) => ({ heldBy: orders.get(id).heldBy }),
      compare: (recorded, now) => recorded.heldBy === now.heldBy || `the ${now.heldBy} hold it`,
    },
  },
};

const engram = await openEngram({ db: process.env.ENGRAM_DB ?? 'memory:' });
const alice = engram.agent('alice');

const run = await alice.startRun({ description: 'Cancel order W1', inputs: { order: 'W1' } });
const recorded = run.tools(tools);
await recorded.getOrder({ id: 'W1' });
await recorded.cancelOrder({ id: 'W1' });
await run.finish({ outcome: 'success' });
await alice.templates.save({ run: run.id, name: 'cancel-order', approve: true }, tools);

// Order W2 is as W1 was: nobody holds it.
const second = await alice.templates.run({ id: 'cancel-order', inputs: { order: 'W2' } }, tools);
console.log(second.status);

// Order W3 reads the same, and is held. The check notices, and nothing is cancelled.
const third = await alice.templates.run({ id: 'cancel-order', inputs: { order: 'W3' } }, tools);
console.log(`${third.status}: ${third.divergence.reason}`);
console.log('order W3 is', orders.get('W3').status);
if (second.status !== 'completed' || third.status !== 'diverged') process.exitCode = 1;

await engram.close();
