import type { Context, Hono, MiddlewareHandler } from 'hono';
import { loadMeasure } from '../../engine/stages.ts';
import type { Engine } from '../../engine.ts';
import { EngramError } from '../../errors.ts';
import type { ViewerContext } from '../../ports/context.ts';
import { mayAdminister, requireScopes } from '../access.ts';
import type { HttpEnvironment } from './access-check.ts';
import { jsonAnswer, jsonText } from './answer.ts';
import { describeAnswers } from './answer-schemas.ts';
import { figuresOf } from './coordination-metrics.ts';
import { within } from './deadline.ts';
import type { HttpLimits } from './limits.ts';
import { type Metrics, metric } from './metrics.ts';
import { describeApi } from './openapi.ts';
import { addPath, type Handlers } from './paths.ts';
import { type Metric, prometheusText, prometheusType } from './prometheus.ts';
import type { Route } from './routes.ts';

/** What the server tells about itself. */
export interface ServerFacts {
  readonly engine: Engine;
  readonly metrics: Metrics;
  readonly limits: HttpLimits;
  readonly routes: readonly Route[];
  readonly version: string;
}

/** Adds the description for programs, the metrics and the sign of life. */
export function addServerRoutes(
  app: Hono<HttpEnvironment>,
  accessCheck: MiddlewareHandler<HttpEnvironment>,
  about: ServerFacts,
): void {
  const { routes, version } = about;
  const answers = once(() => describeAnswers(routes.map(({ operation }) => operation)));
  const openapi = once(() => JSON.stringify(describeApi(routes, answers(), version)));
  const get = (path: string, countedAs: string, ...handlers: Handlers): void =>
    addPath(app, path, [{ method: 'GET', countedAs, handlers }]);

  get('/openapi.json', 'openapi', async () => jsonText(openapi()));
  get('/healthz', 'healthz', async () => {
    const { problems } = await askStore(about.engine.health('quick'), about.limits);
    if (problems.length > 0) throw storeGone();
    return jsonAnswer({ status: 'ok' });
  });
  get('/metrics', 'metrics', accessCheck, async (context: Context<HttpEnvironment>) => {
    const access = context.get('access');
    requireScopes(access, { name: 'metrics', effect: 'read' });
    // Requests, events and sizes are those of all owners together.
    const installation = mayAdminister(access)
      ? [...about.metrics.all(), ...(await storeMetrics(about)), ...processMetrics(about)]
      : [];
    const own = await coordinationMetrics(about, context.get('viewerContext'));
    const text = prometheusText([...installation, ...own]);
    return new Response(text, { headers: { 'Content-Type': prometheusType } });
  });
}

/** Made when first asked for: most servers are never asked. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function storeGone(): EngramError {
  return new EngramError('store_unavailable', 'The store does not answer.');
}

/** Needs no token, so it reveals nothing about what went wrong. */
async function askStore<Answer>(asked: Promise<Answer>, { storeMs }: HttpLimits): Promise<Answer> {
  return within(storeMs, asked, storeGone).catch(() => {
    throw storeGone();
  });
}

async function storeMetrics({ engine, limits }: ServerFacts): Promise<Metric[]> {
  const health = await askStore(engine.health('quick'), limits).catch(() => undefined);
  const isUp = health !== undefined && health.problems.length === 0;
  return [
    metric('gauge', 'engram_store_up', 'Whether the store answers.', [{ value: isUp ? 1 : 0 }]),
    metric(
      'gauge',
      'engram_store_size_bytes',
      'Bytes the store takes.',
      health?.sizeBytes == null ? [] : [{ value: health.sizeBytes }],
    ),
  ];
}

/** Of the viewer who asks: nobody sees figures of others. */
async function coordinationMetrics({ limits }: ServerFacts, context: ViewerContext): Promise<Metric[]> {
  const { coordinationReport } = await loadMeasure();
  const found = await askStore(coordinationReport(context, context.viewer), limits).catch(() => null);
  return found === null ? [] : figuresOf(found);
}

function processMetrics({ version }: ServerFacts): Metric[] {
  const { rss } = process.memoryUsage();
  return [
    metric('gauge', 'process_resident_memory_bytes', 'Memory the process takes.', [{ value: rss }]),
    metric('gauge', 'engram_uptime_seconds', 'How long the process has been running.', [
      { value: process.uptime() },
    ]),
    metric('gauge', 'engram_build_info', 'Which version is running.', [{ labels: { version }, value: 1 }]),
  ];
}
