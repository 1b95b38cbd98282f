// What an agent knows about its users: the tool "memory_backend", with entries in a database of its own.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryBackendTool } from 'engram';

const folder = mkdtempSync(join(tmpdir(), 'engram-example-'));
const tool = memoryBackendTool({ db: `file:${join(folder, 'memory.db')}`, backend: { use: 'local' } });

// This is what a model is given.
console.log(tool.name, Object.keys(tool.parameters.properties));

await tool.handle({ action: 'store', user_id: 'maria', key: 'theme', value: 'dark' });
await tool.handle({ action: 'store', user_id: 'maria', key: 'breakfast', value: 'coffee and bread' });
await tool.handle({ action: 'store', user_id: 'bob', key: 'theme', value: 'light' });

const { results } = await tool.handle({
  action: 'query',
  user_id: 'maria',
  query_text: 'what to drink in the morning',
});
console.log(results[0].key, '=', results[0].value);
assert.equal(results[0].key, 'breakfast');

const { entry } = await tool.handle({ action: 'retrieve', user_id: 'bob', key: 'theme' });
assert.equal(entry.value, 'light');

console.log(await tool.handle({ action: 'forget' })); // lists the known actions

const { report } = await tool.handle({ action: 'evaluate' });
console.log(report.recommendation);

await tool.close();
rmSync(folder, { recursive: true, force: true });
