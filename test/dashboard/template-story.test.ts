import { expect, it } from 'vitest';
import { installationForTest, openTestServer } from '../http/test-server.ts';
import { accessibilityProblems, openPage } from './browser.ts';
import { deskForTest, refundByModel } from './reuse-world.ts';

it('tells the whole story: a run fails, one succeeds, is saved, approved and replayed with zero model calls; another replay stops in time', async (context) => {
  const { page, problems } = await openPage(context);
  const desk = deskForTest();
  const { engram, url } = await openTestServer({
    installation: { ...installationForTest, tools: async () => desk },
  });
  const cleo = engram.agent('cleo');

  // The first run fails, and the failure is known from then on.
  await refundByModel(cleo, desk, 1_060, false);
  await page.goto(`${url}/patterns`);
  await page.getByText('cannot be refunded').first().waitFor();

  // The next one succeeds, and is saved.
  const run = await refundByModel(cleo, desk, 1_061, true);
  await page.goto(`${url}/runs/${run}`);
  await page.getByRole('button', { name: 'Save as template' }).click();
  await page.getByLabel('Name').fill('refund-order');
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  // It is a draft that writes: a person reads it, and says what does not matter.
  await page.getByRole('button', { name: 'Approve …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve refund-order' });
  const customer = dialog.getByRole('group', { name: /^customer is/ });
  await customer.getByLabel('Allow any value').check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Approved', { exact: true }).waitFor();

  // A dry run calls nothing; the replay needs no model.
  await page.getByRole('tab', { name: 'Run', exact: true }).click();
  // The recorded value is help beside an empty field, and the button says what is missing.
  const field = page.getByLabel('order_id');
  expect(await field.inputValue()).toBe('');
  expect(await field.getAttribute('placeholder')).toBeNull();
  await page.getByText('Recorded: 1061').waitFor();
  expect(await page.getByRole('button', { name: 'Missing: order_id' }).isDisabled()).toBe(true);
  await field.fill('1062');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByText('Dry run: nothing was called.').waitFor();
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.getByText('Completed as recorded: 0 model calls, 3 tool calls').waitFor();

  // Order 1067 was already refunded: the replay writes nothing.
  await page.getByLabel('order_id').fill('1067');
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  const stop = page.getByRole('region', { name: 'Where it stopped' });
  await stop.getByText('Stopped in time at call 1, get_order').waitFor();
  await stop.getByText('"shipped"', { exact: true }).waitFor();
  await stop.getByText('"refunded"', { exact: true }).waitFor();
  await stop.getByText('cancel_shipment, refund').waitFor();
  await stop.getByText('What to do next').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  // The comparison has both, and the stop is no failure.
  await page.getByRole('tab', { name: 'Savings' }).click();
  await page.getByRole('img', { name: 'Model calls: First run 3, Replay 0' }).waitFor();
  await page.getByText('plus 1 replay that stopped in time').waitFor();
  expect(problems).toEqual([]);
}, 120_000);

it('TPL-11: shows which calls were only reported, and how a template was saved, before and after it is approved', async (context) => {
  const { page, problems } = await openPage(context);
  const { engram, url } = await openTestServer();
  const cleo = engram.agent('cleo');
  const run = await cleo.runs.start({ description: 'Pay invoice 5', inputs: { invoice: 5 } });
  await cleo.runs.step({ run: run.id, tool: 'pay', arguments: { invoice: 5 }, result: { paid: true } });
  await cleo.runs.finish({ id: run.id, outcome: 'success' });
  await cleo.templates.save({ run: run.id, name: 'pay-invoice' });

  await page.goto(`${url}/runs/${run.id}`);
  await page.getByRole('button', { name: /pay.*reported/ }).click();
  await page.getByText('Reported by an agent').waitFor();

  await page.goto(`${url}/templates/pay-invoice`);
  await page.getByText('by a program, by cleo').waitFor();
  await page.getByRole('button', { name: 'Approve …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve pay-invoice' });
  await dialog.getByText('Engram did not see all of these calls happen').waitFor();
  expect(await dialog.locator('dl').innerText()).toMatch(
    /Writes\s+1\. pay\s+Reported by an agent\s+1\. pay\s+Saved\s+by a program, by cleo/,
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('on the dashboard, by the owner').waitFor();
  expect((await cleo.templates.show('pay-invoice')).approval).toMatchObject({ by: null, door: 'page' });
  expect(problems).toEqual([]);
}, 120_000);

it('retires a template, and revokes a grant', async (context) => {
  const { page, problems } = await openPage(context);
  const desk = deskForTest();
  const { engram, url } = await openTestServer();
  const cleo = engram.agent('cleo');
  await cleo.templates.save(
    { run: await refundByModel(cleo, desk, 1_061, true), name: 'refund-order' },
    desk,
  );
  await page.goto(`${url}/templates/refund-order`);
  await page.getByRole('button', { name: 'Retire …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retire', exact: true }).click();
  await expect.poll(async () => (await engram.templates.show('refund-order')).status).toBe('retired');

  await engram.agents.register({ name: 'ada', specialisations: ['database'] });
  await cleo.memories.share({ to: 'ada', tags: ['support'] });
  await page.goto(`${url}/sharing`);
  await page.getByRole('button', { name: 'Revoke cleo-to-ada' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect.poll(async () => (await engram.memories.grants({})).length).toBe(0);
  expect(problems).toEqual([]);
}, 120_000);
