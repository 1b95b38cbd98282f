import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'src');

/** One file of the product, with what it imports of ours. */
export interface SourceFile {
  /** Relative to `src`. */
  readonly path: string;
  readonly text: string;
  /** Relative to `src`. */
  readonly imports: readonly string[];
  readonly isTest: boolean;
}

export function readSourceFiles(): SourceFile[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const text = readFileSync(join(source, path), 'utf8');
      const specifiers = text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g);
      const imports = [...specifiers].map(([, specifier = '']) =>
        relative(source, resolve(source, dirname(path), specifier)),
      );
      return { path, text, imports, isTest: /\.(test|fixture)\.ts$/.test(path) };
    });
}

/** The top folder of a file, or the file itself when it stands at the root of `src`. */
export function partOf(path: string): string {
  return path.split('/')[0] ?? path;
}

/** Files that import each other, directly or through others: each group once, sorted (Tarjan's algorithm). */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): void => {
    order.set(path, order.size);
    lowest.set(path, order.size - 1);
    open.push(path);
    for (const next of importsOf.get(path) ?? []) {
      if (!importsOf.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const { path } of files) if (!order.has(path)) visit(path);
  return cycles;
}
