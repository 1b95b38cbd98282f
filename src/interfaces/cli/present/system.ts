import type { CreatedToken, ShownToken } from '../../../access/tokens.ts';
import type { Statistics } from '../../../measure/measure.ts';
import type { Diagnosis, SettingsList } from '../../../operations/outputs.ts';
import type { CacheStatistics } from '../../../ports/toolbox.ts';
import type { ShownJob } from '../../../records/job.ts';
import { counted } from '../../../text/counted.ts';
import { ago, fields, percent } from '../layout.ts';
import { agentName, day, listTable, optional, type PageStyle, right, safe, whole } from './presenter.ts';

export function presentStatistics(
  statistics: Statistics & { readonly resultCache: CacheStatistics },
  { paint }: PageStyle,
): string {
  const { hitRate } = statistics.resultCache;
  const kinds = Object.entries(statistics.memoriesByKind).map(([kind, count]) => `${count} ${kind}`);
  return fields(paint, [
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
    ['plans', plansLine(statistics.coordination)],
    ['workflows', workflowsLine(statistics.durability)],
    ['kept results', hitRate !== null && `${percent(hitRate)} of calls spared`],
    ['store', `${statistics.backend}${sizeText(statistics.sizeBytes)}`],
  ]);
}

const sizeText = (bytes: number | null): string =>
  bytes === null ? '' : `, ${(bytes / 1_048_576).toFixed(1)} MB`;

/** What came of the latest plans; nothing where there is none. */
function plansLine(figures: Statistics['coordination']): string | false {
  if (figures.plans === 0) return false;
  const { plansDone, plans, subTasksDone, subTasks, overhead } = figures;
  const idle = overhead === null ? '' : `, ${percent(overhead)} of the time no agent worked`;
  return `${plansDone} of ${plans} done, ${subTasksDone} of ${counted(subTasks, 'sub-task')}${idle}`;
}

function workflowsLine(figures: Statistics['durability']): string | false {
  if (figures.workflows === 0) return false;
  const { workflowsDone, workflows, checkpoints, takenOver, recoveryRate, checkpointMs } = figures;
  const recovered =
    recoveryRate === null ? '' : `, ${takenOver} taken over, ${percent(recoveryRate)} recovered`;
  const cost = checkpointMs === null ? '' : ` of ${checkpointMs.toFixed(2)} ms`;
  return `${workflowsDone} of ${workflows} done, ${counted(checkpoints, 'checkpoint')}${cost}${recovered}`;
}

export function presentSettings({ settings, notInForce }: SettingsList, page: PageStyle): string {
  const rows = listTable(page, settings, [
    ['SETTING', ({ name }) => name],
    ['VALUE', ({ value }) => (value === null ? '–' : safe(String(value)))],
    ['FROM', ({ from }) => safe(from)],
  ]);
  const ofProject = notInForce.map(({ file, settings: names }) =>
    names.length === 0
      ? `Not run: ${safe(file)} is a program of the project.`
      : `Not in force: ${names.join(', ')} of ${safe(file)}. Trust the file with: engram trust ${safe(file)}`,
  );
  return [rows, ...ofProject].join('\n');
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
  return listTable(page, items, [
    ['ID', ({ id }) => id, whole],
    ['NAME', ({ name }) => safe(name)],
    ['PROJECT', ({ anyProject, scope }) => (anyProject ? '(every)' : safe(scope.project)), optional],
    ['AGENT', ({ scope }) => agentName(scope.agent)],
    ['SCOPES', ({ scopes }) => scopes.join(',')],
    ['CREATED', ({ createdAt }) => ago(createdAt, page.now), optional],
    ['EXPIRES', (token) => expiryOf(token, page)],
  ]);
}

function expiryOf({ expiresAt }: ShownToken, { now, paint }: PageStyle): string {
  if (expiresAt === null) return 'never';
  return expiresAt <= now ? paint.bad(`${day(expiresAt)} (over)`) : day(expiresAt);
}

export function presentRevoked({ revoked }: { revoked: string }, { paint }: PageStyle): string {
  return `${paint.good('Revoked')} ${safe(revoked)}; it opens nothing any more`;
}

export function presentJobs({ items }: { items: readonly ShownJob[] }, page: PageStyle): string {
  if (items.length === 0) return 'No background work was needed yet.';
  return listTable(page, items, [
    ['JOB', ({ name }) => safe(name)],
    ['STATE', ({ status }) => status],
    ['DONE', ({ done }) => String(done), right],
    ['LEFT', ({ left }) => String(left ?? '?'), right],
    ['LAST', ({ updatedAt }) => ago(updatedAt === 0 ? null : updatedAt, page.now)],
    ['PROBLEM', ({ error }) => safe(error ?? '')],
  ]);
}
