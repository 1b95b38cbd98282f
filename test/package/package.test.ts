import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requireCi } from '../left-to-ci.ts';
import {
  emptyProject,
  freshClone,
  installInto,
  pack,
  project,
  run,
  type Tarball,
  unpackInto,
} from './installed-package.ts';

/** TypeScript that is JavaScript as well: nothing in it has to be compiled away. */
const program = `import { openEngram } from 'engram';
const engram = await openEngram({ db: 'file:memory.db' });
await engram.memories.record({ kind: 'knowledge', text: 'The staging API needs a VPN' });
process.stdout.write((await engram.memories.list()).items.map(({ text }) => text).join());
await engram.close();
`;
const mistaken = "import { openEngram } from 'engram';\nawait openEngram({ database: 'x' });\n";
const typesOfEveryEntry = `export type * from 'engram';
export type * as testing from 'engram/testing';
export type * as aiSdk from 'engram/ai-sdk';
`;
const version = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).version;
const maxBytes = 6_000_000;

function expectLean({ files, bytes }: Tarball): void {
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  expect(files.filter((file) => !/^(assets|bin|dist|[^/]+$)/.test(file))).toEqual([]);
  expect(bytes).toBeLessThanOrEqual(maxBytes);
}

function expectWorkingCli(folder: string): void {
  const engram = join(folder, 'node_modules/.bin/engram');
  expect(run(folder, engram, ['--version'])).toBe(`${version}\n`);
  run(folder, engram, ['memory', 'record', '--type', 'knowledge', '--text', 'The staging API needs a VPN']);
  expect(run(folder, engram, ['memory', 'list'])).toContain('The staging API needs a VPN');
}

it('the package is small, has no source maps, and runs where only its dependencies are installed', () => {
  const tarball = pack(project, { builds: false });
  expectLean(tarball);

  const folder = emptyProject();
  unpackInto(folder, tarball);
  writeFileSync(join(folder, 'program.js'), program);
  expect(run(folder, process.execPath, ['program.js'])).toBe('The staging API needs a VPN');
  expectWorkingCli(folder);

  // Node prints the line of an error that nothing catches: it must not hide the message.
  writeFileSync(join(folder, 'mistaken.js'), mistaken);
  const { status, stderr } = spawnSync(process.execPath, ['mistaken.js'], { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('EngramError: Invalid configuration');
  expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(1_000);
});

it('npm pack on a fresh clone makes a package that npm installs and a strict TypeScript program uses', (context) => {
  requireCi(context);
  const tarball = pack(freshClone(), { builds: true });
  expectLean(tarball);

  const folder = emptyProject();
  const problem = installInto(folder, tarball);
  if (problem !== undefined) context.skip(problem);
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'every-entry.ts'), typesOfEveryEntry);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        module: 'nodenext',
        target: 'es2022',
        skipLibCheck: false,
        types: ['node'],
        typeRoots: [join(project, 'node_modules/@types')],
      },
      files: ['program.ts', 'every-entry.ts'],
    }),
  );
  run(folder, process.execPath, [join(project, 'node_modules/typescript/bin/tsc')]);
  expect(run(folder, process.execPath, ['program.js'])).toBe('The staging API needs a VPN');
  expectWorkingCli(folder);
}, 1_800_000);
