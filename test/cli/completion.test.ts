import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { commandsOf } from '../../src/interfaces/cli/command.ts';
import { operations } from '../../src/operations/operations.ts';

import { startProcess, type World, worldForTest } from './world.ts';

const commands = commandsOf(operations);

/** What bash offers behind these words, of which the last is being typed. */
async function offered(world: World, ...words: string[]): Promise<string[]> {
  const { out: script } = await world.run(['completion', 'bash']);
  const quoted = ['engram', ...words].map((word) => `'${word}'`).join(' ');
  const { code, out, err } = await startProcess('bash', [
    '--norc',
    '-c',
    `${script}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _engram; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.trimEnd().split('\n');
}

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

describe('shell completion', () => {
  it('offers every group and single command first', async () => {
    const first = await offered(worldForTest(), '');
    const groups = new Set(commands.map(({ words }) => words[0]));
    expect(first).toEqual(expect.arrayContaining([...groups, 'demo', 'completion']));
  });

  it('completes the beginning of a group, a verb and a flag', async () => {
    const world = worldForTest();
    expect(await offered(world, 'mem')).toEqual(['memory']);
    expect(await offered(world, 'memory', 're')).toEqual(['record', 'retrieve', 'remember', 'revoke']);
    expect(await offered(world, 'memory', 'record', '--conte')).toEqual(['--context']);
    expect(await offered(world, 'template', 'run', '--mod')).toEqual(['--mode', '--module']);
  });

  it('still offers flags behind other flags, positional arguments and texts with spaces', async () => {
    const world = worldForTest();
    expect(await offered(world, 'memory', 'list', '--agent', 'alice', '--lim')).toEqual(['--limit']);
    expect(await offered(world, 'run', 'show', 'run_1', '--js')).toEqual(['--json']);
    expect(await offered(world, 'memory', 'search', 'two words', '--ta')).toEqual(['--tag']);
    expect(await offered(world, 'stats', '--js')).toEqual(['--json']);
  });

  it('offers verbs and flags behind a word that is a group and a command', async () => {
    const world = worldForTest();
    expect(await offered(world, 'run', 'st')).toEqual(['start', 'step']);
    expect(await offered(world, 'run', '--too')).toEqual(['--tools']);
    expect(await offered(world, 'run', 'Refund order 42', '--too')).toEqual(['--tools']);
  });

  it('offers the shells it knows', async () => {
    expect(await offered(worldForTest(), 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  it.each(['zsh', 'fish'])('makes a script for %s that the shell can read', async (shell) => {
    const world = worldForTest();
    const { code, out } = await world.run(['completion', shell]);
    expect(code).toBe(0);
    expect(out).toContain('engram');
    if (!isInstalled(shell)) return;
    expect(await startProcess(shell, ['-n', world.file('script', out)])).toMatchObject({ code: 0, err: '' });
  });

  it('asks for the shell when none, or an unknown one, is named', async () => {
    for (const words of [['completion'], ['completion', 'tcsh']]) {
      const { code, out, err } = await worldForTest().run(words);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('engram completion bash, zsh or fish');
    }
  });
});
