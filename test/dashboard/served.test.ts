import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openTestServer } from '../http/test-server.ts';

const folder = resolve(import.meta.dirname, '../../dist/dashboard');
const html = { Accept: 'text/html,application/xhtml+xml' };

/** Scripts that the page names, and everything they import before anything is shown. */
function firstLoad(): string[] {
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  const pending = [...index.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  // What the first page shows is loaded as well.
  pending.push(
    ...readdirSync(join(folder, 'assets'))
      .filter((name) => /^overview-.*\.js$/.test(name))
      .map((name) => `assets/${name}`),
  );
  const loaded = new Set<string>();
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (loaded.has(path)) continue;
    loaded.add(path);
    const text = readFileSync(join(folder, path), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      pending.push(`assets/${name}`);
  }
  return [...loaded];
}

describe('the dashboard as it is served (API-6)', () => {
  it('loads less than 300 kB of gzipped JavaScript at first', () => {
    const files = firstLoad();
    expect(files.length).toBeGreaterThan(1);
    const bytes = files.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).byteLength, 0);
    expect(bytes).toBeLessThan(300_000);
  });

  it('has the production build of React, also when tests built it', () => {
    const files = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));
    const isForDevelopment = (name: string): boolean =>
      /jsxDEV|Download the React DevTools/.test(readFileSync(join(folder, 'assets', name), 'utf8'));
    expect(files.filter(isForDevelopment)).toEqual([]);
  });

  it('names no other server in its files', () => {
    const files = readdirSync(join(folder, 'assets')).filter((name) => /\.(css|js)$/.test(name));
    const loads = /@import|url\(["']?(?:https?:)?\/\/|\bfetch\("https?:|importScripts/;
    expect(files.filter((name) => loads.test(readFileSync(join(folder, 'assets', name), 'utf8')))).toEqual(
      [],
    );
  });

  it('runs only what this server sends, keeps hashed files for ever, and comes zipped', async () => {
    const { url } = await openTestServer();
    const page = await fetch(`${url}/`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(await page.text()) ?? [];
    const file = await fetch(url + script, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(file.headers.get('content-encoding')).toBe('gzip');
    expect(file.headers.get('content-type')).toContain('text/javascript');
  });

  it('answers a deep link with the page, and what is for programs with a refusal as JSON', async () => {
    const { url } = await openTestServer();
    const deep = await fetch(`${url}/runs/run_1?tab=steps`, { headers: html });
    expect(deep.status).toBe(200);
    expect(await deep.text()).toContain('<div id="root">');
    for (const path of ['/api/nothing', '/api', '/assets/index-gone.js', '/favicon.ico', '/mcp/nothing']) {
      const answer = await fetch(url + path, { headers: html });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
    }
    expect((await fetch(`${url}/runs/run_1`, { headers: { Accept: 'application/json' } })).status).toBe(404);
    expect((await fetch(`${url}/`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${url}/..%2f..%2fpackage.json`, { headers: html })).status).toBe(404);
  });
});
