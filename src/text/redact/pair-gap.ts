import { isInQuery, opensElement, type PairName } from './pair-name.ts';
import type { PairSetting } from './pair-value.ts';
import { matchAt } from './rule.ts';

/** How a value is tied to its name. */
type PairTie =
  /** `=`, `:`, `=>` and what else gives a value to a name in some language, an attribute, a setter, a flag. */
  | 'assigned'
  /** The text of an element: `<password>…</password>`. */
  | 'element'
  /** The only argument of a call that may as well ask or check: `.password("…")`. */
  | 'called'
  /** The next text in a list, or in a call that sets nothing. */
  | 'listed'
  /** Nothing but blanks between them, or the line of a table. */
  | 'bare';

/** What stands between a name and its value. */
export interface PairGap {
  readonly valueStart: number;
  readonly setting: PairSetting;
  readonly between: string;
  readonly tie: PairTie;
}

const literal = `(?=[bfruBFRU@$]{0,2}\\\\{0,7}["'\`])`;
// Types between name and value: `: string =`, `: String? =`, `: Optional[str] =`, `string =`, `[]byte = []byte(`.
const typed = new RegExp(
  `\\\\{0,7}["'\`]?[ \\t]{0,2}(?::[ \\t]?[&*]?[\\w'](?=([\\w ?|<>[\\].'\\t]{0,44}))\\1|[ \\t](?:string|\\[\\]byte)[ \\t]{0,4})=[ \\t]{0,4}(?:\\[\\]byte\\()?${literal}`,
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
  /["'](?![^<>]{0,80}\bvalue=)[^<>]{0,80}>\s{0,40}(?:<value>\s{0,40})?|<\/(?:key|name)>\s{0,40}<(?:string|value)>\s{0,40}/iy;
const inNamedElement = /<[\w:.-]{1,40}\s[^<>]{0,40}(?:name|key|id)=["']$|<(?:key|name)>$/i;
const flagGap = /[ \t]{1,4}(?!-)|["'],\s{0,20}(?=["'])/y;
const listed = new RegExp(`\\\\{0,7}["'\`],\\s{0,20}${literal}`, 'y');
const call = /\(\s{0,8}(?=["'`])/y;
const sign =
  /(?:\\{0,7}["'`])?\]?[*_]{0,2}[ \t]{0,8}(?:=>|->|<-|:{0,3}={1,3}|[.?+&|]{1,2}=|:|：|%3D)[*_]{0,2}(?:\s{1,40}(?=\\{0,7}["'])|[ \t]{0,8})|[ \t]{1,3}(?:is|was):?[ \t]{1,3}|[ \t]{0,2}[是为為は은는][ \t]{0,2}/iy;
const bare = /[ \t]{1,3}(?=['\w])/y;
const cell = /[ \t]{1,40}\|[ \t]{1,3}(?=[`'"\w])/y;
const inTable = /(?:^|\n|\\n|["'`])[ \t]{0,8}\|[^\n]{0,80}$/;

const lineBeginning = /(?:^|\n|\\n|["'`])[ \t+>#-]{0,40}(?:export |set |ENV |env |setx )?$/;
// Calls that give a name its value; in others the second text may be anything.
const settingCall =
  /(?:set|put|add|append|insert|headers?|define|property|env|environ|config|option|param|attribute|field|cookie|default|secret|literal)\w{0,24}[(,]\s{0,8}\\{0,7}["'`]$/i;
const setter = /(?:^|[._])(?:set|with|add|put)_?[A-Z]?\w{2,40}$/;

/**
 * What stands between a name and the value that belongs to it, in any language; undefined if none does.
 *
 * @example gapAfter('token := "x"', { text: 'token', start: 0, end: 5, before: '' })?.between // ' := '
 */
export function gapAfter(text: string, name: PairName): PairGap | undefined {
  return tagGap(text, name) ?? fieldGap(text, name) ?? signGap(text, name) ?? looseGap(text, name);
}

function tagGap(text: string, name: PairName): PairGap | undefined {
  if (opensElement(name, text)) return gapOf(matchAt(elementEnd, text, name.end), name, 'element', 'element');
  if (!/["'>]/.test(name.before)) return undefined;
  const isNamed = inNamedElement.test(text.slice(Math.max(0, name.start - 80), name.start));
  return isNamed ? gapOf(matchAt(namedElement, text, name.end), name, 'element', 'element') : undefined;
}

/** A type, another field, a flag or a second argument: all that needs more than a sign. */
function fieldGap(text: string, name: PairName): PairGap | undefined {
  const { start, end, before } = name;
  const next = text[end] ?? '';
  if (next === '=') return undefined;
  const isFlag = text[start] === '-' && !/[\w"']/.test(before);
  if (isFlag) return gapOf(matchAt(flagGap, text, end), name, 'assigned', 'inline');
  if (next === '(') {
    return gapOf(matchAt(call, text, end), name, setter.test(name.text) ? 'assigned' : 'called', 'inline');
  }
  const withType = gapOf(matchAt(typed, text, end), name, 'assigned', 'inline');
  if (withType !== undefined || next === ':') return withType;
  const withField = gapOf(matchAt(valueField, text, end), name, 'assigned', 'inline');
  if (withField !== undefined || !/["'`]/.test(before)) return withField;
  const sets = settingCall.test(text.slice(Math.max(0, start - 60), start));
  return gapOf(matchAt(listed, text, end), name, sets ? 'assigned' : 'listed', 'inline');
}

function signGap(text: string, name: PairName): PairGap | undefined {
  const match = matchAt(sign, text, name.end);
  return match && gapOf(match, name, 'assigned', settingOf(text, name, match[0]));
}

function looseGap(text: string, name: PairName): PairGap | undefined {
  // `pass` is a verb as well: `pass phase2`.
  if (/pass$/i.test(name.text)) return undefined;
  const row = matchAt(cell, text, name.end);
  if (row === undefined) return gapOf(matchAt(bare, text, name.end), name, 'bare', 'inline');
  const isCell = inTable.test(text.slice(Math.max(0, name.start - 88), name.start));
  return isCell ? gapOf(row, name, 'bare', 'inline') : undefined;
}

function gapOf(
  match: RegExpExecArray | undefined,
  { end }: PairName,
  tie: PairTie,
  setting: PairSetting,
): PairGap | undefined {
  return match && { valueStart: end + match[0].length, between: match[0], tie, setting };
}

function settingOf(text: string, name: PairName, between: string): PairSetting {
  if (isInQuery(name) || between === '%3D') return 'query';
  if (!/^[ \t]*[=:]/.test(between)) return 'inline';
  const startsLine = lineBeginning.test(text.slice(Math.max(0, name.start - 48), name.start));
  return startsLine || (between === '=' && /^[A-Z][A-Z_]/.test(name.text)) ? 'line' : 'inline';
}
