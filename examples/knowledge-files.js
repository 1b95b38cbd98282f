// Alice's knowledge goes to another user as a file, and to bob as copies that end with her consent. Run it: node examples/knowledge-files.js
import { openEngram } from 'engram';

const engram = await openEngram({ db: process.env.ENGRAM_DB ?? 'memory:' });
const alice = engram.agent('alice');
const bob = engram.agent('bob');

await alice.memories.record({
  kind: 'knowledge',
  text: 'The sign-in token expires after 5 minutes',
  content: { domain: 'auth' },
  confidence: 0.9,
});
await alice.memories.record({ kind: 'knowledge', text: 'Lunch is at noon' });

// As a file: one domain, with checksums. Another user imports it; doing it twice changes nothing.
const document = await alice.knowledge.export({ domain: 'auth' });
console.log('exported', document.memories.length, 'of 2 memories');
const zoe = engram.as({ user: 'zoe', project: 'blog', agent: 'zoe' });
const first = await zoe.knowledge.import({ document });
const again = await zoe.knowledge.import({ document });
console.log('imported', first.added, 'then', again.added);

const [found] = await zoe.memories.search({ query: 'sign-in token' });
console.log('zoe has it from', found?.memory.provenance.agent, 'with confidence', found?.memory.confidence);

// To bob: copies of what alice lets him read. They carry her grant.
const grant = await alice.memories.share({ to: 'bob', domain: 'auth' });
const merged = await bob.knowledge.merge({ fromAgent: 'alice', domain: 'auth' });
const own = async () =>
  (await bob.memories.list({})).items.filter(({ scope }) => scope.agent === 'bob').length;
const copied = await own();
await alice.memories.revoke(grant.name);
const left = await own();
console.log('merged', merged.added, '– bob has', copied, 'and after revoking', left);

const isRight =
  document.memories.length === 1 && first.added === 1 && again.added === 0 && copied === 1 && left === 0;
if (!isRight) process.exitCode = 1;
await engram.close();
