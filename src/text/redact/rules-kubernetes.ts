import { secretNameOf } from './names.ts';
import { matchAt, type RedactionRule, type SecretFinding } from './rule.ts';
import { isStandIn } from './values.ts';

// How far from the data the word `kind` is looked for: hostile text makes the scan pay this for every line.
const reach = 2000;
const dataLine = /(?:string)?data:[ \t]*(?:#[^\n]{0,200})?\r?\n/iy;
const entryLine = /([ \t]+)["']?([\w.-]{1,253})["']?:[ \t]*/y;
const plainValue = /["']?([^\s"'#][^\r\n"']{0,8191})/y;
const blockValue = /[|>][+-]?[ \t]*\r?\n/y;
const jsonData = /(?:string)?data\\{0,7}"\s{0,8}:\s{0,8}\{/iy;
const jsonEntry =
  /\s{0,40},?\s{0,40}\\{0,7}"([\w.-]{1,253})\\{0,7}"\s{0,8}:\s{0,8}\\{0,7}"([^"\\]{0,8192})\\{0,7}"/y;
const maxEntries = 100;

/** Every value of a Kubernetes secret, whatever its name: the manifest says that they are secrets. */
export const kubernetesRules: readonly RedactionRule[] = [
  {
    anchors: ['data:\n', 'data:\r', 'data: ', 'data:\t'],
    find(text, at) {
      const start = at - (text.slice(Math.max(0, at - 6), at).toLowerCase() === 'string' ? 6 : 0);
      const opening = matchAt(dataLine, text, start);
      if (opening === undefined || !/(?:^|\n)[ \t]{0,40}$/.test(text.slice(Math.max(0, start - 41), start)))
        return undefined;
      return isSecretManifest(text, start) ? entriesAt(text, start + opening[0].length) : undefined;
    },
  },
  {
    anchors: ['data"', 'data\\"'],
    find(text, at) {
      const opening = matchAt(jsonData, text, at);
      if (opening === undefined || !isSecretManifest(text, at)) return undefined;
      return jsonEntriesAt(text, at + opening[0].length);
    },
  },
];

/** Whether the document around says `kind: Secret`; documents in one file are parted by `---`. */
function isSecretManifest(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - reach), at);
  const after = text.slice(at, at + reach);
  const document = before.slice(before.lastIndexOf('\n---') + 1) + (after.split('\n---')[0] ?? '');
  return /(?:^|[\s{,"'])kind\\{0,7}["']?\s{0,8}:\s{0,8}\\{0,7}["']?Secret\b(?!\w)/.test(document);
}

/** The lines below that are indented alike. */
function entriesAt(text: string, at: number): SecretFinding[] {
  const findings: SecretFinding[] = [];
  let position = at;
  let indent: string | undefined;
  for (let count = 0; count < maxEntries; count += 1) {
    const entry = matchAt(entryLine, text, position);
    if (entry === undefined || (indent !== undefined && entry[1] !== indent)) break;
    indent = entry[1] ?? '';
    const kind = kindOf(entry[2]);
    const valueAt = position + entry[0].length;
    const block = matchAt(blockValue, text, valueAt);
    const end = block === undefined ? undefined : blockEnd(text, valueAt + block[0].length, indent);
    const value = end === undefined ? matchAt(plainValue, text, valueAt)?.[1]?.trimEnd() : undefined;
    if (block !== undefined && end !== undefined) {
      findings.push({ kind, start: valueAt + block[0].length + indent.length, end });
    } else if (value !== undefined && !isStandIn(value)) {
      const start = text.indexOf(value, valueAt);
      findings.push({ kind, start, end: start + value.length });
    }
    const lineEnd = text.indexOf('\n', end ?? valueAt);
    if (lineEnd < 0) break;
    position = lineEnd + 1;
  }
  return findings;
}

function kindOf(name = ''): string {
  return secretNameOf(name)?.kind ?? 'kubernetes-secret';
}

function blockEnd(text: string, at: number, indent: string): number | undefined {
  let end: number | undefined;
  let position = at;
  while (text.startsWith(`${indent} `, position) && position - at < 16_384) {
    const lineEnd = text.indexOf('\n', position);
    end = lineEnd < 0 ? text.length : lineEnd;
    position = end + 1;
  }
  return end;
}

function jsonEntriesAt(text: string, at: number): SecretFinding[] {
  const findings: SecretFinding[] = [];
  let position = at;
  for (let count = 0; count < maxEntries; count += 1) {
    const entry = matchAt(jsonEntry, text, position);
    if (entry === undefined) break;
    const value = entry[2] ?? '';
    const start = position + entry[0].lastIndexOf(value);
    if (!isStandIn(value)) findings.push({ kind: kindOf(entry[1]), start, end: start + value.length });
    position += entry[0].length;
  }
  return findings;
}
