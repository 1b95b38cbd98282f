import { expect, it } from 'vitest';
import { installationForTest, openTestServer } from '../http/test-server.ts';
import { openPage } from './browser.ts';
import { deskForTest, refundByModel, shipTogether } from './reuse-world.ts';

it('shows the calls of a replay while they are made', async (context) => {
  const { page, problems } = await openPage(context);
  const desk = deskForTest();
  let endCancelling!: () => void;
  const cancelled = new Promise<void>((resolve) => {
    endCancelling = resolve;
  });
  let isReplaying = false;
  const tools = {
    ...desk,
    cancel_shipment: {
      ...desk.cancel_shipment,
      execute: async (given: { shipment_id: string }) => {
        if (isReplaying) await cancelled;
        return desk.cancel_shipment.execute(given);
      },
    },
  };
  const { engram, url } = await openTestServer({
    installation: { ...installationForTest, tools: async () => tools },
  });
  const cleo = engram.agent('cleo');
  const run = await refundByModel(cleo, desk, 1_060, true);
  await cleo.templates.save({ run, name: 'refund-order' }, desk);
  await cleo.templates.edit({ id: 'refund-order', free: ['1:$.customer'] });
  await cleo.templates.approve({ id: 'refund-order' });
  isReplaying = true;

  await page.goto(`${url}/templates/refund-order?tab=run`);
  await page.getByLabel('order_id').fill('1061');
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  const progress = page.getByRole('list', { name: 'Progress' });
  const call = (tool: string) => progress.getByRole('listitem').filter({ hasText: tool });
  await call('get_order').getByText('done').waitFor();
  await call('cancel_shipment').getByText('running').waitFor();
  await call('refund').getByText('waiting').waitFor();
  endCancelling();
  await page.getByText('Completed as recorded: 0 model calls, 3 tool calls').waitFor();
  expect(await progress.count()).toBe(0);
  expect(problems).toEqual([]);
}, 120_000);

it('draws the steps of each agent of a run in a lane of its own', async (context) => {
  const { page, problems } = await openPage(context);
  const { engram, url } = await openTestServer();
  await shipTogether(engram);
  await page.goto(`${url}/runs`);
  await page.getByText('Ship gift cards').click();
  const lane = (agent: string) => page.getByRole('region', { name: `Lane of ${agent}` });
  await lane('cleo').getByText('roll_out').waitFor();
  await lane('ada').getByText('apply_migration').waitFor();
  expect(await lane('ada').getByRole('listitem').count()).toBe(1);
  await lane('ada').getByRole('button', { name: 'apply_migration' }).click();
  await lane('ada').getByText('Arguments').waitFor();
  expect(problems).toEqual([]);
}, 120_000);

it('compares two runs: what each cost, and the calls that only one of them made', async (context) => {
  const { page, problems } = await openPage(context);
  const desk = deskForTest();
  const { engram, url } = await openTestServer();
  const cleo = engram.agent('cleo');
  await refundByModel(cleo, desk, 1_060, false);
  const better = await refundByModel(cleo, desk, 1_061, true);
  await page.goto(`${url}/runs/${better}`);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('dialog', { name: 'Compare with' }).getByText('Refund order 1060').click();
  await page.getByRole('row', { name: /^Failed steps 0 1/ }).waitFor();
  expect(await page.getByText('cancel_shipment').count()).toBe(1);
  expect(await page.getByText('get_order').count()).toBe(2);
  expect(problems).toEqual([]);
}, 120_000);
