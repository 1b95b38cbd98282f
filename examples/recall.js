// Remembering and recalling: found by meaning, explained, and as text for a prompt. Run it with: node examples/recall.js
import { openEngram } from 'engram';

const engram = await openEngram({ db: 'memory:' });
const alice = engram.agent('alice');

await alice.memories.record({
  kind: 'failure',
  content: {
    errorSignature: 'connect ECONNREFUSED <address>',
    rootCause: 'The database was not started',
    solution: 'Start the database before the tests',
  },
});
await alice.memories.record({ kind: 'knowledge', text: 'Customers pay by card or by bank transfer.' });
await alice.memories.record({ kind: 'rule', text: 'Never deploy on a Friday afternoon.' });

// None of these words was stored.
const [best] = await alice.memories.search({ query: 'how do clients make payments?' });
console.log(best.memory.text, best.match);

// What a prompt for the next task should know, tied to the run it is for.
const run = await alice.startRun({ description: 'Make the integration tests pass' });
const { text, memories } = await alice.memories.context({
  query: 'tests fail: connection refused by the database',
  tokens: 400,
  run: run.id,
});
console.log(text);

// How the run ends speaks for the memories it was given.
await run.finish({ outcome: 'success' });
await engram.jobs.run();
const why = await alice.memories.why(memories[0]);
console.log(`confidence ${why.confidence.stated} → ${why.confidence.earned.toFixed(2)}`);

await engram.close();
