import { isInQuery, opensElement, type PairName } from './pair-name.ts';
import type { PairSetting } from './pair-value.ts';
import { matchAt } from './rule.ts';

/** What stands between a name and its value. */
export interface PairGap {
  readonly valueStart: number;
  readonly setting: PairSetting;
  readonly between: string;
  /** Nothing but blanks between them, or the line of a table, and the name is no flag. */
  readonly isBare: boolean;
  /** Two texts after each other in a call that sets nothing, or in a list. */
  readonly isListed: boolean;
}

const escapedQuote = `\\\\{0,7}["'\`]`;
// Types between name and value: `: string =`, `: String? =`, `: Optional[str] =`, `string =`, `[]byte =`.
const typed = new RegExp(
  `(?:${escapedQuote})?[ \\t]{0,2}(?::[ \\t]?[&*]?[\\w'][\\w ?|<>[\\].']{0,40}|[ \\t](?:string|\\[\\]byte))[ \\t]{0,4}=[ \\t]{0,4}(?=[bfruBFRU@$]{0,2}["'\`]|\\[\\]byte)(?:\\[\\]byte\\()?`,
  'y',
);
// Another field may stand between the two: `"name": "sid", "type": "text", "value": "…"`.
const otherField = `(?:\\\\{0,7}["'\`]?[\\w-]{1,20}\\\\{0,7}["'\`]?[ \\t]{0,4}[:=][ \\t]{0,4}\\\\{0,7}["'\`]?[\\w./ -]{0,40}\\\\{0,7}["'\`]?[,\\s]{1,20}){0,2}`;
const valueField = new RegExp(
  `\\\\{0,7}["'\`]?[,\\s]{1,20}${otherField}\\\\{0,7}["'\`]?val(?:ue)?\\\\{0,7}["'\`]?[ \\t]{0,4}[:=][ \\t]{0,4}`,
  'iy',
);
const elementEnd = /(?:\s[^<>]{0,200})?>\s{0,40}(?:<!\[CDATA\[)?/y;
// `<string name="api_key">…</string>` and `<key>ApiKey</key><string>…</string>`.
const namedElement =
  /["'][^<>]{0,80}>\s{0,40}(?:<value>\s{0,40})?|<\/(?:key|name)>\s{0,40}<(?:string|value)>\s{0,40}/iy;
const flagGap = /[ \t]{1,4}(?!-)|["'],\s{0,20}(?=["'])/y;
const listed = /\\{0,7}["'`],\s{0,20}(?=[bfruBFRU@$]{0,2}\\{0,7}["'`])/y;
const call = /\(\s{0,8}(?=["'`])/y;
const separator =
  /(?:\\{0,7}["'`])?\]?[*_]{0,2}[ \t]{0,8}(?:=>|->|<-|:{0,3}={1,3}|[.?+&|]{1,2}=|:|：|%3D)[*_]{0,2}(?:\s{1,40}(?=\\{0,7}["'])|[ \t]{0,8})|[ \t]{1,3}(?:is|was):?[ \t]{1,3}|[ \t]{0,2}[是为為は은는][ \t]{0,2}/iy;
const bareGap = /[ \t]{1,3}(?=['\w])|[ \t]{1,40}\|[ \t]{1,3}(?=[`'"\w])/y;

const lineBeginning = /(?:^|\n|\\n|["'`])[ \t+>#-]{0,40}(?:export |set |ENV |env |setx )?$/;
// Calls that give a name its value; in others the second text may be anything.
const setter =
  /(?:set|put|add|append|insert|header|headers|define|setdefault|property|env|environ|config|option|param|attribute|field|cookie|default|secret|literal)\w{0,24}[(,]\s{0,8}\\{0,7}["'`]$/i;

/**
 * What stands between a name and the value that belongs to it, in any language; undefined if none does.
 *
 * @example gapAfter('token := "x"', { text: 'token', start: 0, end: 5, before: '' })?.between // ' := '
 */
export function gapAfter(text: string, name: PairName): PairGap | undefined {
  const { start, end, before } = name;
  const isFlag = text[start] === '-' && !/[\w"']/.test(before);
  const inElement = opensElement(name, text) ? matchAt(elementEnd, text, end) : undefined;
  const isQuoted = /["'`]/.test(before);
  const inList = isQuoted && !isFlag ? matchAt(listed, text, end) : undefined;
  const element = inElement ?? (isQuoted || before === '>' ? elementAfter(text, name) : undefined);
  const match =
    matchAt(typed, text, end) ??
    matchAt(valueField, text, end) ??
    element ??
    (isFlag ? matchAt(flagGap, text, end) : undefined) ??
    inList ??
    (isSetter(name) ? matchAt(call, text, end) : undefined) ??
    matchAt(separator, text, end) ??
    // `pass` is a verb as well: `pass phase2`.
    (/pass$/i.test(name.text) ? undefined : matchAt(bareGap, text, end));
  if (match === undefined) return undefined;
  const between = match[0];
  return {
    valueStart: end + between.length,
    between,
    isBare: !isFlag && /^[ \t]+(?:\|[ \t]+)?$/.test(between),
    isListed: match === inList && !setter.test(text.slice(Math.max(0, start - 60), start)),
    setting: match === element ? 'element' : settingOf(text, name, between),
  };
}

function elementAfter(text: string, { start, end }: PairName) {
  const tag = text.slice(Math.max(0, start - 80), start);
  const isNamed = /<[\w:.-]{1,40}\s[^<>]{0,40}(?:name|key|id)=["']$|<(?:key|name)>$/i.test(tag);
  return isNamed ? matchAt(namedElement, text, end) : undefined;
}

/** `setPassword("…")`, `withToken("…")` and the `.password("…")` of a builder. */
function isSetter({ text }: PairName): boolean {
  return /(?:^|[._])(?:set|with|add|put)_?[A-Z]?[\w]{2,40}$|^[\w.$]{0,40}\.[a-z]\w{2,20}$|^[a-z]{4,12}$/.test(
    text,
  );
}

function settingOf(text: string, name: PairName, between: string): PairSetting {
  if (isInQuery(name) || between === '%3D') return 'query';
  if (!/^[ \t]*[=:]/.test(between)) return 'inline';
  const startsLine = lineBeginning.test(text.slice(Math.max(0, name.start - 48), name.start));
  return startsLine || (between === '=' && /^[A-Z][A-Z_]/.test(name.text)) ? 'line' : 'inline';
}
