import type { CreatedToken, ShownToken } from '../../../access/tokens.ts';
import type { Statistics } from '../../../measure/measure.ts';
import type { Diagnosis, SettingsList } from '../../../operations/outputs.ts';
import type { CacheStatistics } from '../../../ports/toolbox.ts';
import type { ShownJob } from '../../../records/job.ts';
import { counted } from '../../../text/counted.ts';
import { ago, fields, percent, table } from '../layout.ts';
import { agentName, type PageStyle, safe } from './presenter.ts';

export function presentStatistics(
  statistics: Statistics & { readonly resultCache: CacheStatistics },
  { paint }: PageStyle,
): string {
  const kinds = Object.entries(statistics.memoriesByKind).map(([kind, count]) => `${count} ${kind}`);
  return fields(
    [
      ['memories', `${statistics.memories}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`],
      ['runs', `${statistics.runs}, ${counted(statistics.steps, 'step')}`],
      [
        'success',
        statistics.successRate === null
          ? 'no finished run yet'
          : `${percent(statistics.successRate)} of ${counted(statistics.finishedRuns, 'finished run')}`,
      ],
      ['sessions', `${statistics.sessions}, ${counted(statistics.messages, 'message')}`],
      ['tasks', String(statistics.tasks)],
      ['templates', String(statistics.templates)],
      ...(statistics.resultCache.hitRate === null
        ? []
        : [['kept results', `${percent(statistics.resultCache.hitRate)} of calls spared`] as const]),
      ['store', `${statistics.backend}, ${(statistics.sizeBytes / 1_048_576).toFixed(1)} MB`],
    ],
    paint,
  );
}

export function presentSettings({ settings }: SettingsList, page: PageStyle): string {
  const rows = settings.map(({ name, value, from }) => [
    name,
    value === null ? '–' : safe(String(value)),
    safe(from),
  ]);
  return table([{ title: 'SETTING' }, { title: 'VALUE' }, { title: 'FROM' }], rows, page.paint, page.columns);
}

const signs = { ok: '✓', warning: '!', problem: '✗' } as const;

export function presentDiagnosis({ checks, healthy }: Diagnosis, { paint }: PageStyle): string {
  const lines = checks.map(({ name, state, found, fix }) => {
    const sign = state === 'ok' ? paint.good(signs.ok) : paint.bad(signs[state]);
    const advice = fix === null ? '' : `\n    ${paint.bold('Fix:')} ${safe(fix)}`;
    return `${sign} ${paint.bold(name)}  ${safe(found)}${advice}`;
  });
  return [...lines, healthy ? paint.good('All is well.') : paint.bad('Something needs fixing.')].join('\n');
}

export function presentCreatedToken(token: CreatedToken, { paint }: PageStyle): string {
  return [
    `${paint.good('Created')} token ${paint.accent(safe(token.name))} for ${actingAs(token)}: ${token.scopes.join(', ')}`,
    '',
    `  ${token.secret}`,
    '',
    paint.dim('It is shown only now. Send it as "Authorization: Bearer …".'),
  ].join('\n');
}

function actingAs({ scope, anyProject }: ShownToken): string {
  const project = anyProject ? 'every project' : `project ${safe(scope.project)}`;
  const agent = scope.agent === null ? 'all its agents' : `agent ${safe(scope.agent)}`;
  return `user ${safe(scope.user)}, ${project}, ${agent}`;
}

export function presentTokens({ items }: { items: readonly ShownToken[] }, page: PageStyle): string {
  if (items.length === 0) return 'No tokens yet. Create one:\n  engram token create --name laptop';
  const rows = items.map((token) => [
    token.id,
    safe(token.name),
    token.anyProject ? '(every)' : safe(token.scope.project),
    agentName(token.scope.agent),
    token.scopes.join(','),
    ago(token.createdAt, page.now),
    expiryOf(token, page),
  ]);
  const columns = [
    { title: 'ID', whole: true },
    { title: 'NAME' },
    { title: 'PROJECT', optional: true },
    { title: 'AGENT' },
    { title: 'SCOPES' },
    { title: 'CREATED', optional: true },
    { title: 'EXPIRES' },
  ];
  return table(columns, rows, page.paint, page.columns);
}

function expiryOf({ expiresAt }: ShownToken, { now, paint }: PageStyle): string {
  if (expiresAt === null) return 'never';
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  return expiresAt <= now ? paint.bad(`${day} (over)`) : day;
}

export function presentRevoked({ revoked }: { revoked: string }, { paint }: PageStyle): string {
  return `${paint.good('Revoked')} ${safe(revoked)}; it opens nothing any more`;
}

export function presentJobs({ items }: { items: readonly ShownJob[] }, page: PageStyle): string {
  if (items.length === 0) return 'No background work was needed yet.';
  const right = 'right' as const;
  const rows = items.map((job) => [
    safe(job.name),
    job.status,
    String(job.done),
    job.left === null ? '?' : String(job.left),
    job.updatedAt === 0 ? 'never' : ago(job.updatedAt, page.now),
    job.error === null ? '' : safe(job.error),
  ]);
  return table(
    [
      { title: 'JOB' },
      { title: 'STATE' },
      { title: 'DONE', align: right },
      { title: 'LEFT', align: right },
      { title: 'LAST' },
      { title: 'PROBLEM' },
    ],
    rows,
    page.paint,
    page.columns,
  );
}
