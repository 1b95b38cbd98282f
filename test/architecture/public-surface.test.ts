import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as engram from '../../src/index.ts';
import * as testing from '../../src/testing/index.ts';

const packageJson = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));

describe('API-1 the public surface is small and changes on purpose', () => {
  it('exports five values from the root; the rest are types', () => {
    expect(Object.keys(engram).sort()).toEqual([
      'EngramError',
      'migrateStore',
      'openEngram',
      'reportMarkdown',
      'reportPage',
    ]);
  });

  it('exports the conformance suite and builders for authors of backends', () => {
    expect(Object.keys(testing).sort()).toMatchSnapshot();
  });

  it('offers these import paths', () => {
    expect(Object.keys(packageJson.exports)).toEqual(['.', './testing', './ai-sdk', './package.json']);
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
