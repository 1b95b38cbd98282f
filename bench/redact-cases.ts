import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { redactText } from '../src/text/redact/redact.ts';
import { scanSecrets } from '../src/text/redact/rules.ts';
import type { Row } from './measure.ts';

/** One test case of a public scanner: a text with a secret in it, or one that only looks like it. */
interface ScannerCase {
  readonly kind: 'tp' | 'fp';
  readonly rule: string;
  readonly form?: string | null;
  readonly text: string;
  readonly secret: string;
}

const path = 'secrets/open.jsonl.gz';

/** Identifiers of clients and accounts are no secrets. */
const isIdentifier = ({ rule }: ScannerCase): boolean => /-id$/.test(rule);
const isFound = ({ text, secret }: ScannerCase): boolean => !redactText(text).includes(secret);

/** How many secrets of the scanner's cases are found, by form, and how many look-alikes are taken for one. */
export function benchScannerCases(): Row[] {
  const file = resolve(process.env['ENGRAM_BENCH_DATA'] ?? 'no-data', path);
  if (!existsSync(file)) {
    console.log(`Left out: set ENGRAM_BENCH_DATA to a folder with ${path}.`);
    return [];
  }
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const cases = lines.map((line) => JSON.parse(line) as ScannerCase);
  const secrets = cases.filter((one) => one.kind === 'tp' && !isIdentifier(one));
  const lookAlikes = cases.filter(({ kind }) => kind === 'fp');
  const forms = [...new Set(secrets.map(({ form }) => form ?? 'written by the scanner’s authors'))].sort();
  const taken = lookAlikes.filter(({ text }) => redactText(text) !== text).length;
  const below = [...new Set(secrets.filter((one) => !isFound(one)).map(({ rule }) => rule))].sort();
  console.log(`Kinds with a secret that was not found: ${below.join(', ')}.`);
  return [
    found('secrets of the scanner, identifiers aside', secrets, 0.97),
    ...forms.map((form) =>
      found(
        `  ${form}`,
        secrets.filter((one) => (one.form ?? 'written by the scanner’s authors') === form),
        0.97,
      ),
    ),
    found(
      'identifiers, which may stay',
      cases.filter((one) => one.kind === 'tp' && isIdentifier(one)),
    ),
    row('look-alikes taken for secrets', taken, lookAlikes.length, taken <= 56, '≤ 56'),
  ];
}

function found(what: string, cases: readonly ScannerCase[], goal?: number): Row {
  const hits = cases.filter(isFound).length;
  return row(
    what,
    hits,
    cases.length,
    goal === undefined || hits >= goal * cases.length,
    goal === undefined ? '–' : `≥ ${goal}`,
  );
}

function row(what: string, measured: number, of: number, held: boolean, goal: string): Row {
  return {
    what,
    measured: `${measured} of ${of}`,
    against: '–',
    ratio: (measured / of).toFixed(3),
    goal,
    held,
  };
}

const sampleLines = 217_000;

/** Findings in the sources of installed packages, which hold no secrets but those of their tests and examples. */
export function benchInstalledSources(): Row[] {
  const inOrder = sourcesBelow('node_modules').toSorted((left, right) =>
    drawn(left) < drawn(right) ? -1 : 1,
  );
  let [lines, findings, sampled, sampledFindings] = [0, 0, 0, 0];
  for (const file of inOrder) {
    const text = readFileSync(file, 'utf8');
    const [length, hits] = [text.split('\n').length, scanSecrets(text).length];
    if (sampled < sampleLines) [sampled, sampledFindings] = [sampled + length, sampledFindings + hits];
    [lines, findings] = [lines + length, findings + hits];
  }
  const most = 30;
  return [
    row(
      `found in ${sampled} lines of files drawn by the hash of their path`,
      sampledFindings,
      most,
      sampledFindings <= most,
      `≤ ${most}`,
    ),
    row(
      `found in all ${lines} lines`,
      findings,
      Math.round((most * lines) / sampleLines),
      findings <= (most * lines) / sampleLines,
      'the same share',
    ),
  ];
}

const drawn = (file: string): string => createHash('sha256').update(file).digest('hex');

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return [];
    const inside = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesBelow(inside);
    return entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name) ? [inside] : [];
  });
}
