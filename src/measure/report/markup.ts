import { plainLine } from './plain.ts';

/** Text that is HTML already. Everything else is escaped when it is put into a page. */
export interface Markup {
  readonly markup: string;
}

type Insert = string | number | Markup | readonly Markup[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Longer texts are cut: a page is read, not searched. */
const longestText = 400;

/**
 * A piece of a page, or of a picture in it. Texts are put in without what is not seen, and escaped for content and for
 * quoted attributes; they must not be put anywhere else.
 *
 * @example
 * html`<p>${'1 < 2'}</p>`.markup; // '<p>1 &lt; 2</p>'
 */
export function html(strings: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
  return { markup: strings.map((part, place) => part + inserted(inserts[place] ?? '')).join('') };
}

function inserted(insert: Insert): string {
  if (typeof insert === 'string') return escaped(insert);
  if (typeof insert === 'number') return Number.isFinite(insert) ? String(insert) : '0';
  return 'markup' in insert ? insert.markup : insert.map((item) => item.markup).join('');
}

function escaped(text: string): string {
  // Spaces at the ends matter between two pieces of a sentence.
  const [, before = '', rest = '', after = ''] = /^(\s?)([\s\S]*?)(\s?)$/.exec(text) ?? [];
  const line = plainLine(rest, longestText).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
  return `${before === '' ? '' : ' '}${line}${after === '' ? '' : ' '}`;
}

export const nothing: Markup = { markup: '' };
