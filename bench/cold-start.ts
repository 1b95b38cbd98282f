import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, type Row } from './measure.ts';

/** Commands with how many times as long as Node doing nothing each may take. */
const commands = [
  { words: ['memory', 'list'], goal: 2.2 },
  { words: ['--version'], goal: 1.5 },
];

/** How long a person waits for a command, against Node doing nothing. They take turns, so that noise hits all alike. */
export function benchColdStart(rounds = 25): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
  const environment = { ...process.env, HOME: folder, ENGRAM_DB: `file:${join(folder, 'memory.db')}` };
  const time = (words: readonly string[]): number => {
    const start = performance.now();
    spawnSync(process.execPath, words, { env: environment });
    return performance.now() - start;
  };
  const engram = (words: readonly string[]): number => time(['bin/engram.js', ...words]);
  engram(['memory', 'record', '--type', 'knowledge', '--text', 'The staging API needs a VPN']);
  const nothing: number[] = [];
  const samples = commands.map(() => [] as number[]);
  for (let round = 0; round < rounds; round += 1) {
    nothing.push(time(['-e', '0']));
    for (const [index, { words }] of commands.entries()) samples[index]?.push(engram(words));
  }
  rmSync(folder, { recursive: true });
  return commands.map(({ words, goal }, index) => {
    const taken = median(samples[index] ?? []);
    const ratio = taken / median(nothing);
    return {
      what: `"engram ${words.join(' ')}" from a cold start against "node -e 0"`,
      measured: `${taken.toFixed(0)} ms`,
      against: `${median(nothing).toFixed(0)} ms`,
      ratio: `${ratio.toFixed(2)}×`,
      goal: `≤ ${goal}×`,
      held: ratio <= goal,
    };
  });
}
