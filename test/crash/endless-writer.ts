// Run as a process of its own: writes until it is killed, and tells every record it was promised to be kept.
import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory, aRun, aStep } from '../../src/testing/builders.ts';

const [path = '', name = ''] = process.argv.slice(2);
const scope = { user: 'ada', project: 'shop', agent: name };

const store = await openSqliteStore({ path, now: 0 });
const run = aRun({ id: `run-${name}`, scope });
await store.commit([{ type: 'start-run', run }]);

for (let number = 0; ; number += 1) {
  const id = `${name}-${number}`;
  const memory = aMemory({ id, scope, text: `record ${id} ${'padding '.repeat(20)}`, tags: ['kept'] });
  const step = aStep({ id, runId: run.id, scope, position: number });
  await store.commit([
    { type: 'record-memory', memory },
    { type: 'append-step', step },
  ]);
  // Written at once and not through a stream, which would lose its buffer with the process.
  writeSync(1, `${id}\n`);
}
