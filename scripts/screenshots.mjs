// `npm run screenshots`: every page of the dashboard over the demo, dark and light, wide and narrow, into screenshots/.
import './ready.mjs';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const folder = join(import.meta.dirname, '../screenshots');
const widths = [1440, 390];
const themes = ['dark', 'light'];
const executablePath = [
  process.env.ENGRAM_TEST_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find((path) => path !== undefined && existsSync(path));
if (executablePath === undefined) {
  console.error('Chromium is not installed: apt-get install chromium, or name one in ENGRAM_TEST_CHROMIUM.');
  process.exit(1);
}

/** Starts the demo and waits until it says where it listens. */
function startDemo() {
  const child = spawn(process.execPath, ['bin/engram.js', 'serve', '--demo', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let text = '';
    child.on('exit', () => reject(new Error('The demo ended before it listened.')));
    child.stdout.on('data', (data) => {
      text += data;
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (url !== undefined) resolve({ url, stop: () => child.kill() });
    });
  });
}

/** Pages of the navigation, and of the first record that each list leads to. */
async function findPaths(page, url) {
  await page.goto(url);
  const links = page.locator('nav[aria-label="Pages"] a');
  await links.first().waitFor();
  const lists = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  const tabs = [];
  const records = [];
  for (const path of lists) {
    await page.goto(url + path);
    await settle(page);
    for (const tab of await page.getByRole('tab').all())
      tabs.push(`${path}?tab=${await tab.getAttribute('id')}`);
    const row = page.locator('[role="grid"] [role="row"]').nth(1);
    if ((await row.count()) === 0) continue;
    await row.click();
    await page.waitForTimeout(200);
    const address = new URL(page.url());
    if (address.pathname !== path) records.push(address.pathname);
  }
  return [...new Set([...lists, ...tabs, ...records])];
}

/** Waits until everything was answered; the stream of events never ends, so that the network is not idle. */
async function settle(page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(300);
  await page.waitForFunction(() => document.querySelector('[aria-label="Loading"]') === null, undefined, {
    timeout: 15_000,
  });
  await page.waitForTimeout(400);
}

const demo = await startDemo();
const browser = await chromium.launch({
  executablePath,
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const paths = await findPaths(page, demo.url);
  for (const path of paths) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: width > 1000 ? 900 : 844 });
      await page.goto(demo.url + path);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await settle(page);
        const name =
          path
            .replaceAll(/[^\w]+/g, '-')
            .replaceAll(/^-|-$/g, '')
            .slice(0, 60) || 'overview';
        await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
      }
    }
    console.log(path);
  }
} finally {
  await browser.close();
  demo.stop();
}
