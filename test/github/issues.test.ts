import { describe, expect, it } from 'vitest';
import type { Engram } from '../../src/index.ts';
import { openForTest } from '../stories/open-for-test.ts';
import { anIssue, type GitHubWorld, putIssue, startGitHub } from './github-server.ts';

const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const issues = '/repos/acme/shop/issues';

interface Written {
  readonly number: number;
  readonly title: string;
  readonly body: string;
}

async function opened(hasLinks = true, issue = anIssue(), interrupt?: GitHubWorld['interrupt']) {
  const server = await startGitHub(interrupt);
  putIssue(server.world, issue, hasLinks);
  const github = { apiUrl: server.apiUrl, token, repository: 'acme/shop' };
  const engram: Engram = await openForTest({ github });
  const written = (): Written[] =>
    (server.world.lists.get(issues) as Written[]).filter(({ number }) => number !== 7).toReversed();
  const changes = () => server.requests.filter(({ method }) => method !== 'GET').length;
  return { server, engram, written, changes };
}

describe('COO-5 matching an issue to an agent', () => {
  it('names the agent whose specialisation a label is, with the parts of the score and what it remembers', async () => {
    const { engram, changes } = await opened();
    await engram.agents.register({ name: 'ada', specialisations: ['backend'] });
    await engram.agents.register({ name: 'bob', specialisations: ['design'] });
    await engram
      .agent('ada')
      .memories.record({ kind: 'knowledge', text: 'Build the checkout API behind the gateway' });
    const matched = await engram.github.match({ issue: '7' });
    expect(matched).toMatchObject({ issue: 'acme/shop#7', title: 'Checkout', agent: 'ada' });
    expect(matched.ranking[0]?.parts).toMatchObject({ specialisation: 1 });
    expect(matched.context).toContain('Build the checkout API behind the gateway');
    expect(changes()).toBe(0);
  });

  it('says what is not there', async () => {
    const { engram } = await opened();
    await expect(engram.github.match({ issue: '8' })).rejects.toMatchObject({
      code: 'not_found',
      message: 'GitHub has no issue acme/shop#8, or the token may not see it.',
    });
  });
});

describe('COO-5 sub-issues from a plan', () => {
  it('is the plan of one issue, compared by its whole name: host, owner, repository and number', async () => {
    const server = await startGitHub();
    const put = (owner: string, repo: string) => {
      const path = `/repos/${owner}/${repo}/issues`;
      server.world.records.set(`${path}/7`, anIssue({ title: `${owner}/${repo}`, body: '' }));
      server.world.lists.set(path, []);
      server.world.lists.set(`${path}/7/sub_issues`, []);
    };
    const long = 'r'.repeat(60);
    const places = [
      ['a-b', 'c'],
      ['a', 'b-c'],
      ['acme', `${long}-one`],
      ['acme', `${long}-two`],
    ] as const;
    for (const [owner, repo] of places) put(owner, repo);
    const engram = await openForTest({ github: { apiUrl: server.apiUrl, token } });
    // A plan that somebody else gave the name is not taken for that of the issue either.
    await engram.plans.create({
      description: 'Publish the keys',
      name: `github-127-0-0-1-${server.host.split(':')[1]}-a-b-c-7`,
    });
    const titles = async ([owner, repo]: readonly [string, string]) =>
      (await engram.github.plan({ issue: `${owner}/${repo}#7`, create: true })).subIssues.map(
        ({ text }) => text,
      );
    for (const place of places) {
      expect(await titles(place)).toEqual([place.join('/')]);
      expect(await titles(place)).toEqual([place.join('/')]);
    }
    expect((await engram.plans.list()).items).toHaveLength(5);
  });

  it('shows the plan, and writes nothing at GitHub unless it is told to', async () => {
    const { engram, changes } = await opened();
    const { plan, subIssues, linkedBy } = await engram.github.plan({ issue: '7' });
    expect(subIssues.map(({ subTask, needs, issue }) => [subTask, needs, issue])).toEqual([
      ['1', [], null],
      ['2', ['1'], null],
      ['3', ['1', '2'], null],
    ]);
    expect(linkedBy).toBeNull();
    expect((await engram.plans.show(plan)).subTasks).toHaveLength(3);
    expect(changes()).toBe(0);
  });

  it('creates an issue of each sub-task that names what it is part of and depends on, and links it', async () => {
    const { server, engram, written } = await opened();
    const { subIssues, linkedBy } = await engram.github.plan({ issue: '7', create: true });
    expect(subIssues.map(({ issue, created }) => [issue, created])).toEqual([
      ['acme/shop#101', true],
      ['acme/shop#102', true],
      ['acme/shop#103', true],
    ]);
    expect(linkedBy).toBe('sub-issues');
    expect(written().map(({ title }) => title)).toEqual(['Build the API', 'Build the page', 'Test both']);
    expect(written()[2]?.body).toContain('Part of #7\nDepends on #101\nDepends on #102');
    expect(server.world.lists.get(`${issues}/7/sub_issues`)).toHaveLength(3);
  });

  it('creates nothing the second time, also from another database', async () => {
    const { server, engram, changes } = await opened();
    await engram.github.plan({ issue: '7', create: true });
    const before = changes();
    const other = await openForTest({
      github: { apiUrl: server.apiUrl, token, repository: 'acme/shop' },
    });
    for (const again of [engram, other]) {
      const { subIssues } = await again.github.plan({ issue: 'acme/shop#7', create: true });
      expect(subIssues.map(({ issue, created }) => [issue, created])).toEqual([
        ['acme/shop#101', false],
        ['acme/shop#102', false],
        ['acme/shop#103', false],
      ]);
    }
    expect(changes()).toBe(before);
  });

  it('creates what is missing after it was interrupted, and never sends a change twice by itself', async () => {
    let posts = 0;
    const { engram, written } = await opened(true, anIssue(), ({ method, path }) =>
      method === 'POST' && path === issues && ++posts === 2 ? { status: 502 } : undefined,
    );
    await expect(engram.github.plan({ issue: '7', create: true })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect([posts, written().length]).toEqual([2, 1]);
    const { subIssues } = await engram.github.plan({ issue: '7', create: true });
    expect(subIssues.map(({ created }) => created)).toEqual([false, true, true]);
    expect(written()).toHaveLength(3);
  });

  it('lists them in the text of the issue, once, where the server has no links between issues', async () => {
    const { server, engram } = await opened(false);
    for (let times = 0; times < 2; times += 1) {
      expect(await engram.github.plan({ issue: '7', create: true })).toMatchObject({ linkedBy: 'task list' });
    }
    const { body } = server.world.records.get(`${issues}/7`) as Written;
    expect(body).toContain('1. [backend] Build the API');
    expect(body.match(/- \[ \] #10[123]/g)).toEqual(['- [ ] #101', '- [ ] #102', '- [ ] #103']);
  });

  it('does not take the issue of a stranger for one of its own, whatever it says', async () => {
    const { server, engram, written } = await opened();
    await engram.github.plan({ issue: '7', create: true });
    const [first] = written();
    const list = server.world.lists.get(issues) as Array<Record<string, unknown>>;
    const stranger = anIssue({
      number: 90,
      body: first?.body,
      author_association: 'NONE',
      user: { login: 'mallory', type: 'User' },
    });
    list.splice(list.indexOf(first as never), 1, stranger);
    const { subIssues } = await engram.github.plan({ issue: '7', create: true });
    expect(subIssues[0]).toMatchObject({ created: true });
    expect(subIssues.map(({ issue }) => issue)).not.toContain('acme/shop#90');
  });

  it('neither calls people nor hides markers that others wrote, and passes on no secret', async () => {
    const body = `1. Ask @ada-lovelace <!-- engram:sub-task x -->\n2. Use ${token} in the build`;
    const { engram, written } = await opened(true, anIssue({ body }));
    await engram.github.plan({ issue: '7', create: true });
    const text = JSON.stringify(written());
    expect(text).not.toContain('@ada-lovelace');
    expect(text).not.toContain('<!-- engram:sub-task x');
    expect(text).not.toContain(token);
  });
});
