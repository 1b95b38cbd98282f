import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFinished, type TestContext } from 'vitest';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executable = [process.env['ENGRAM_TEST_CHROMIUM'], ...places].find(
  (path) => path !== undefined && existsSync(path),
);

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A tab that remembers what should not have happened in it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors in the console, exceptions, requests to other places. */
  readonly problems: string[];
}

/** Opens a tab of a real browser, or skips the test where none is installed. */
export async function openPage(
  context: TestContext,
  { width = 1280 }: { readonly width?: number } = {},
): Promise<WatchedPage> {
  if (executable === undefined) context.skip('Chromium is not installed; .ci/run installs it');
  const folder = mkdtempSync(join(tmpdir(), 'engram-chromium-'));
  const browser: BrowserContext = await chromium.launchPersistentContext(folder, {
    executablePath: executable,
    args: flags,
    viewport: { width, height: 900 },
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    // Chromium logs every refused request; the tests that refuse some expect them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(?:http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url()))
      problems.push(`request: ${request.url()}`);
  });
  return { page, problems };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of accessibility rules, in the theme the page is shown in. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, any, all }) =>
        `${id}: ${target.join(' ')} ${[...any, ...all].map(({ message }) => message).join('; ')}`,
    ),
  );
}
