import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../dashboard/src');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('schema.d.ts'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

it('the dashboard knows the HTTP API and nothing of src', () => {
  const root = resolve(folder);
  const offenders = files.filter(({ path, text }) =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].some(
      ([, specifier = '']) => !resolve(root, path, '..', specifier).startsWith(root),
    ),
  );
  expect(offenders.map(({ path }) => path)).toEqual([]);
});

it('keeps every file of the dashboard within 300 lines, and has no escape from the type system', () => {
  const offenders = files.filter(
    ({ text }) =>
      text.split('\n').length > 300 || /\bas any\b|: any\b|@ts-(ignore|expect-error|nocheck)/.test(text),
  );
  expect(offenders.map(({ path }) => path)).toEqual([]);
});

it('gives every page of the navigation a letter of its own', () => {
  const table = files.find(({ path }) => path === 'pages/pages.ts')?.text ?? '';
  const keys = [...table.matchAll(/key: '(.)'/g)].map(([, key]) => key);
  expect(keys.length).toBeGreaterThan(5);
  expect(keys).toEqual([...new Set(keys)]);
});
