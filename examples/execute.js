// Work in parts: at once where it can be, and over an error whose solution is known. Run it: node examples/execute.js
import { openEngram } from 'engram';

const engram = await openEngram({ db: process.env.ENGRAM_DB ?? 'memory:' });
const alice = engram.agent('alice');

// Somebody met this error before and said what helps.
await alice.learning.learn({
  error: 'npm install timed out after 30000ms',
  errorType: 'TypeError',
  solution: 'Clear the npm cache',
  steps: ['npm cache clean --force'],
});

// Tools of an agent. Installing works as soon as the cache is clean.
let cacheIsClean = false;
const install = async () => {
  if (!cacheIsClean) throw new TypeError('npm install timed out after 60000ms');
  return 'installed';
};
const shell = async ({ command }) => {
  cacheIsClean = true;
  return `did: ${command}`;
};

const report = await alice.execute(
  { description: 'Set up the shop', category: 'backend' },
  {
    parts: {
      packages: (run) => run.call('npm_install', {}, install),
      texts: { after: [], work: (run) => run.call('translate', { page: 'login' }, async () => ['Log in']) },
      site: {
        after: ['packages', 'texts'],
        work: (run, { results }) => run.call('build', { texts: results.texts }, async () => ({ pages: 3 })),
        check: ({ pages }) => pages === 3,
      },
    },
  },
  // Solutions are words; this puts them into effect.
  { recover: ({ steps }, _error, { run }) => run.call('shell', { command: steps[0] }, shell) },
);
console.log(report.outcome, 'by', report.approach, 'in', report.calls, 'calls');
for (const { name, status, attempts } of report.parts) console.log(`${name}: ${status} (${attempts})`);
if (report.approach !== 'parallel_recovered') throw new Error('It did not recover');

// Many calls alike: in batches, within the limits of a service, on two keys by turns.
const shipped = await alice.execute(
  { description: 'Ship the orders', category: 'integration' },
  {
    items: Array.from({ length: 12 }, (_, index) => index),
    batchSize: 3,
    ratePerSecond: 100,
    endpoints: ['first-key', 'second-key'],
    batch: (orders, run) =>
      run.call('ship', { orders }, async () => orders.map((order) => `shipped ${order}`)),
  },
);
console.log(shipped.strategy, 'shipped', shipped.result.length);

await engram.close();
