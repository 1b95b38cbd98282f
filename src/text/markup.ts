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

/** Escaped for content and for quoted attributes; it must not be put anywhere else. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/**
 * A tag for pieces of a page whose texts go through `escaped`.
 *
 * @example
 * const html = htmlWith(escapeHtml);
 * html`<p>${'1 < 2'}</p>`.markup; // '<p>1 &lt; 2</p>'
 */
export function htmlWith(
  escaped: (text: string) => string,
): (strings: TemplateStringsArray, ...inserts: readonly Insert[]) => Markup {
  const inserted = (insert: Insert): string => {
    if (typeof insert === 'string') return escaped(insert);
    if (typeof insert === 'number') return Number.isFinite(insert) ? String(insert) : '0';
    return 'markup' in insert ? insert.markup : insert.map((item) => item.markup).join('');
  };
  return (strings, ...inserts) => ({
    markup: strings.map((part, place) => part + inserted(inserts[place] ?? '')).join(''),
  });
}
