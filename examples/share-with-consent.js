// Bob finds what alice shared and applies it; alice takes it back, and bob no longer sees it. Run it: node examples/share-with-consent.js
import { openEngram } from 'engram';

const engram = await openEngram({ db: process.env.ENGRAM_DB ?? 'memory:' });
const alice = engram.agent('alice');
const bob = engram.agent('bob');

await alice.memories.record({
  kind: 'decision',
  content: { context: 'api-auth-timeout', action: 'retry-with-exponential-backoff', outcome: 'success' },
  tags: ['auth'],
});
await alice.memories.record({ kind: 'knowledge', text: 'My notes about the auth review', tags: ['private'] });

const search = async () => (await bob.memories.search({ query: 'auth timeout' })).length;
const before = await search();
console.log('before:', before, 'memories');

// Alice agrees, for a week: what is tagged "auth", and nothing else.
const grant = await alice.memories.share({ to: 'bob', tags: ['auth'], until: Date.now() + 7 * 86_400_000 });
const shared = await search();
console.log('shared as', grant.name, '– bob finds', shared);

// Bob applies it: her experience is weighed in what he is advised.
const { recommended } = await bob.learning.suggest({ context: 'api-auth-timeout' });
console.log('bob is advised to', recommended?.action);
await bob.memories.record({
  kind: 'decision',
  content: { context: 'api-auth-timeout', action: recommended?.action ?? '', outcome: 'success' },
});

// Alice takes it back. What bob found out himself stays his.
await alice.memories.revoke(grant.name);
const after = await bob.memories.search({ query: 'auth timeout' });
console.log('revoked – bob finds', after.length, 'of', after[0]?.memory.scope.agent);

const isRight = before === 0 && shared === 1 && after.length === 1 && after[0]?.memory.scope.agent === 'bob';
if (!isRight) process.exitCode = 1;
await engram.close();
