import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as engram from '../../src/index.ts';
import * as testing from '../../src/testing/index.ts';

const packageJson = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));

/** Names in the export statements of a file, which has no `export *`. */
function namesExportedBy(path: string): string[] {
  const text = readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');
  expect(text).not.toMatch(/^export \*/m);
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '')
    .sort();
}

describe('API-1 the public surface is small and changes on purpose', () => {
  it('exports seven values from the root; the rest are types', () => {
    expect(Object.keys(engram).sort()).toEqual([
      'EngramError',
      'defineWorkflow',
      'memoryBackendTool',
      'migrateStore',
      'openEngram',
      'reportMarkdown',
      'reportPage',
    ]);
  });

  it('names at most 25 things in the root, one by one; all types are in engram/types', () => {
    const root = namesExportedBy('src/index.ts');
    expect(root.length).toBeLessThanOrEqual(25);
    expect(root).toMatchSnapshot();
    expect(namesExportedBy('src/interfaces/library/types.ts')).toMatchSnapshot();
  });

  it('exports the conformance suite and builders for authors of backends', () => {
    expect(Object.keys(testing).sort()).toMatchSnapshot();
  });

  it('offers these import paths', () => {
    expect(Object.keys(packageJson.exports)).toEqual([
      '.',
      './types',
      './testing',
      './ai-sdk',
      './package.json',
    ]);
  });

  it('depends on four small packages at run time', () => {
    expect(Object.keys(packageJson.dependencies).sort()).toEqual([
      '@photostructure/sqlite',
      'pg',
      'stemmer',
      'zod',
    ]);
  });
});
