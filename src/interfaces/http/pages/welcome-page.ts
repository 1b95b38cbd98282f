import { createPage, type HtmlPage, html } from './html.ts';
import { welcomeStyle } from './style.ts';

const links = [
  ['/report', 'Report', 'how work goes and what was learned'],
  ['/docs', 'Reference', 'every route, with examples'],
  ['/openapi.json', 'OpenAPI', 'for programs and generators'],
  ['/healthz', 'Health', 'whether the store answers'],
  ['/metrics', 'Metrics', 'for Prometheus'],
] as const;

/** What a person sees who opens the address of the server. */
export function welcomePage(version: string): HtmlPage {
  const rows = links.map(
    ([address, name, what]) =>
      html`<a class="row" href="${address}"><span>${name}</span><span>${what}</span></a>`,
  );
  return createPage(
    'Engram',
    welcomeStyle,
    '',
    html`<main><div class="mark">Engram</div><p>The memory and learning engine for AI agents. This server is running.</p>${rows}<footer>Version ${version}</footer></main>`,
  );
}
