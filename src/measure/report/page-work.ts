import type { Report } from '../../records/report.ts';
import { counted } from '../../text/counted.ts';
import { countBar, runsPerDay, shareBar, successOverTime } from './charts.ts';
import { coordinationLines } from './coordination-lines.ts';
import { html, type Markup, nothing } from './markup.ts';
import { empty, row, table } from './page-parts.ts';
import {
  agentNames,
  categoryName,
  directionWords,
  duration,
  percent,
  quantity,
  sharePhrase,
} from './words.ts';

const maxRows = 12;

const direction = (trend: keyof typeof directionWords): Markup =>
  html`<span class="${trend}">${directionWords[trend]}</span>`;

export function timeSection({ days }: Report): Markup {
  if (days.length === 0)
    return html`<h2>Over time</h2>${empty('No run has finished in the last 90 days. Runs that agents record over the library, HTTP or MCP appear here when they end; `engram import` brings in sessions made elsewhere.')}`;
  const data = table(
    ['Day', '#Succeeded', '#Partly', '#Failed', '#Success, seven days'],
    [...days]
      .reverse()
      .map(({ date, succeeded, partly, failed, successRate }) => [
        date,
        String(succeeded),
        String(partly),
        String(failed),
        sharePhrase(successRate),
      ]),
  );
  return html`<h2>Over time</h2><div class="pair"><div class="card"><h3>Success over time</h3><p class="soft">Each day with the six before it</p>${successOverTime(days)}<div class="legend"><span><i class="line"></i>success rate</span><span><i class="band"></i>where it lies with 95% certainty</span></div></div><div class="card"><h3>Runs per day</h3><p class="soft">By how they ended</p>${runsPerDay(days)}<div class="legend"><span><i class="success"></i>succeeded</span><span><i class="partial"></i>partly</span><span><i class="failure"></i>failed</span></div></div></div><details><summary>The days as a table</summary>${data}</details>`;
}

export function categoriesSection({ categories }: Report): Markup {
  if (categories.length === 0)
    return html`<h2>Categories</h2>${empty('Give tasks a category, and this compares them: which succeed, which get worse, which approach is best.')}`;
  const bars = categories
    .slice(0, maxRows)
    .map(({ category, successRate, runs }) =>
      row(
        categoryName(category),
        shareBar(categoryName(category), successRate),
        percent(successRate.value),
        `of ${counted(runs, 'run')}`,
      ),
    );
  const details = table(
    ['Category', '#Runs', '#Success', 'Trend', '#Mean time', '#Median', 'Best approaches'],
    categories.map(({ category, runs, successRate, trend, meanMs, medianMs, bestApproaches }) => [
      categoryName(category),
      quantity(runs),
      sharePhrase(successRate),
      direction(trend?.direction ?? 'insufficient_data'),
      duration(meanMs),
      duration(medianMs),
      bestApproaches.length === 0
        ? '–'
        : bestApproaches
            .map(({ approach, successRate: rate, attempts }) => `${approach} ${percent(rate)} of ${attempts}`)
            .join(', '),
    ]),
  );
  const more =
    categories.length > maxRows
      ? html`<p class="soft">The ${maxRows} with most runs; all are in the table.</p>`
      : nothing;
  return html`<h2>Categories</h2><p class="lead">Success of each kind of task. The thin line is where the true rate lies.</p><div class="card"><div class="rows">${bars}</div>${more}</div><div class="card">${details}</div>`;
}

export function failuresSection({ failures }: Report): Markup {
  if (failures.length === 0)
    return html`<h2>Failures</h2>${empty('No recurring failure is known. Errors of recorded steps are grouped by themselves and appear here with what fixes them.')}`;
  const maxOccurrences = Math.max(...failures.map(({ occurrences }) => occurrences));
  const bars = failures
    .slice(0, maxRows)
    .map(({ slug, occurrences }) =>
      row(
        slug,
        countBar(slug, occurrences, maxOccurrences, 'failure'),
        quantity(occurrences),
        occurrences === 1 ? 'time' : 'times',
      ),
    );
  const details = table(
    ['Failure', 'Message', '#Times', 'Met by', 'Tools', 'What helps', '#Checks'],
    failures.map(({ slug, message, occurrences, agents, tools, solutions, checks }) => [
      slug,
      html`<span class="soft">${message}</span>`,
      quantity(occurrences),
      agentNames(agents),
      tools.slice(0, 4).join(', ') || '–',
      solutions
        .slice(0, 3)
        .map(({ approach, successes, failures: failed }) =>
          successes + failed === 0
            ? `${approach} (not tried yet)`
            : `${approach} (${percent(successes / (successes + failed))} of ${Math.round(successes + failed)})`,
        )
        .join('; ') || 'not known yet',
      String(checks),
    ]),
  );
  return html`<h2>Failures</h2><p class="lead">What keeps happening, and what is known against it.</p><div class="card"><div class="rows">${bars}</div></div><div class="card">${details}</div>`;
}

export function sequencesSection({ sequences }: Report): Markup {
  if (sequences.length === 0)
    return html`<h2>Tool sequences that work</h2>${empty('Too few successful runs have calls in common yet.')}`;
  const chain = (steps: Report['sequences'][number]['steps']): Markup =>
    html`<span class="chain">${steps.map(({ tool, repeated }, index) => html`${index === 0 ? nothing : html`<i>→</i>`}<span>${tool}${repeated ? '+' : ''}</span>`)}</span>`;
  const details = table(
    ['Sequence', '#Successful runs', '#Failed runs', '#Lift'],
    sequences.map(({ steps, support, failures, lift }) => [
      chain(steps),
      quantity(support),
      quantity(failures),
      `${lift.toFixed(2)}×`,
    ]),
  );
  return html`<h2>Tool sequences that work</h2><p class="lead">Called one after the other. The lift is the success of runs with it against that of all runs; + is called several times in a row.</p><div class="card">${details}</div>`;
}

export function agentsSection({ agents }: Report): Markup {
  if (agents.length === 0)
    return html`<h2>Agents</h2>${empty('Name the agent when recording, with `--agent` or `X-Engram-Agent`, and this compares them.')}`;
  const places = (items: Report['agents'][number]['topSuccesses']): string =>
    items
      .map(
        ({ category, approach, successRate, runs }) =>
          `${categoryName(category)}${approach === null ? '' : ` with ${approach}`}, ${percent(successRate.value)} of ${runs}`,
      )
      .join('; ') || '–';
  const details = table(
    ['Agent', '#Memories', '#Runs', '#Success', 'Trend', 'Best at', 'To improve'],
    agents.map(({ agent, memories, runs, successRate, trend, topSuccesses, areasToImprove }) => [
      agent,
      quantity(memories),
      quantity(runs),
      sharePhrase(successRate),
      direction(trend),
      places(topSuccesses),
      places(areasToImprove),
    ]),
  );
  return html`<h2>Agents</h2><div class="card">${details}</div>`;
}

/** Plans and workflows; nothing where there are none. */
export function coordinationSection(report: Report): Markup {
  const lines = coordinationLines(report);
  if (lines.length === 0) return nothing;
  return html`<h2>Plans and workflows</h2><p class="lead">The latest 50 plans and 100 workflows.</p><div class="card">${table(['', '#'], lines)}</div>`;
}
