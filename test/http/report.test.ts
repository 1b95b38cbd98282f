import { describe, expect, it } from 'vitest';
import { openTestServer } from './test-server.ts';

describe('GET /report: the report as a page (ADP-3)', () => {
  it('is one page that runs and loads nothing, and shows what was recorded as text', async () => {
    const door = await openTestServer();
    const run = await door.engram.startRun({
      description: 'Deploy',
      category: '<script>alert(1)</script>',
      approach: '"><img src=x onerror=alert(1)>',
    });
    await run.call('deploy', {}, () => 'done');
    await run.finish({ outcome: 'success' });
    const { status, headers, text } = await door.call('GET', '/report');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toMatch(/^<!doctype html>/);
    expect(text).toContain('&lt;script&gt;alert(1)');
    expect(text).not.toMatch(/<(script|link|img|iframe)|<[a-z][^<>]*\son\w+=|@import|url\((?!#)/);
  });

  it('comes as Markdown, too, and for as many days as one likes', async () => {
    const door = await openTestServer();
    const answer = await door.call('GET', '/report?format=markdown&days=7');
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(answer.text).toMatch(/^# Report: /);
    for (const query of ['format=pdf', 'days=0', 'days=7&days=8', 'colour=red']) {
      expect(await door.call('GET', `/report?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_input' } },
      });
    }
    expect((await door.call('POST', '/report', {})).status).toBe(405);
  });

  it('leads a person who opens it to the dashboard, which asks for a token where one is needed', async () => {
    const door = await openTestServer();
    await door.token({});
    const opened = await fetch(`${door.url}/report?days=7`, {
      headers: { Accept: 'text/html' },
      redirect: 'manual',
    });
    expect(opened.status).toBe(302);
    expect(opened.headers.get('location')).toBe('/?days=7');
  });

  it('is as protected as everything else, and tells each agent of its own', async () => {
    const door = await openTestServer();
    for (const agent of ['alice', 'bob']) {
      const run = await door.engram
        .agent(agent)
        .runs.start({ description: 'x', category: `work-of-${agent}` });
      await door.engram.agent(agent).runs.finish({ id: run.id, outcome: 'success' });
    }
    const alice = await door.token({ agent: 'alice' }, ['read']);
    const writer = await door.token({ agent: 'alice' }, ['write']);
    expect((await door.call('GET', '/report')).status).toBe(401);
    expect((await door.call('GET', '/report', undefined, writer)).status).toBe(403);
    for (const path of ['/report', '/report?format=markdown', '/api/report']) {
      const { status, text } = await door.call('GET', path, undefined, alice);
      expect(status).toBe(200);
      expect(text).toContain('work-of-alice');
      expect(text).not.toContain('work-of-bob');
    }
    const foreign = { ...alice, Origin: 'https://elsewhere.example' };
    expect((await door.call('GET', '/report', undefined, foreign)).status).toBe(403);
  });
});

describe('scopes of what was learned (API-2)', () => {
  it('follow from what is done: asking before a call notes what came of it, so that it writes', async () => {
    const door = await openTestServer();
    const reader = await door.token({ agent: 'alice' }, ['read']);
    const writer = await door.token({ agent: 'alice' }, ['read', 'write']);
    const call = { tool: 'deploy' };
    expect((await door.call('GET', '/api/checks', undefined, reader)).status).toBe(200);
    expect((await door.call('POST', '/api/learning/recognise', { error: 'x' }, reader)).status).toBe(200);
    expect((await door.call('POST', '/api/prevention/check', call, reader)).status).toBe(403);
    expect((await door.call('POST', '/api/prevention/check', call, writer)).status).toBe(200);
    expect((await door.call('POST', '/api/checks', { message: 'x', name: 'x' }, writer)).status).toBe(201);
    expect((await door.call('DELETE', '/api/checks/x', undefined, writer)).status).toBe(403);
  });
});
