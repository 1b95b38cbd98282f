import type { Diagnosis } from '../../../diagnose.ts';
import type { Statistics } from '../../../view.ts';
import type { SettingLine } from '../../operations/settings-list.ts';
import { fields, percent, table } from '../layout.ts';
import { type Page, safe } from './presenter.ts';

export function presentStatistics(statistics: Statistics, { paint }: Page): string {
  const kinds = Object.entries(statistics.memoriesByKind).map(([kind, count]) => `${count} ${kind}`);
  return fields(
    [
      ['memories', `${statistics.memories}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`],
      ['runs', `${statistics.runs}, ${statistics.steps} steps`],
      [
        'success',
        statistics.successRate === null
          ? 'no finished run yet'
          : `${percent(statistics.successRate)} of ${statistics.finishedRuns} finished runs`,
      ],
      ['sessions', `${statistics.sessions}, ${statistics.messages} messages`],
      ['tasks', String(statistics.tasks)],
      ['templates', String(statistics.templates)],
      ['store', `${statistics.backend}, ${(statistics.sizeBytes / 1_048_576).toFixed(1)} MB`],
    ],
    paint,
  );
}

export function presentSettings({ settings }: { settings: readonly SettingLine[] }, page: Page): string {
  const rows = settings.map(({ name, value, from }) => [
    name,
    value === null ? '–' : safe(String(value)),
    safe(from),
  ]);
  return table([{ title: 'SETTING' }, { title: 'VALUE' }, { title: 'FROM' }], rows, page.paint, page.columns);
}

const signs = { ok: '✓', warning: '!', problem: '✗' } as const;

export function presentDiagnosis({ checks, healthy }: Diagnosis, { paint }: Page): string {
  const lines = checks.map(({ name, state, found, fix }) => {
    const sign = state === 'ok' ? paint.good(signs.ok) : paint.bad(signs[state]);
    const advice = fix === null ? '' : `\n    ${paint.bold('Fix:')} ${safe(fix)}`;
    return `${sign} ${paint.bold(name)}  ${safe(found)}${advice}`;
  });
  return [...lines, healthy ? paint.good('All is well.') : paint.bad('Something needs fixing.')].join('\n');
}
