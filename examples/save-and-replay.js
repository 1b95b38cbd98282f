// An agent solves a task once; the second time needs no model. Run it: node examples/save-and-replay.js
import { openEngram } from 'engram';

// Three tools, as any agent has them.
const tickets = new Map([
  [7, { id: 7, title: 'Login broken', state: 'open', assignee: null }],
  [8, { id: 8, title: 'Typo on the front page', state: 'open', assignee: null }],
]);
const tools = {
  getTicket: async ({ id }) => ({ ...tickets.get(id) }),
  findExpert: async ({ topic }) => ({ name: topic.includes('Login') ? 'ada' : 'grace' }),
  assign: async ({ id, to }) => {
    tickets.get(id).assignee = to;
    return { id, assigned: true };
  },
};

const engram = await openEngram({ db: process.env.ENGRAM_DB ?? 'memory:' });
const alice = engram.agent('alice');

// The first time a model decides what to call. Engram records every call and every answer.
const run = await alice.startRun({ description: 'Assign ticket 7', inputs: { ticket: 7 } });
const recorded = run.tools(tools);
await run.model({ model: 'your-model' });
const ticket = await recorded.getTicket({ id: 7 });
await run.model({ model: 'your-model' });
const expert = await recorded.findExpert({ topic: ticket.title });
await run.model({ model: 'your-model' });
await recorded.assign({ id: 7, to: expert.name });
await run.finish({ outcome: 'success' });

// The run becomes a template: values are traced to where they came from.
const template = await alice.templates.save({ run: run.id, name: 'assign-ticket' });
console.log(JSON.stringify(template.plan.map(({ tool, arguments: given }) => ({ tool, given }))));

// An agent may decide by any word it reads, so another title or name would stop the replay. Here they do not matter.
// The state does: nobody frees it, so it must be "open".
await alice.templates.edit({ id: 'assign-ticket', free: ['1:$.title', '2:$.name'] });

// It writes, so it needs approval first.
await alice.templates.approve({ id: 'assign-ticket' });

// The second time: the same calls, bound to another ticket, each answer compared, no model.
const report = await alice.templates.run({ id: 'assign-ticket', inputs: { ticket: 8 } }, tools);
console.log(`${report.status}: ${report.modelCalls} model calls, ${report.toolCalls.length} tool calls`);
console.log('ticket 8 went to', tickets.get(8).assignee);
if (report.status !== 'completed') process.exitCode = 1;

// Ticket 8 is assigned by now, and ticket 7 was not when this was recorded: nothing is written.
const again = await alice.templates.run({ id: 'assign-ticket', inputs: { ticket: 8 } }, tools);
console.log(`${again.status}: ${again.divergence.reason}`);

await engram.close();
