import type { Figure } from '../../records/quality.ts';
import type { Report } from '../../records/report.ts';
import { counted } from '../../text/counted.ts';
import { differenceBar, shareBar } from './charts.ts';
import { html, type Markup, nothing } from './markup.ts';
import { empty, row, table, withCode } from './page-parts.ts';
import { percent, points, quantity, sharePhrase } from './words.ts';

/** A figure in large, what it means and how sure it is. When it cannot be told, why. */
function card(
  title: string,
  value: string,
  { value: known, reason }: Figure,
  words: string,
  more = nothing,
): Markup {
  return known === null
    ? html`<div class="card"><h3>${title}</h3><div class="big soft">–</div><p class="soft">${withCode(reason ?? '')}</p></div>`
    : html`<div class="card"><h3>${title}</h3><div class="big">${value}</div><p class="soft">${words}</p>${more}</div>`;
}

const between = ({ low, high, n }: Figure): string =>
  `Between ${percent(low)} and ${percent(high)}, from ${counted(n, 'observation')}.`;

/** Whether learning helps (LRN-11). */
export function qualitySection(report: Report): Markup {
  const { utilisation, informedRuns, harm, recurrence, transfer } = report.quality;
  const cards = [
    card(
      'Use of memory',
      percent(utilisation.value),
      utilisation,
      `of decisions were informed by a memory, and ${informedRuns.value === null ? 'no run' : `${percent(informedRuns.value)} of runs`} given one. ${between(utilisation)}`,
    ),
    card(
      'Harm',
      counted(harm.runs, 'run'),
      harm.share,
      `made worse, ${percent(harm.share.value)} of those with memory or a judged block: ${counted(harm.wrongBlocks.value === null ? 0 : Math.round(harm.wrongBlocks.value * harm.wrongBlocks.n), 'wrong block')}, and failures beyond what runs without memory predict.${harm.memoriesDemoted === null ? '' : ` ${counted(harm.memoriesDemoted, 'memory', 'memories')} demoted.`}`,
    ),
    card(
      'Recurrence after prevention',
      recurrence.reduction.value === null
        ? ''
        : `${percent(Math.abs(recurrence.reduction.value))} ${recurrence.reduction.value < 0 ? 'more' : 'fewer'}`,
      recurrence.reduction,
      `a run, in ${counted(recurrence.patterns, 'failure pattern')} with a check: ${quantity(recurrence.before)} before, ${quantity(recurrence.after)} since.`,
    ),
    card(
      'Failures prevented',
      percent(recurrence.prevented.value),
      recurrence.prevented,
      `of those that a check foretold did not happen. ${between(recurrence.prevented)}`,
    ),
    card(
      'Transfer between agents',
      percent(transfer.successRate.value),
      transfer.successRate,
      `success of runs that were given another agent's memories. ${between(transfer.successRate)}`,
    ),
    predictionCard(report),
  ];
  return html`<h2>Does learning help?</h2><p class="lead">Runs that were given memories, against those that were not, within the same category.</p>${liftCard(report)}<div class="grid3">${cards}</div>`;
}

function liftCard({ quality: { lift } }: Report): Markup {
  const { difference, withMemory, withoutMemory, relative } = lift;
  if (difference.value === null || withMemory === null || withoutMemory === null)
    return empty(
      `${difference.reason ?? ''} Begin runs in a learning mode for some tasks of a category and not for others.`,
    );
  const plain = (value: number): Figure => ({
    value,
    low: value,
    high: value,
    n: difference.n,
    reason: null,
  });
  const verdict =
    (difference.low ?? 0) > 0
      ? 'Memory helps, beyond chance.'
      : (difference.high ?? 0) < 0
        ? 'Memory hurts, beyond chance.'
        : 'Too close to tell from chance yet.';
  const range = `${points(difference.low ?? 0)} and ${points(difference.high ?? 0)}`;
  return html`<div class="card"><h3>Lift with memory: ${points(difference.value)}${relative === null ? '' : ` (${relative >= 0 ? '+' : '−'}${percent(Math.abs(relative))})`}</h3><p class="soft">${verdict} From ${counted(difference.n, 'run')} in ${counted(lift.categories, 'category', 'categories')}; ${counted(lift.runsLeftOut, 'run')} had nothing to be compared with.</p><div class="rows">${[
    row('With memory', shareBar('With memory', plain(withMemory), 'success'), percent(withMemory), 'success'),
    row(
      'Without',
      shareBar('Without memory', plain(withoutMemory), 'muted'),
      percent(withoutMemory),
      'success',
    ),
    row(
      'Difference',
      differenceBar(`Difference: ${points(difference.value)}, between ${range}`, difference),
      points(difference.value),
      '',
    ),
  ]}</div><p class="soft">The difference lies between ${range} with 95% certainty.</p></div>`;
}

function predictionCard({ predictions }: Report): Markup {
  if (predictions === null)
    return card(
      'Predictions',
      '',
      {
        value: null,
        low: null,
        high: null,
        n: 0,
        reason: 'No prediction could be compared with an outcome yet.',
      },
      '',
    );
  const { brier, baseRateBrier, n } = predictions;
  const known = { value: brier, low: null, high: null, n, reason: null };
  return card(
    'Predictions',
    brier.toFixed(3),
    known,
    `Brier score over ${counted(n, 'run')}; always expecting the average has ${baseRateBrier.toFixed(3)}. Lower is better.`,
  );
}

/** Checks and what came of them (LRN-4). */
export function preventionSection({ prevention }: Report): Markup {
  if (prevention.length === 0)
    return html`<h2>Prevention</h2>${empty('No check has been made. `engram prevention generate --pattern P` makes one from a failure that has a solution.')}`;
  const details = table(
    ['Check', 'What it says', 'Action', '#Fired', '#Right', '#Prevented'],
    prevention.map(({ name, message, action, enabled, fired, right, prevented }) => [
      name,
      message,
      enabled ? action : `${action}, off`,
      quantity(fired),
      sharePhrase(right),
      sharePhrase(prevented),
    ]),
  );
  return html`<h2>Prevention</h2><p class="lead">A check is right when the failure was near: it was prevented, or happened all the same.</p><div class="card">${details}</div>`;
}
