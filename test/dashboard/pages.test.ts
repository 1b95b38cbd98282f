import { expect, it } from 'vitest';
import { openTestServer } from '../http/test-server.ts';
import { accessibilityProblems, openPage } from './browser.ts';
import { testedPages } from './pages.ts';
import { reuseAndCoordinate } from './reuse-world.ts';
import { liveSomeWeeks } from './world.ts';

async function openWorld() {
  const server = await openTestServer({ options: { backend: { use: 'local' } } });
  await reuseAndCoordinate(server.engram);
  await liveSomeWeeks(server.engram, server.engram.agent, server.engram.time);
  return server;
}

it('API-6: every page shows its data in both themes, accessibly, without an error or a request elsewhere', async (context) => {
  const { page, problems } = await openPage(context);
  const { engram, url } = await openWorld();
  const found: string[] = [];
  for (const { path, shows } of await testedPages(engram)) {
    await page.goto(url + path);
    await page
      .getByText(shows)
      .first()
      .waitFor({ timeout: 15_000 })
      .catch(() => found.push(`${path} does not show "${shows}"`));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      found.push(
        ...(await accessibilityProblems(page)).map((problem) => `${path}, ${colorScheme}: ${problem}`),
      );
    }
    found.push(...problems.splice(0).map((problem) => `${path}: ${problem}`));
  }
  expect(found).toEqual([]);
}, 300_000);

it('API-6: every list says what to do next where there is nothing', async (context) => {
  const { page, problems } = await openPage(context);
  const { engram, url } = await openTestServer();
  const found: string[] = [];
  for (const { path, empty } of await testedPages(engram)) {
    if (empty === undefined) continue;
    await page.goto(url + path);
    await page
      .getByText(empty)
      .first()
      .waitFor({ timeout: 15_000 })
      .catch(() => found.push(`${path} does not say "${empty}"`));
    found.push(...(await accessibilityProblems(page)).map((problem) => `${path}: ${problem}`));
  }
  expect([...found, ...problems]).toEqual([]);
}, 300_000);

it('API-6: every page says what went wrong when the API fails, and recovers when it is tried again', async (context) => {
  const { page, problems } = await openPage(context);
  const { engram, url } = await openWorld();
  const found: string[] = [];
  const error = { error: { code: 'store_unavailable', message: 'The disk is full.', details: {} } };
  const isForData = (address: URL): boolean => /^\/(?:api\/(?!events)|openapi)/.test(address.pathname);
  for (const { path, shows } of await testedPages(engram)) {
    await page.route(isForData, (route) => route.fulfill({ status: 503, json: error }));
    await page.goto(url + path);
    const retry = page.getByRole('button', { name: 'Try again' }).first();
    await retry.waitFor({ timeout: 15_000 }).catch(() => found.push(`${path} offers no way to try again`));
    if ((await page.getByText('The disk is full.').count()) === 0)
      found.push(`${path} does not say what went wrong`);
    await page.unroute(isForData);
    // What depends on another answer is asked for only then; what is behind a drawer cannot be reached, and need not be.
    for (let round = 0; round < 3; round += 1) {
      for (const button of (await page.getByRole('button', { name: 'Try again' }).all()).reverse())
        await button.click({ timeout: 500 }).catch(() => undefined);
    }
    await page
      .getByText(shows)
      .first()
      .waitFor({ timeout: 15_000 })
      .catch(() => found.push(`${path} does not recover`));
  }
  expect([...found, ...problems]).toEqual([]);
}, 300_000);
