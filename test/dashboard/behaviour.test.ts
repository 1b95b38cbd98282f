import { expect, it, vi } from 'vitest';
import { openTestServer } from '../http/test-server.ts';
import { openPage } from './browser.ts';
import { testedPages } from './pages.ts';
import { reuseAndCoordinate } from './reuse-world.ts';
import { liveSomeWeeks } from './world.ts';

it('SEC: asks for a token where the server wants one, keeps it in the tab only, and hears events with it', async (context) => {
  const { page, problems } = await openPage(context);
  const server = await openTestServer();
  const { Authorization } = await server.token({});
  const secret = (Authorization ?? '').replace('Bearer ', '');
  await page.goto(`${server.url}/memories`);
  await page.getByLabel('Token', { exact: true }).fill('engram_wrong');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The server refused the last token.').waitFor();
  await page.getByLabel('Token', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('No memories yet').waitFor();
  expect(await page.evaluate('Object.keys(localStorage).join()')).toBe('');
  await page.getByText('Live', { exact: true }).waitFor();
  await server.engram.memories.record({ kind: 'knowledge', text: 'Heard while the page was open' });
  await page.getByText('Heard while the page was open').waitFor();
  expect(problems).toEqual([]);
}, 120_000);

it('SEC: shows the first token that is created, and goes on with it', async (context) => {
  const { page } = await openPage(context);
  const { url } = await openTestServer();
  await page.goto(`${url}/settings`);
  await page.getByRole('button', { name: 'Create …' }).click();
  await page.getByLabel('Name').fill('laptop');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy the token now' });
  await dialog.getByText(/^engram_/).waitFor();
  // Without it, the server refuses by now.
  await expect.poll(async () => (await fetch(`${url}/api/memories`)).status).toBe(401);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke laptop' }).waitFor();
}, 120_000);

it('searches memories while the user types, opens one beside the list, and deletes it only after the time for "Undo"', async (context) => {
  const { page, problems } = await openPage(context);
  const { engram, url } = await openTestServer();
  for (const text of ['The staging API needs the VPN', 'Customers in Switzerland pay VAT at the border'])
    await engram.memories.record({ kind: 'knowledge', text });
  await page.goto(`${url}/`);
  await page.getByText('Memories').first().waitFor();
  await page.keyboard.press('/');
  await page.getByPlaceholder('Search by meaning or words').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement?.hasAttribute("data-search")')).toBe(true);
  await page.keyboard.type('staging vpn');
  await page.getByText('The staging API needs the VPN').click();
  const drawer = page.getByRole('dialog', { name: 'Memory' });
  await drawer.getByText('Provenance').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('query')).toBe('staging vpn');

  await drawer.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The staging API needs the VPN').waitFor();
  expect((await engram.memories.list()).items).toHaveLength(2);

  await page.getByText('The staging API needs the VPN').click();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await engram.memories.list()).items.length).toBe(1);
  expect(problems).toEqual([]);
}, 120_000);

it('is used by keyboard: g and a letter go to a page, arrows move in a list, Enter opens, ? shows the keys', async (context) => {
  const { page, problems } = await openPage(context);
  const { engram, url } = await openTestServer();
  await liveSomeWeeks(engram, engram.agent, engram.time);
  await page.goto(`${url}/`);
  await page.getByText('Over time').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  const grid = page.getByRole('grid', { name: 'Runs' });
  // Rows that stand in for those to come take no keys.
  await grid.getByText('Refund order 1044').waitFor();
  await vi.waitFor(
    async () => {
      await grid.getByRole('row').nth(1).focus();
      await page.keyboard.press('ArrowDown');
      const focused = await page.evaluate<string>('document.activeElement.textContent');
      expect(focused).toContain('Refund order 1044');
    },
    { timeout: 20_000 },
  );
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Refund order 1044' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  expect(problems).toEqual([]);
}, 120_000);

it('fits a phone: no page is wider than the screen, rows show their text, and the navigation opens by a button', async (context) => {
  const { page, problems } = await openPage(context, { width: 390 });
  const { engram, url } = await openTestServer({ options: { backend: { use: 'local' } } });
  await reuseAndCoordinate(engram);
  await liveSomeWeeks(engram, engram.agent, engram.time);
  const wide: string[] = [];
  for (const { path, shows, phone } of await testedPages(engram)) {
    await page.goto(url + path);
    await page
      .getByText(phone ?? shows)
      .first()
      .waitFor({ timeout: 15_000 })
      .catch(() => wide.push(`${path} does not show "${shows}"`));
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (width > 390) wide.push(`${path} is ${width} wide`);
  }
  await page.goto(`${url}/runs`);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('dialog', { name: 'Navigation' }).getByText('Sessions').click();
  await page.getByText('support-4711').waitFor();
  expect([...wide, ...problems]).toEqual([]);
}, 240_000);

it('keeps a list of 100,000 memories fluid: only the rows in sight exist, and pages load while one scrolls', async (context) => {
  const { page, problems } = await openPage(context);
  const { engram, url } = await openTestServer();
  const memory = await engram.memories.record({ kind: 'knowledge', text: 'One of many' });
  const [size, total] = [100, 100_000];
  const cursors: number[] = [];
  await page.route(
    (address) => address.pathname === '/api/memories',
    (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      cursors.push(from);
      const items = Array.from({ length: size }, (_, index) => ({
        ...memory,
        id: `mem_${from + index}`,
        text: `Memory number ${from + index}`,
      }));
      return route.fulfill({ json: { items, next: from + size < total ? String(from + size) : null } });
    },
  );
  await page.goto(`${url}/memories`);
  await page.getByText('Memory number 0', { exact: true }).waitFor();
  await expect
    .poll(
      async () => {
        await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
        return Math.max(...cursors);
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(8 * size);
  await page
    .getByText(/^Memory number [78]\d\d$/)
    .first()
    .waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(80);
  expect(problems).toEqual([]);
}, 120_000);
