// Runs every example, so that none can rot. Output is shown only when one fails.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const runners = { '.js': process.execPath, '.sh': 'sh' };
let failed = 0;
for (const name of readdirSync('examples').sort()) {
  const runner = runners[name.slice(name.lastIndexOf('.'))];
  if (runner === undefined) continue;
  const { status, stdout, stderr } = spawnSync(runner, [join('examples', name)], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  console.log(`${status === 0 ? '✓' : '✗'} examples/${name}`);
  if (status !== 0) {
    failed += 1;
    console.log(stdout, stderr);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
