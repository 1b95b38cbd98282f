import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, type Row } from './measure.ts';

/** How long a person waits for `engram memory list`, against Node doing nothing. */
export function benchColdStart(rounds = 25): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
  const environment = { ...process.env, HOME: folder, ENGRAM_DB: `file:${join(folder, 'memory.db')}` };
  const time = (words: string[]): number => {
    const start = performance.now();
    spawnSync(process.execPath, words, { env: environment });
    return performance.now() - start;
  };
  const list = ['bin/engram.js', 'memory', 'list'];
  time(['bin/engram.js', 'memory', 'record', '--type', 'knowledge', '--text', 'The staging API needs a VPN']);
  const nothing: number[] = [];
  const listing: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    nothing.push(time(['-e', '0']));
    listing.push(time(list));
  }
  rmSync(folder, { recursive: true });
  const ratio = median(listing) / median(nothing);
  return [
    {
      what: '"engram memory list" from a cold start against "node -e 0"',
      measured: `${median(listing).toFixed(0)} ms`,
      against: `${median(nothing).toFixed(0)} ms`,
      ratio: `${ratio.toFixed(2)}×`,
      goal: '≤ 3×',
      held: ratio <= 3,
    },
  ];
}
