import { openEngram } from './src/index.ts';
import { createNullStore } from './src/store/null-store.ts';
import { rmSync } from 'node:fs';
import { loadDriver } from './src/store/sqlite/driver.ts';
for (const f of ['p','q']) for (const s of ['','-wal','-shm']) rmSync('/tmp/'+f+'.db'+s,{force:true});
const which=process.argv[2]; const N=40000;
const eng = (await openEngram(which.startsWith('null') ? {store: createNullStore()} : {db:'file:/tmp/p.db'})).agent('alice'); const run = await eng.startRun({description:'x'});
const lines = Array.from({ length: 6 }, (_, index) => ({ sku: `item-${index}`, price: 9.5 + index, quantity: index + 1 }));
const text='Attempt : the nightly export timed out because the connection pool was exhausted; raising the pool size to 20 and closing idle connections after a minute made it pass three nights in a row.';
const { DatabaseSync } = await loadDriver();
const bare = new DatabaseSync('/tmp/q.db', { readOnly: false, timeout: 0 });
bare.exec('PRAGMA journal_mode = WAL'); bare.exec('PRAGMA synchronous = NORMAL');
bare.exec('CREATE TABLE records (id TEXT PRIMARY KEY, body TEXT NOT NULL)');
const insert = bare.prepare('INSERT INTO records (id, body) VALUES (?, ?)'); const body='x'.repeat(768);
const t=process.cpuUsage();
for (let i=0;i<N;i++) { if (which.endsWith('step')) await run.call('get_order', { order_id: 100_000 + i, fields: ['status', 'total', 'lines'], locale: 'en' }, ()=>({ id: i, status: 'shipped', total: 59.9, lines })); else if (which==='bare') insert.run('s'+i, body); else await eng.memories.record({kind:'experience', text}); }
const u=process.cpuUsage(t); console.log(which,(u.user+u.system)/N, u.user/N, u.system/N);
