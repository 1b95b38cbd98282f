import type { Context, Hono, MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { loadMeasure } from '../../engine/stages.ts';
import { reportPage } from '../../measure/report/html.ts';
import { reportMarkdown } from '../../measure/report/markdown.ts';
import { contextOf } from '../../operations/request-context.ts';
import type { ViewerContext } from '../../ports/context.ts';
import { reportInput } from '../../records/learning-inputs.ts';
import { parseInput } from '../../records/parse.ts';
import type { Report } from '../../records/report.ts';
import { requireScopes } from '../access.ts';
import { askingOf, type HttpEnvironment } from './access-check.ts';
import { handledInTime } from './deadline.ts';
import type { HttpLimits } from './limits.ts';
import { addPath } from './paths.ts';
import { readQuery } from './read-input.ts';

/** The page has no script, and loads nothing: its style and its charts stand in it. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const pageInput = reportInput.extend({
  format: z.enum(['html', 'markdown']).default('html').describe('What it is written in'),
});

/**
 * Adds the report as a document, HTML or Markdown. Programs find the same as JSON at `/api/report`, and a person who
 * opens the address is led to the dashboard, which can ask for a token.
 */
export function addReportRoute(
  app: Hono<HttpEnvironment>,
  accessCheck: MiddlewareHandler<HttpEnvironment>,
  limits: HttpLimits,
): void {
  const answer = async (context: Context<HttpEnvironment>): Promise<Response> => {
    requireScopes(context.get('access'), { name: 'report', effect: 'read' });
    const asked = readQuery(new URL(context.req.url).searchParams, pageInput);
    const { format, days } = parseInput(pageInput, asked, 'report');
    const report = await handledInTime(makeReport(contextOf(askingOf(context)), days), limits);
    if (format === 'html')
      return new Response(reportPage(report), {
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
      });
    return new Response(reportMarkdown(report), {
      headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
    });
  };
  const leadPeople: MiddlewareHandler<HttpEnvironment> = async (context, next) => {
    const isPerson = (context.req.header('accept') ?? '').includes('text/html');
    if (isPerson && context.req.query('format') === undefined)
      return context.redirect(`/${new URL(context.req.url).search}`);
    return next();
  };
  addPath(app, '/report', [
    { method: 'GET', countedAs: 'report-page', handlers: [leadPeople, accessCheck, answer] },
  ]);
}

async function makeReport(context: ViewerContext, days: number): Promise<Report> {
  const { reportFor } = await loadMeasure();
  return reportFor(context, context.viewer, { days });
}
