// A task is broken down into sub-tasks, each is given to the agent that suits it best, and the plan is run as a durable workflow.
// Run it: node examples/launch-plan.js [FOLDER]
// Stop it wherever you like, and run it again with the same folder: what is done is not done again.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngram } from 'engram';

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'engram-plan-'));
const engram = await openEngram({ db: `file:${join(folder, 'memory.db')}` });

const registered = new Set((await engram.agents.list()).map(({ agent }) => agent));
for (const [name, specialisations] of Object.entries({
  ada: ['backend', 'database'],
  bob: ['frontend', 'design'],
  carol: ['testing'],
})) {
  if (!registered.has(name)) await engram.agents.register({ name, specialisations });
}

// Who is best for a task: specialisation, experience with similar tasks, and performance, each shown.
const { why } = await engram.agents.match({
  description: 'Add an index to the orders table',
  category: 'database',
});
console.log(why);

const plans = await engram.plans.list();
if (!plans.items.some(({ name }) => name === 'checkout')) {
  await engram.plans.create({
    name: 'checkout',
    description: `Ship the new checkout:
      1. [backend] Design the API
      2. [backend] Build the API
      3. [frontend] Build the page (after 1)
      4. [testing] Test both (after 2, 3)`,
  });
}

// One function for all agents, or one for each: here a scripted one. A sub-task fails by throwing.
const plan = await engram.plans.run({ name: 'checkout', tries: 1 }, ({ subTask, agent, results, memory }) => {
  if (agent === 'carol') throw new Error('no browser here');
  return { by: agent, did: subTask.text, with: Object.keys(results), remembered: memory !== '' };
});

console.log(plan.mermaid);
for (const { id, text, assigned, tried } of plan.subTasks)
  console.log(
    `${id} ${text}: ${assigned}${tried.length > 1 ? `, after ${tried[0].agent}: ${tried[0].error}` : ''}`,
  );

assert.equal(plan.status, 'done');
assert.deepEqual(plan.groups, [['1'], ['2', '3'], ['4']]);
assert.equal(plan.subTasks[2].assigned, 'bob');
assert.notEqual(plan.subTasks[3].assigned, 'carol');
await engram.close();
