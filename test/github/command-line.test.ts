import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandsOf } from '../../src/interfaces/cli/command.ts';
import { operations } from '../../src/operations/operations.ts';
import { worldForTest } from '../cli/world.ts';
import { putIssue, putPull, review, startGitHub } from './github-server.ts';

const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

describe('COO-5 engram github', () => {
  it('learns, matches and plans with what the environment says, and shows no token', async () => {
    const server = await startGitHub();
    putPull(server.world, undefined, { reviews: [review('bob', 'APPROVED')] });
    putIssue(server.world);
    const environment = {
      GITHUB_API_URL: server.apiUrl,
      GITHUB_TOKEN: token,
      GITHUB_REPOSITORY: 'acme/shop',
    };
    const world = worldForTest();
    const engram = async (...words: string[]) => {
      const { code, out, err } = await world.run(words, { environment });
      expect([code, err]).toEqual([0, '']);
      return out;
    };
    const learned = await engram('github', 'learn', '12', '--agent', 'coder');
    expect(learned).toMatch(/^Recorded memory mem_[0-9a-f]+ of pull request acme\/shop#12\n/);
    expect(learned).toMatch(/^outcome +merged\nchange +2 files, \+40 −12\nreview +1 round, score 100%/m);
    await engram('agent', 'register', 'ada', '--specialisation', 'backend');
    expect(await engram('github', 'match', '#7')).toMatch(/^acme\/shop#7: Checkout\n[\s\S]*\nada +0\.\d\d/);
    expect(await engram('github', 'plan', '7')).toContain('engram github plan acme/shop#7 --create');
    expect(await engram('github', 'plan', '7', '--create')).toContain(
      '3 sub-issues created, linked by GitHub',
    );
    const settings = await engram('config', 'show');
    expect(settings).toMatch(/^github\.token +… +environment \(GITHUB_TOKEN\)$/m);
    expect(settings).not.toContain(token);
    expect(readFileSync(world.databasePath).includes(token)).toBe(false);
  });

  it('says what is missing without a token', async () => {
    const { code, err } = await worldForTest().run(['github', 'learn', 'acme/shop#12']);
    expect([code, err]).toEqual([2, expect.stringContaining('There is no token for GitHub.')]);
    expect(err).toContain('GITHUB_TOKEN');
  });
});

describe('COO-5 the workflow for Actions', () => {
  const lines = readFileSync('examples/github/engram.yml', 'utf8').split('\n');
  const commands = lines.flatMap((line) => /run: (.+)$/.exec(line)?.[1] ?? []);

  it('runs commands that exist, with flags that exist', () => {
    const known = new Map(commandsOf(operations).map((command) => [command.words.join(' '), command]));
    const used = commands.filter((command) => command.startsWith('engram '));
    expect(used).toHaveLength(3);
    for (const command of used) {
      const [, words = ''] = /^engram (\w+ \w+)/.exec(command) ?? [];
      const flags = [...command.matchAll(/--([a-z-]+)/g)].map(([, flag]) => flag);
      const definition = known.get(words);
      expect(definition, words).toBeDefined();
      const names = Object.keys(definition?.operation.input.shape ?? {});
      for (const flag of flags) expect(names).toContain(flag);
    }
  });

  it('hands nothing that people wrote to a shell', () => {
    for (const command of commands) expect(command).not.toContain('${{');
    const used = lines.filter((line) => line.includes('github.event.')).join('\n');
    expect(used).not.toMatch(/title|body|head\.ref|user\.login/);
  });
});
