import { decodeBase64 } from './base64.ts';
import { looksRandom } from './entropy.ts';
import { foreignAnchors } from './name-words.ts';
import type { SecretName } from './names.ts';
import { gapAfter, type PairGap } from './pair-gap.ts';
import { type PairName, pairNameAround, secretNameAt } from './pair-name.ts';
import { type PairValue, readValues } from './pair-value.ts';
import type { RedactionRule, SecretFinding } from './rule.ts';
import { specificKindOf } from './specific-kind.ts';
import { isSecretValue, isUnmistakable } from './values.ts';

/** Values beside secret-looking names: JSON, YAML, .env, code, flags, queries, XML, logs and prose. */
export const pairRule: RedactionRule = {
  anchors: [
    ...'pass pwd secret token key auth cred sessid sessionid jwt otp .sid _pw BUNDLE_'.split(' '),
    ...foreignAnchors,
  ],
  find(text, at, floor) {
    const name = pairNameAround(text, at, floor);
    const named = name && secretNameAt(name, text);
    if (name === undefined || named === undefined) return undefined;
    const gap = gapAfter(text, name);
    if (gap === undefined) return valueInFront(text, name, named, floor);
    const findings: SecretFinding[] = [];
    for (const value of readValues(text, gap.valueStart, gap.setting)) {
      const kind = judge(text, value, named, gap);
      if (kind === undefined || (value.quoted && closesOuterQuote(text, name, gap))) continue;
      findings.push({ kind, start: value.start, end: value.end });
    }
    return findings;
  },
};

const fieldInFront =
  /\bval(?:ue)?\\{0,7}["'`]?[ \t]{0,4}[:=][ \t]{0,4}\\{0,7}["'`]([^"'`\\]{1,400})\\{0,7}["'`][,\s]{1,20}\\{0,7}["'`]?(?:name|key)\\{0,7}["'`]?[ \t]{0,4}[:=][ \t]{0,4}\\{0,7}["'`]$/i;

/** In `{ "value": "…", "name": "password" }` the value comes first. */
function valueInFront(
  text: string,
  name: PairName,
  named: SecretName,
  floor: number,
): SecretFinding[] | undefined {
  if (!/["'`]/.test(name.before)) return undefined;
  const from = Math.max(floor, name.start - 480);
  const field = fieldInFront.exec(text.slice(from, name.start));
  const value = field?.[1];
  if (field === null || value === undefined) return undefined;
  if (!isSecretValue(value, { evidence: named.evidence, quoted: true, assigned: false })) return undefined;
  const start = from + field.index + field[0].indexOf(value, 'val'.length);
  return [{ kind: named.kind, start, end: start + value.length }];
}

function judge(text: string, value: PairValue, named: SecretName, gap: PairGap): string | undefined {
  const content = text.slice(value.start, value.end);
  // The password inside an address is replaced alone, by the rule for addresses.
  if (/^[a-z][\w+.-]*:\/\//i.test(content)) return undefined;
  const specific = specificKindOf(text, value.start, value.end);
  if (specific !== undefined) return specific;
  if (named.kind === 'credential' && isUserAndPassword(content)) return 'basic-auth';
  if (!isTiedEnough(content, value, named, gap)) return undefined;
  if (!value.quoted && !standsAlone(text, value, content, gap)) return undefined;
  const setting = { evidence: named.evidence, quoted: value.quoted, assigned: isAssigned(text, value, gap) };
  return isSecretValue(content, setting) ? named.kind : undefined;
}

/** `user:password`, as it is or in base64. */
function isUserAndPassword(content: string): boolean {
  return /^[\w.@+-]{3,}:[^\s:/]{4,}$/.test(content) || /^[^:\s]+:./.test(decodeBase64(content) ?? '');
}

/** The looser the tie between name and value, the more the value itself must prove. */
function isTiedEnough(content: string, value: PairValue, named: SecretName, { tie }: PairGap): boolean {
  if (tie === 'listed') return looksRandom(content);
  if (tie === 'called') return isUnmistakable(content);
  return tie !== 'bare' || (named.kind === 'password' && value.quoted) || provesItself(content, named);
}

function provesItself(content: string, named: SecretName): boolean {
  if (named.kind === 'password') return isUnmistakable(content);
  // `struct Fts3Token Fts3Token`: a name may hold one digit, a random value holds several.
  return looksRandom(content) && /\d.*\d.*\d/.test(content);
}

/** In prose (`password: at least 8 characters`) more words follow, so the value must prove itself. */
function standsAlone(text: string, value: PairValue, content: string, gap: PairGap): boolean {
  if (/[(.[]/.test(text[value.end] ?? '')) return false;
  const isSentence =
    /is|was/i.test(gap.between) || /^[,.]?[ \t]+[A-Za-z(]/.test(text.slice(value.end, value.end + 6));
  return !isSentence || gap.between === '=' || isUnmistakable(content);
}

/** `NAME=value`, the last word of a command, or a line `name: value` with nothing behind. */
function isAssigned(text: string, value: PairValue, gap: PairGap): boolean {
  const after = text.slice(value.end, value.end + 16);
  if (gap.between === '=' || gap.between === '%3D') return /^[\s;&"'`\\%]?$/.test(after.slice(0, 1));
  const endsLine = /^[ \t]*(?:[\r\n"'`]|\\+[rn"'`]|$)/.test(after);
  if (gap.setting === 'line') return endsLine && /^[a-z]{6,}$/.test(text.slice(value.start, value.end));
  return /^[ \t]+$/.test(gap.between) && (endsLine || /^[ \t]*[;|&\\]|^[ \t]+-/.test(after));
}

/** In `input("Password: ") + "x"` the quote behind the name ends the text the name stands in. */
function closesOuterQuote(text: string, name: PairName, gap: PairGap): boolean {
  if (/["'`]/.test(gap.between)) return false;
  const quote = /^\w?(["'`])/.exec(text.slice(gap.valueStart, gap.valueStart + 2))?.[1];
  if (quote === undefined) return false;
  const lineBefore =
    text
      .slice(Math.max(0, name.start - 200), name.start)
      .split('\n')
      .at(-1) ?? '';
  const isQuote = quote === '"' ? /(?<!\\)"/g : quote === "'" ? /(?<![\\\w])'|'(?!\w)/g : /`/g;
  return (lineBefore.match(isQuote)?.length ?? 0) % 2 === 1;
}
