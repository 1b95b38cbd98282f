import type { NotKept, RememberReport } from '../../../records/remember.ts';
import { counted } from '../../../text/counted.ts';
import { listTable, type PageStyle, right, safe } from './presenter.ts';

/** Why a message gave nothing, in words. */
const reasons: Readonly<Record<NotKept, string>> = {
  'no-message': 'no message',
  'not-a-person': 'said by no person',
  'nothing-typed': 'nothing typed: code, quotes, attachments',
  'other-language': 'in another language than the rules know',
  'no-statement': 'no statement',
  question: 'a question',
  hedged: 'a guess or a wish',
  momentary: 'about the moment',
  'points-elsewhere': 'not understood by itself',
  vague: 'too vague',
  'not-chosen': 'not chosen by the model',
  secret: 'holds a secret',
  known: 'known already',
};

export function presentRemembered(report: RememberReport, page: PageStyle): string {
  const { kept, notKept, dryRun, messages, model } = report;
  const { paint } = page;
  const what = `${counted(kept.length, 'memory', 'memories')} of ${counted(messages, 'message')}`;
  const heading = dryRun ? `Would keep ${what}` : `${paint.good('Kept')} ${what}`;
  const lines = kept.length === 0 ? [] : [keptTable(report, page)];
  const left = notKept.map(({ reason, count }) => `  ${String(count).padStart(5)}  ${reasons[reason]}`);
  return [
    `${heading}, chosen by ${report.by === 'model' ? 'the model' : 'rules'}${kept.length === 0 ? '.' : ':'}`,
    ...lines,
    ...(left.length === 0 ? [] : [paint.dim('Messages that gave nothing:'), ...left]),
    ...(model?.problem == null
      ? []
      : [`The model did not read all of it (${safe(model.problem)}); rules read the rest.`]),
    ...(dryRun && kept.length > 0 ? [paint.dim('Nothing was kept. Leave --dry-run out to keep it.')] : []),
  ].join('\n');
}

function keptTable({ kept }: RememberReport, page: PageStyle): string {
  return listTable(page, kept, [
    ['MESSAGE', ({ position }) => String(position), right],
    ['WHY', ({ why }) => why],
    [
      'MEMORY',
      ({ text, supersedes }) =>
        `${safe(text)}${supersedes.length === 0 ? '' : ` (instead of ${supersedes.join(', ')})`}`,
    ],
  ]);
}
