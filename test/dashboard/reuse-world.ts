import { createDesk } from '../../src/interfaces/cli/demo/team/desk.ts';
import type { Engram } from '../../src/interfaces/library/engram.ts';
import type { View } from '../../src/interfaces/library/view.ts';
import type { FixedClock } from '../../src/testing/index.ts';
import { defineWorkflow } from '../../src/workflows/define-workflow.ts';

type World = Engram & { readonly time: FixedClock };

/** The tools of the world: orders that are refunded, tickets, workers. They take no time. */
export const deskForTest = () => createDesk(() => undefined);

/** An agent refunds an order with a model: it goes the way that works, or the way that fails. */
export async function refundByModel(
  agent: View,
  desk: ReturnType<typeof deskForTest>,
  order: number,
  knows: boolean,
) {
  const run = await agent.startRun({ description: `Refund order ${order}`, inputs: { order_id: order } });
  const tools = run.tools(desk);
  const think = () =>
    run.model({ model: 'scripted', inputTokens: 1_500, outputTokens: 100, durationMs: 900 });
  await think();
  const found = await tools.get_order({ order_id: order });
  await think();
  if (knows) await tools.cancel_shipment({ shipment_id: found.shipment?.id ?? '' });
  const isDone = await tools.refund({ order_id: order, amount: found.total }).then(
    () => true,
    () => false,
  );
  await think();
  await run.finish({ outcome: isDone ? 'success' : 'failure' });
  return run.id;
}

/** What the second half of the dashboard is tested with: something of everything. */
export async function reuseAndCoordinate(engram: World): Promise<void> {
  const cleo = engram.agent('cleo');
  await saveTemplate(cleo);
  await engram.agents.register({ name: 'ada', specialisations: ['database'] });
  await engram.agents.register({ name: 'cleo', specialisations: ['support'] });
  await engram.plans.create({
    name: 'launch',
    description: 'Launch gift cards:\n1. [database] Add the table\n2. [support] Write the answers',
  });
  await engram.plans.run({ name: 'launch', tries: 1 }, ({ subTask }) => ({ did: subTask.text }));
  const release = defineWorkflow('release', '1', async (flow) =>
    flow.step('build', () => ({ image: 'shop:2' })),
  );
  await engram.workflows.run(release, {}, { id: 'release-2' });
  await cleo.memories.record({ kind: 'knowledge', text: 'Refunds need a sign-off', tags: ['support'] });
  await cleo.memories.share({ to: 'ada', tags: ['support'] });
  await engram.retention.set({ name: 'old-runs', kind: 'run', olderThan: '90d' });
  await engram.retention.hold({ name: 'case-7', reason: 'The court asked for it' });
  await engram.backend.use({ action: 'store', user_id: 'maria', key: 'language', value: 'Spanish' });
  await holdSessions(cleo);
  await shipTogether(engram);
}

/** A run of two agents that work at the same time. */
export async function shipTogether({ agent, time }: World): Promise<void> {
  const run = await agent('cleo').startRun({ description: 'Ship gift cards' });
  const migrating = run.as('ada').call('apply_migration', {}, async () => {
    await run.call('roll_out', {}, () => time.advance(2_000));
    time.advance(1_000);
  });
  await migrating;
  await run.finish({ outcome: 'success' });
}

async function saveTemplate(cleo: View): Promise<void> {
  const desk = deskForTest();
  const run = await refundByModel(cleo, desk, 1_060, true);
  await cleo.templates.save({ run, name: 'refund-order' }, desk);
  await cleo.templates.edit({ id: 'refund-order', free: ['1:$.customer'] });
  await cleo.templates.approve({ id: 'refund-order' });
  await cleo.templates.run({ id: 'refund-order', inputs: { order_id: 1_061 } }, desk);
  await cleo.templates.run({ id: 'refund-order', inputs: { order_id: 1_067 } }, desk);
}

async function holdSessions(agent: View): Promise<void> {
  const hold = async (id: string, mistakes: number): Promise<void> => {
    const session = agent.session(id);
    await session.append({ role: 'user', content: 'The test is red' });
    for (let call = 0; call < mistakes + 2; call += 1) {
      const callId = `${id}-${call}`;
      const given = { path: `test-${call}.ts` };
      await session.append({
        role: 'assistant',
        toolCalls: [{ id: callId, name: 'read_file', arguments: given }],
      });
      const content = call < mistakes ? 'Error: there is no such file' : 'export const total = 1';
      await session.append({ role: 'tool', content, toolCallId: callId, toolName: 'read_file' });
    }
  };
  const [cold, seeded] = [
    ['c1', 'c2', 'c3', 'c4'],
    ['s1', 's2', 's3', 's4'],
  ] as const;
  for (const id of cold) await hold(id, 3);
  for (const id of seeded) await hold(id, 0);
  await agent.sessionTemplates.create({
    session: 's1',
    name: 'fix-a-red-test',
    description: 'How files are read',
  });
  await agent.sessionTemplates.experiment({ name: 'fix-a-red-test', cold: [...cold], seeded: [...seeded] });
}
