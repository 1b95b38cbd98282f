// Record, recall and ask for advice, on a database of its own. Run it: node examples/first-steps.js
import { openEngram } from 'engram';

const engram = await openEngram({ db: process.env.ENGRAM_DB ?? 'memory:' });
const alice = engram.agent('alice');

// Decisions and how they went …
const context = 'api-auth-timeout';
await alice.memories.record({
  kind: 'decision',
  content: { context, action: 'increase-timeout', outcome: 'failure' },
});
for (let attempt = 0; attempt < 2; attempt += 1) {
  await alice.memories.record({
    kind: 'decision',
    content: { context, action: 'retry-with-exponential-backoff', outcome: 'success' },
  });
}

// … become advice the next time.
const { actions, recommended } = await alice.learning.suggest({ context });
for (const { action, successRate, attempts } of actions) {
  console.log(`${action}: ${Math.round(successRate * 100)}% of ${attempts}`);
}
console.log('recommended:', recommended?.action);

// Knowledge is found by its words, in any form.
await alice.memories.record({ kind: 'knowledge', text: 'The staging API needs a VPN', tags: ['staging'] });
const [best] = await alice.memories.search({ query: 'vpn for staging apis' });
console.log('recalled:', best?.memory.text);

await engram.close();
