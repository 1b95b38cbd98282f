import { execFileSync } from 'node:child_process';

/** The CLI and crash tests run the built product, so every test run starts from a fresh build of it. */
export default function buildOnce(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}
