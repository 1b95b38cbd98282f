import type { Context, Handler, Hono } from 'hono';
import type { HttpEnvironment } from './access-check.ts';
import { type DashboardFile, type DashboardFiles, readDashboardFiles } from './dashboard-files.ts';
import { addPath } from './paths.ts';

/** The dashboard runs and loads what this server sends, and nothing else. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Kept for a year; a changed file has another name. */
const forEver = 'public, max-age=31536000, immutable';

/** Addresses that belong to programs: what is not there is answered as JSON, never with a page. */
const forPrograms = /^\/(?:api|assets|mcp)(?:\/|$)|\.\w+$/;

/** Addresses that are named in messages and on paper: whoever asks for them gets the page. */
const knownPages = ['/', '/docs'];

const notBuilt =
  'The dashboard is not built. Run "npm run build" in the engram folder, then start the server again.\n';

/**
 * Adds the dashboard at `/`, after every other route: its files, and its page for every address that a person opens
 * and no route has, because the page finds its own way from there.
 */
export function addDashboardRoutes(app: Hono<HttpEnvironment>): void {
  let reading: Promise<DashboardFiles> | undefined;
  const answer: Handler<HttpEnvironment> = async (context, next) => {
    const { path } = context.req;
    reading ??= readDashboardFiles();
    const files = await reading;
    const file = files.get(path) ?? (isOpenedByPerson(context) ? files.get('/index.html') : undefined);
    if (file !== undefined) {
      context.set('countedAs', 'dashboard');
      return answerWith(file, context.req.header('accept-encoding'));
    }
    if (files.size === 0 && isOpenedByPerson(context)) return context.text(notBuilt, 503);
    return next();
  };
  for (const path of knownPages)
    addPath(app, path, [{ method: 'GET', countedAs: 'dashboard', handlers: [answer] }]);
  app.get('*', answer);
}

function isOpenedByPerson({ req }: Context<HttpEnvironment>): boolean {
  if (knownPages.includes(req.path)) return true;
  return !forPrograms.test(req.path) && (req.header('accept') ?? '').includes('text/html');
}

function answerWith(
  { type, bytes, zipped, isHashed }: DashboardFile,
  accepted: string | undefined,
): Response {
  const isZipped = zipped !== null && /\bgzip\b/.test(accepted ?? '');
  return new Response(isZipped ? zipped : bytes, {
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': policy,
      Vary: 'Accept-Encoding',
      ...(isHashed && { 'Cache-Control': forEver }),
      ...(isZipped && { 'Content-Encoding': 'gzip' }),
    },
  });
}
