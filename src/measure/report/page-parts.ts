import { html, type Markup } from './markup.ts';

/** A table; the first cell of a row is its name, and columns that begin with `#` are numbers. */
export function table(
  columns: readonly string[],
  rows: ReadonlyArray<ReadonlyArray<string | Markup>>,
): Markup {
  const sort = (index: number): string => (columns[index]?.startsWith('#') === true ? 'number' : 'text');
  const cell = (value: string | Markup, index: number): Markup =>
    index === 0 ? html`<th scope="row">${value}</th>` : html`<td class="${sort(index)}">${value}</td>`;
  return html`<div class="scroll"><table><thead><tr>${columns.map((title, index) => html`<th scope="col" class="${sort(index)}">${title.replace('#', '')}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table></div>`;
}

/** A sentence in which what stands between backticks is a command. */
export function withCode(text: string): Markup {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

/** What there will be, and what to do for it. */
export function empty(text: string): Markup {
  return html`<p class="empty">${withCode(text)}</p>`;
}

/** A bar with its name and its figure beside it. */
export function row(name: string, bar: Markup, value: string, note: string): Markup {
  return html`<div class="row"><span class="name">${name}</span>${bar}<span class="figure"><b>${value}</b> ${note}</span></div>`;
}
