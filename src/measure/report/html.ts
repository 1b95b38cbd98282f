import type { Remark, Report } from '../../records/report.ts';
import { counted } from '../../text/counted.ts';
import { html, type Markup } from './markup.ts';
import { preventionSection, qualitySection } from './page-learning.ts';
import { withCode } from './page-parts.ts';
import {
  agentsSection,
  categoriesSection,
  coordinationSection,
  failuresSection,
  sequencesSection,
  timeSection,
} from './page-work.ts';
import { savedBy, savedLines } from './savings.ts';
import { reportStyle } from './style.ts';
import { bytes, duration, percent, points, quantity } from './words.ts';

/** Nothing is fetched and nothing runs: the page is safe to open wherever it came from. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * A report as one page that needs nothing else: no script, no font, no picture from anywhere. Every stored text in it
 * is escaped.
 *
 * @example
 * await writeFile('report.html', reportPage(report));
 */
export function reportPage(report: Report): string {
  const title = `${report.agent ?? report.project} · Engram report`;
  const body = html`<main>${header(report)}${tiles(report)}${remarks(report)}${timeSection(report)}${categoriesSection(report)}${qualitySection(report)}${failuresSection(report)}${preventionSection(report)}${sequencesSection(report)}${agentsSection(report)}${coordinationSection(report)}${footer(report)}</main>`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><meta http-equiv="Content-Security-Policy" content="${{ markup: policy }}"><title>${title}</title><style>${{ markup: reportStyle }}</style></head>
<body>${body}</body></html>
`.markup;
}

function header({ project, agent, generatedAt, period }: Report): Markup {
  const who = agent === null ? html`${project}` : html`${agent} <span class="soft">in ${project}</span>`;
  const days = period.from === null ? `Until ${period.to}` : `${period.from} to ${period.to}`;
  const at = `${new Date(generatedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return html`<header><div class="mark">Engram</div><h1>${who}</h1><p class="soft">${days} · made ${at}</p></header>`;
}

function tile(label: string, value: string, note: string): Markup {
  return html`<div class="tile"><div class="label">${label}</div><div class="value${value === '–' ? ' none' : ''}">${value}</div><div class="note">${note}</div></div>`;
}

function tiles({ savings, overall, quality, health }: Report): Markup {
  const { successRate } = overall;
  const lift = quality.lift.difference;
  return html`<div class="tiles">${[
    ...savedLines(savings).map(([what, saved]) => tile(what, saved, savedBy(savings))),
    tile(
      'Success',
      percent(successRate.value),
      successRate.value === null
        ? 'no finished run'
        : `between ${percent(successRate.low)} and ${percent(successRate.high)}`,
    ),
    tile(
      'Finished runs',
      quantity(overall.runs),
      `${quantity(overall.failed)} failed, ${quantity(overall.partly)} partly`,
    ),
    tile(
      'Lift with memory',
      lift.value === null ? '–' : points(lift.value).replace(/ points?$/, ' pt'),
      lift.low === null || lift.high === null
        ? 'nothing to compare yet'
        : `between ${points(lift.low)} and ${points(lift.high)}`,
    ),
    tile(
      'Mean time',
      duration(overall.meanMs),
      overall.medianMs === null ? 'of finished runs' : `median ${duration(overall.medianMs)}`,
    ),
    tile(
      'Tokens',
      quantity(overall.inputTokens + overall.outputTokens),
      `${counted(overall.modelCalls, 'model call')}, ${counted(overall.toolCalls, 'tool call')}`,
    ),
    tile(
      'Memories',
      quantity(health.memories),
      `${bytes(health.storageBytes)}${health.meanRetrievalMs === null ? '' : `, found in ${duration(health.meanRetrievalMs)}`}`,
    ),
  ]}</div>`;
}

function remarks({ recommendations, insights, overall }: Report): Markup {
  const list = (items: readonly Remark[], name: string): Markup =>
    html`<ul class="remarks ${name}">${items.map(({ about, text }) => html`<li class="${about}"><span>${withCode(text)}</span></li>`)}</ul>`;
  const whenNone =
    overall.runs === 0
      ? 'Nothing yet. Once runs have finished, this says what to do about them.'
      : 'Nothing is pressing: no category is below the wanted success, declining or slow.';
  return html`<section class="pair"><div class="card"><h3>What to do</h3>${recommendations.length === 0 ? html`<p class="soft">${whenNone}</p>` : list(recommendations.slice(0, 8), 'todo')}</div><div class="card"><h3>What was found out</h3>${insights.length === 0 ? html`<p class="soft">Nothing yet. It takes a few runs that name their approach.</p>` : list(insights.slice(0, 10), 'found')}</div></section>`;
}

function footer({ overall, categories }: Report): Markup {
  const seen = `${counted(overall.runs, 'finished run')} in ${counted(categories.length, 'category', 'categories')}`;
  return html`<footer><p>From ${seen}. A partial success counts half. Intervals hold the true value with 95% certainty. Runs with and without memory were not assigned at random: the comparison within categories is an observation, not an experiment.</p></footer>`;
}
