// Removes the type declarations that no public module leads to: the compiler writes one for every file it has read.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const project = join(import.meta.dirname, '..');
const types = join(project, 'dist/types');
const { exports } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

/** Where a declaration names another one: `from './a.ts'`, `import('./a.ts')`, `import './a.ts'`. */
const references = /(?:\bfrom|\bimport\(?)\s*["'](\.[^"']+)["']/g;

const reached = new Set();
const pending = Object.values(exports).flatMap((entry) =>
  entry.types ? [resolve(project, entry.types)] : [],
);
for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
  if (reached.has(file)) continue;
  // Better no build than declarations that a compiler cannot follow.
  if (!existsSync(file)) throw new Error(`A type declaration is missing: ${file}`);
  reached.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(references))
    pending.push(resolve(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')));
}

for (const entry of readdirSync(types, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (entry.isFile() && !reached.has(file)) rmSync(file);
}
removeEmpty(types);

function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
