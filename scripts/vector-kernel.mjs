// Compiles the inner loops of vector search and of the built-in embedder, each kernel.wat, into kernel.ts beside it, which is
// committed: neither building Engram nor running it needs a compiler. With --check nothing is written; the exit code tells
// whether they still agree.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import openWabt from 'wabt';

const folders = ['src/recall/vectors', 'src/providers/static-embedder'];

const wabt = await openWabt();
for (const folder of folders.map((each) => resolve(import.meta.dirname, '..', each))) {
  const target = resolve(folder, 'kernel.ts');
  const source = wabt.parseWat('kernel.wat', readFileSync(resolve(folder, 'kernel.wat'), 'utf8'), {
    simd: true,
  });
  const lines = Buffer.from(source.toBinary({}).buffer)
    .toString('base64')
    .match(/.{1,100}/g)
    .map((line, index, all) => `  '${line}'${index === all.length - 1 ? ';' : ' +'}`);

  const text = `// Made from kernel.wat by scripts/vector-kernel.mjs. Change that file, then run the script again.

/** The compiled kernel, as base64. */
export const kernel =
${lines.join('\n')}
`;

  if (!process.argv.includes('--check')) {
    writeFileSync(target, text);
  } else if (readFileSync(target, 'utf8') !== text) {
    console.error('kernel.ts is not what kernel.wat compiles to. Run: node scripts/vector-kernel.mjs');
    process.exitCode = 1;
  }
}
