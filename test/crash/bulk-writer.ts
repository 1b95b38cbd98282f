// Run as a process of its own: writes its share of records, as fast as it can, together with others.
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory, aRun, aStep } from '../../src/testing/builders.ts';

const [path = '', name = '', records = '0'] = process.argv.slice(2);
const scope = { user: 'ada', project: 'shop', agent: name };

const store = await openSqliteStore({ path, now: 0 });
const run = aRun({ id: `run-${name}`, scope });
await store.commit([{ type: 'start-run', run }]);

writeSync(1, 'ready\n');
await once(process.stdin, 'data');

for (let number = 0; number < Number(records); number += 1) {
  if (number % 2 === 0) {
    const step = aStep({ id: `${name}-${number}`, runId: run.id, scope, position: number });
    await store.commit([{ type: 'append-step', step }]);
  } else {
    const memory = aMemory({ id: `${name}-${number}`, scope, tags: ['bulk'] });
    await store.commit([{ type: 'record-memory', memory }]);
  }
}
await store.close();
process.stdin.destroy();
