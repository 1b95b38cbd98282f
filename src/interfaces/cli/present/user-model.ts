import type { UserEntry } from '../../../records/user-entry.ts';
import type { BackendInfo, BackendReport, MemoryBackendAnswer } from '../../../records/user-model-inputs.ts';
import { fields } from '../layout.ts';
import { listTable, type PageStyle, right, safe, shownJson } from './presenter.ts';

export function presentBackend(info: BackendInfo, page: PageStyle): string {
  const { paint } = page;
  const others = info.backends.filter(({ backend_name }) => backend_name !== info.backend_name);
  return fields(paint, [
    ['backend', info.backend_name],
    ['answers', info.available ? 'yes' : paint.bad('no')],
    ['keeps data', `${safe(info.data_location)}${info.is_cloud ? ', which is not this machine' : ''}`],
    ['why', safe(info.reason)],
    ['warning', info.warning !== null && paint.bad(safe(info.warning))],
    [
      'others',
      others.length > 0 &&
        others
          .map(({ backend_name, available }) => `${backend_name}${available ? '' : ' (no answer)'}`)
          .join(', '),
    ],
  ]);
}

export function presentEvaluation(report: BackendReport, page: PageStyle): string {
  const { paint } = page;
  const latency = (milliseconds: number | null): string =>
    milliseconds === null ? '–' : `${milliseconds.toFixed(1)} ms`;
  const rows = listTable(page, report.evaluations, [
    ['BACKEND', ({ backend_name }) => backend_name],
    ['SCORE', ({ score }) => String(score), right],
    ['VERDICT', ({ recommendation }) => recommendation],
    ['STORE', ({ store_latency_ms }) => latency(store_latency_ms), right],
    ['RETRIEVE', ({ retrieve_latency_ms }) => latency(retrieve_latency_ms), right],
    ['QUERY', ({ query_latency_ms }) => latency(query_latency_ms), right],
    ['DATA', ({ data_location }) => safe(data_location)],
  ]);
  const notes = report.evaluations.flatMap(({ backend_name, notes: said }) =>
    said.map((note) => paint.dim(`  ${backend_name}: ${safe(note)}`)),
  );
  return [rows, ...notes, '', safe(report.recommendation)].join('\n');
}

export function presentBackendAnswer(answer: MemoryBackendAnswer, page: PageStyle): string {
  const { paint } = page;
  if (!answer.success) return paint.bad(safe(answer.error ?? ''));
  if (answer.info !== undefined) return presentBackend(answer.info, page);
  if (answer.report !== undefined) return presentEvaluation(answer.report, page);
  if (answer.entry !== undefined) return presentEntries([answer.entry], page);
  if (answer.results !== undefined) {
    return answer.results.length === 0 ? 'Nothing fits.' : presentEntries(answer.results, page);
  }
  if (answer.keys !== undefined) return answer.keys.length === 0 ? 'No keys.' : safe(answer.keys.join('\n'));
  if (answer.deleted === true) return `${paint.good('Deleted')} ${safe(answer.key ?? '')}`;
  return answer.stored === true
    ? `${paint.good('Stored')} ${safe(answer.key ?? '')}`
    : 'Nothing was stored: user models are switched off.';
}

function presentEntries(entries: readonly UserEntry[], page: PageStyle): string {
  return listTable(page, entries, [
    ['KEY', ({ key }) => safe(key)],
    ['VALUE', ({ value }) => safe(shownJson(value))],
  ]);
}
