import { createHash } from 'node:crypto';
import { escapeHtml, htmlWith, type Markup } from '../../../text/markup.ts';

export type { Markup };

/**
 * A piece of a page.
 *
 * @example
 * html`<p>${'1 < 2'}</p>`; // <p>1 &lt; 2</p>
 */
export const html = htmlWith(escapeHtml);

/** A whole page that fetches nothing, from here or elsewhere. */
export interface HtmlPage {
  readonly text: string;
  /** What the browser may run and load: this page's own script and style only. */
  readonly policy: string;
}

export function createPage(title: string, style: string, script: string, body: Markup): HtmlPage {
  const hash = createHash('sha256').update(script).digest('base64');
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title>`;
  return {
    text: `<!doctype html><html lang="en"><head>${head.markup}<style>${style}</style></head><body>${body.markup}<script>${script}</script></body></html>`,
    policy: `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

/** Answers with a page, with what is not known before the request put in: each key is replaced by its text. */
export function pageAnswer(page: HtmlPage, late: Readonly<Record<string, string>> = {}): Response {
  const text = Object.entries(late).reduce(
    (whole, [key, value]) => whole.replaceAll(key, () => escapeHtml(value)),
    page.text,
  );
  return new Response(text, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': page.policy },
  });
}
