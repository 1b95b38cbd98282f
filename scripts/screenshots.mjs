// `npm run screenshots`: every page of the dashboard over the demo, dark and light, wide and narrow, into screenshots/.
// `npm run screenshots -- --readme`: the pictures of the README, into docs/images/.
import './ready.mjs';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const isForReadme = process.argv.includes('--readme');
const folder = join(import.meta.dirname, isForReadme ? '../docs/images' : '../screenshots');
const widths = [1440, 390];
const themes = ['dark', 'light'];
/** Longer pages are cut: what is below is more of the same. */
const maxHeight = 2400;
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

/** Clicks the first row of the list that shows a text. */
const openRow = (text) => async (page) => {
  await page.getByRole('row').filter({ hasText: text }).first().click();
};

const stopReplay = async (page) => {
  await page.getByLabel('order_id').fill('2907');
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.getByText('Stopped in time').waitFor();
};

/** What a page shows only after something was done on it. The last one changes what others show. */
const scenes = [
  { name: 'run-with-agents', path: '/runs', act: openRow('Ship gift cards') },
  { name: 'run-stopped', path: '/runs', act: openRow('Refund order 2907') },
  { name: 'run-failed', path: '/runs?outcome=failure', act: openRow('Run migration') },
  { name: 'workflow-recovered', path: '/workflows', act: openRow('move-orders') },
  { name: 'memory-search', path: '/memories?query=refund+an+order+under+way' },
  { name: 'failure', path: '/patterns', act: openRow('npm install timed out') },
  { name: 'decision', path: '/patterns/build-of-a-pull-request-is-red' },
  { name: 'plan-done', path: '/plans/launch-gift-cards' },
  { name: 'template-plan', path: '/templates/refund-order' },
  { name: 'template-savings', path: '/templates/refund-order?tab=compare' },
  { name: 'template-versions', path: '/templates/refund-order?tab=versions' },
  { name: 'user-model', path: '/user-models?user=maria' },
  {
    name: 'template-approve',
    path: '/templates/restart-worker',
    act: (page) => page.getByRole('button', { name: 'Approve …' }).click(),
    isOverlay: true,
  },
  {
    name: 'agents-match',
    path: '/agents',
    act: async (page) => {
      await page.getByLabel('Task').fill('Run a migration on the orders database');
      await page.getByRole('button', { name: 'Find an agent' }).click();
      await page.getByText('Context for').waitFor();
    },
  },
  {
    name: 'compare-runs',
    path: '/runs',
    act: async (page) => {
      await openRow('Ship gift cards')(page);
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Fix the failing build' }).first().click();
    },
  },
  { name: 'template-stopped', path: '/templates/refund-order?tab=run', act: stopReplay },
];

/** The pictures of the README. */
const pictures = [
  { name: 'overview', path: '/', theme: 'dark' },
  { name: 'failure', path: '/patterns', act: openRow('npm install timed out'), theme: 'light' },
  { name: 'run', path: '/runs', act: openRow('Ship gift cards'), theme: 'dark' },
  {
    name: 'stopped-replay',
    path: '/templates/refund-order?tab=run',
    act: stopReplay,
    theme: 'light',
  },
];

/** Pages of the navigation with their tabs, and the first record that each list leads to. */
async function findPages(page, url) {
  await page.goto(url);
  const links = page.locator('nav[aria-label="Pages"] a');
  await links.first().waitFor();
  const lists = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  const found = [];
  for (const path of lists) {
    const name = path.slice(1) || 'overview';
    found.push({ name, path });
    await page.goto(url + path);
    await settle(page);
    for (const tab of (await page.getByRole('tab').all()).slice(1)) {
      const id = await tab.getAttribute('id');
      found.push({ name: `${name}-${id}`, path: `${path}?tab=${id}` });
    }
    const row = page.locator('[role="grid"] [role="row"]').nth(1);
    if ((await row.count()) === 0) continue;
    await row.click();
    await page.waitForTimeout(200);
    const { pathname } = new URL(page.url());
    if (pathname !== path) found.push({ name: `${name}-first`, path: pathname });
  }
  return found;
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

async function show(page, url, { path, act }) {
  await page.goto(url + path);
  await settle(page);
  if (act === undefined) return;
  await act(page);
  await settle(page);
}

async function takeAll(browser, url) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const page = await browser.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const shown of [...(await findPages(page, url)), ...scenes]) {
    for (const width of widths) {
      const height = width > 1000 ? 900 : 844;
      await page.setViewportSize({ width, height });
      await show(page, url, shown);
      const [wide, high] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.scrollHeight,
      ]);
      if (wide > width) console.error(`${shown.name} is ${wide} pixels wide at ${width}`);
      if (shown.isOverlay !== true && !shown.path.startsWith('/memories') && !shown.path.startsWith('/tasks'))
        await page.setViewportSize({ width, height: Math.max(height, Math.min(maxHeight, high)) });
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(folder, `${shown.name}-${width}-${theme}.png`) });
      }
    }
    console.log(shown.name);
  }
}

/** Takes the pictures of the README as WebP, which Chromium encodes: a third of the size of a PNG. */
async function takePictures(browser, url) {
  mkdirSync(folder, { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1320, height: 860 }, deviceScaleFactor: 1.5 });
  const blank = await browser.newPage();
  for (const picture of pictures) {
    await page.emulateMedia({ colorScheme: picture.theme });
    await show(page, url, picture);
    const png = (await page.screenshot()).toString('base64');
    const webp = await blank.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.86).split(',')[1];
    }, png);
    writeFileSync(join(folder, `${picture.name}.webp`), Buffer.from(webp, 'base64'));
    console.log(`${picture.name}.webp, ${Math.round((webp.length * 3) / 4 / 1000)} kB`);
  }
}

const demo = await startDemo();
const browser = await chromium.launch({
  executablePath,
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  await (isForReadme ? takePictures : takeAll)(browser, demo.url);
} finally {
  await browser.close();
  demo.stop();
}
