// A planner, a coder and a reviewer do one task in one run, and each learns its own part. Run it: node examples/several-agents.js
import { openEngram } from 'engram';

const engram = await openEngram({ db: process.env.ENGRAM_DB ?? 'memory:' });

const tools = {
  read_issue: ({ issue }) => ({ issue, title: 'Totals are wrong', file: 'src/total.ts' }),
  read_file: ({ path }) => ({ path, text: 'return net;' }),
  write_file: ({ path }) => ({ path, written: true }),
  run_tests: ({ path }) => ({ path, passed: 12 }),
};

// The first agent holds the run. All three, and the owner of the project, see it; no other agent does.
const run = await engram.startRun({
  description: 'Mend issue 7',
  inputs: { issue: 7 },
  agents: ['planner', 'coder', 'reviewer'],
});
const planning = run.subTask({ id: 'plan', index: 0, text: 'Find the cause' });
const coding = run.subTask({ id: 'code', index: 1, text: 'Mend the file', agent: 'coder' });
const { file } = await planning.tools(tools).read_issue({ issue: 7 });
await coding.tools(tools).read_file({ path: file });
await coding.tools(tools).write_file({ path: file });
await run.as('reviewer').tools(tools).run_tests({ path: file });
await run.finish({ outcome: 'success' });

const { steps } = await engram.agent('coder').runs.show(run.id);
for (const { agent, tool } of steps) console.log(`${agent ?? 'planner'}: ${tool}`);
const { items: unseen } = await engram.agent('stranger').runs.list();
console.log('a stranger sees', unseen.length, 'runs');

// Saved as a template, it has the memory and the examples of each agent …
await engram.templates.save({ run: run.id, name: 'mend-issue' });
for (const { content } of await engram.templates.memory.list({ template: 'mend-issue' })) {
  console.log(`${content.agent} knows:`, content.toolSequence.map(({ tool }) => tool).join(', '));
}

// … and the next run hands each agent its own.
const next = await engram.templates.begin({ id: 'mend-issue', inputs: { issue: 8 }, agent: 'coder' });
const isOwnOnly = next.system.includes('write_file') && !next.system.includes('**run_tests');
console.log('the coder is told of its own calls only:', isOwnOnly);
if (!isOwnOnly || unseen.length > 0) process.exitCode = 1;

await engram.close();
