import { escapeHtml, htmlWith, type Markup } from '../../text/markup.ts';
import { plainLine } from './plain.ts';

export type { Markup };

/** Longer texts are cut: a page is read, not searched. */
const maxTextLength = 400;

/** A piece of a page, or of a picture in it. Texts are put in without what is not seen, and escaped. */
export const html = htmlWith(escaped);

function escaped(text: string): string {
  // Spaces at the ends matter between two pieces of a sentence.
  const [, before = '', rest = '', after = ''] = /^(\s?)([\s\S]*?)(\s?)$/.exec(text) ?? [];
  return `${before === '' ? '' : ' '}${escapeHtml(plainLine(rest, maxTextLength))}${after === '' ? '' : ' '}`;
}

export const nothing: Markup = { markup: '' };
