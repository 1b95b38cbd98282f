import type { Figure } from '../../records/quality.ts';
import type { Remark, Report } from '../../records/report.ts';
import { counted } from '../../text/counted.ts';
import { coordinationLines } from './coordination-lines.ts';
import { plainLine } from './plain.ts';
import { savedBy, savedLines } from './savings.ts';
import {
  agentNames,
  bytes,
  categoryName,
  directionWords,
  duration,
  percent,
  points,
  quantity,
  sharePhrase,
  stepsPhrase,
} from './words.ts';

const maxCellLength = 120;
const maxSentenceLength = 400;

/** Stored text as text: nothing in it becomes a tag, a link, a cell, a heading or a list. */
function inline(text: string, longest = maxSentenceLength): string {
  return plainLine(text, longest)
    .replace(/[\\<&|[\]*]/g, '\\$&')
    .replaceAll('://', ':\\//')
    .replace(/\b(www)\./gi, '$1\\.')
    .replace(/^[-+>#=~](?=[\s>#=~-]|$)/, '\\$&')
    .replace(/^(\d+)(?=[.)](?:\s|$))/, '$1\\');
}

/** A table whose columns are aligned as text, too; columns that begin with `#` are numbers. */
function table(columns: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const cells = rows.map((row) => row.map((cell) => inline(cell, maxCellLength)));
  const titles = columns.map((title) => title.replace('#', ''));
  const isNumber = columns.map((title) => title.startsWith('#'));
  const widths = titles.map((title, index) =>
    Math.max(3, [...title].length, ...cells.map((row) => [...(row[index] ?? '')].length)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row
      .map((cell, index) => {
        const gap = ' '.repeat(Math.max(0, (widths[index] ?? 0) - [...cell].length));
        return isNumber[index] === true ? gap + cell : cell + gap;
      })
      .join(' | ')} |`;
  const rule = widths.map((width, index) =>
    isNumber[index] === true ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(titles), `| ${rule.join(' | ')} |`, ...cells.map(line)].join('\n');
}

function section(title: string, ...parts: readonly string[]): string {
  return [`## ${title}`, ...parts].join('\n\n');
}

function list(remarks: readonly Remark[], whenNone: string): string {
  return remarks.length === 0 ? whenNone : remarks.map(({ text }) => `- ${inline(text)}`).join('\n');
}

/**
 * A report as Markdown that reads well as it is.
 *
 * @example
 * process.stdout.write(reportMarkdown(report));
 */
export function reportMarkdown(report: Report): string {
  const { agent, project, period, generatedAt } = report;
  const who = agent === null ? inline(project) : `${inline(agent)} in ${inline(project)}`;
  const days = period.from === null ? `Until ${period.to}` : `${period.from} to ${period.to}`;
  return `${[
    `# Report: ${who}`,
    `${days}. Made ${new Date(generatedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    savedBy(report.savings),
    overview(report),
    section(
      'What to do',
      list(
        report.recommendations,
        report.overall.runs === 0 ? 'Nothing yet: no run has finished.' : 'Nothing is pressing.',
      ),
    ),
    section(
      'What was found out',
      list(report.insights, 'Nothing yet. It takes a few runs that name their approach.'),
    ),
    categories(report),
    quality(report),
    failures(report),
    prevention(report),
    sequences(report),
    agents(report),
    ...coordination(report),
    '---',
    'A partial success counts half. Intervals hold the true value with 95% certainty. Runs with and without memory were not assigned at random: the comparison is an observation, not an experiment.',
  ].join('\n\n')}\n`;
}

function overview({ savings, overall, health }: Report): string {
  return table(
    ['', '#'],
    [
      ...savedLines(savings),
      ['Finished runs', quantity(overall.runs)],
      ['Success', sharePhrase(overall.successRate)],
      ['Mean time', duration(overall.meanMs)],
      ['Median time, latest runs', duration(overall.medianMs)],
      ['Tokens read, written', `${quantity(overall.inputTokens)}, ${quantity(overall.outputTokens)}`],
      ['Model calls', quantity(overall.modelCalls)],
      ['Tool calls', quantity(overall.toolCalls)],
      ['Memories', quantity(health.memories)],
      [
        'Retrieval time, mean and 95th percentile',
        `${duration(health.meanRetrievalMs)}, ${duration(health.p95RetrievalMs)}`,
      ],
      ['Storage', bytes(health.storageBytes)],
      ['Top agents', health.topAgents.map(({ agent }) => agent).join(', ') || '–'],
    ],
  );
}

function categories(report: Report): string {
  if (report.categories.length === 0)
    return section('Categories', 'No run has finished yet. Give tasks a category, and this compares them.');
  return section(
    'Categories',
    table(
      ['Category', '#Runs', '#Success', 'Trend', '#Mean time', 'Best approaches'],
      report.categories.map(({ category, runs, successRate, trend, meanMs, bestApproaches }) => [
        categoryName(category),
        quantity(runs),
        sharePhrase(successRate),
        directionWords[trend?.direction ?? 'insufficient_data'],
        duration(meanMs),
        bestApproaches
          .map(({ approach, successRate: rate, attempts }) => `${approach} ${percent(rate)} of ${attempts}`)
          .join(', ') || '–',
      ]),
    ),
  );
}

function quality({
  quality: { utilisation, informedRuns, lift, harm, recurrence, transfer },
  predictions,
}: Report): string {
  const figureCells = (figure: Figure, phrase: string): string[] =>
    figure.value === null ? ['–', figure.reason ?? ''] : [phrase, `from ${quantity(figure.n)}`];
  const { value, low, high } = lift.difference;
  return section(
    'Does learning help?',
    table(
      ['', 'Figure', 'Evidence'],
      [
        ['Decisions informed by memory', ...figureCells(utilisation, sharePhrase(utilisation))],
        ['Runs given memories', ...figureCells(informedRuns, sharePhrase(informedRuns))],
        [
          'Lift with memory',
          ...figureCells(
            lift.difference,
            `${points(value ?? 0)} (${points(low ?? 0)} to ${points(high ?? 0)})`,
          ),
        ],
        ['Runs made worse', ...figureCells(harm.share, `${quantity(harm.runs)}, ${sharePhrase(harm.share)}`)],
        ['Wrong blocks', ...figureCells(harm.wrongBlocks, sharePhrase(harm.wrongBlocks))],
        [
          'Fewer recurrences after prevention',
          ...figureCells(recurrence.reduction, sharePhrase(recurrence.reduction)),
        ],
        [
          "Success with other agents' memories",
          ...figureCells(transfer.successRate, sharePhrase(transfer.successRate)),
        ],
        predictions === null
          ? ['Brier score of predictions', '–', 'No prediction could be compared with an outcome yet.']
          : [
              'Brier score of predictions',
              predictions.brier.toFixed(3),
              `base rate ${predictions.baseRateBrier.toFixed(3)}, from ${counted(predictions.n, 'run')}`,
            ],
      ],
    ),
  );
}

function failures(report: Report): string {
  if (report.failures.length === 0)
    return section(
      'Failures',
      'No recurring failure is known. Errors of recorded steps are grouped by themselves.',
    );
  return section(
    'Failures',
    table(
      ['Failure', '#Times', 'Met by', 'Tools', 'What helps', '#Checks'],
      report.failures.map(({ slug, occurrences, agents, tools, solutions: [best], checks }) => [
        slug,
        quantity(occurrences),
        agentNames(agents),
        tools.join(', ') || '–',
        best === undefined
          ? 'not known yet'
          : `${best.approach}, ${quantity(best.successes)} of ${quantity(best.successes + best.failures)}`,
        String(checks),
      ]),
    ),
  );
}

function prevention(report: Report): string {
  if (report.prevention.length === 0)
    return section(
      'Prevention',
      'No check has been made. `engram prevention generate --pattern P` makes one.',
    );
  return section(
    'Prevention',
    table(
      ['Check', 'Action', '#Fired', '#Right', '#Prevented'],
      report.prevention.map(({ name, action, enabled, fired, right, prevented }) => [
        name,
        enabled ? action : `${action}, off`,
        quantity(fired),
        sharePhrase(right),
        sharePhrase(prevented),
      ]),
    ),
  );
}

function sequences(report: Report): string {
  if (report.sequences.length === 0)
    return section('Tool sequences that work', 'Too few successful runs have calls in common yet.');
  return section(
    'Tool sequences that work',
    table(
      ['Sequence', '#Successful runs', '#Failed runs', '#Lift'],
      report.sequences.map(({ steps, support, failures: failed, lift }) => [
        stepsPhrase(steps),
        quantity(support),
        quantity(failed),
        lift.toFixed(2),
      ]),
    ),
  );
}

function coordination(report: Report): string[] {
  const lines = coordinationLines(report);
  return lines.length === 0 ? [] : [section('Plans and workflows', table(['', '#'], lines))];
}

function agents(report: Report): string {
  if (report.agents.length === 0)
    return section('Agents', 'No agent has a run or a memory. Name it with `--agent`.');
  const places = (items: Report['agents'][number]['topSuccesses']): string =>
    items
      .map(({ category, successRate }) => `${categoryName(category)} ${percent(successRate.value)}`)
      .join(', ') || '–';
  return section(
    'Agents',
    table(
      ['Agent', '#Memories', '#Runs', '#Success', 'Trend', 'Best at', 'To improve'],
      report.agents.map((agent) => [
        agent.agent,
        quantity(agent.memories),
        quantity(agent.runs),
        sharePhrase(agent.successRate),
        directionWords[agent.trend],
        places(agent.topSuccesses),
        places(agent.areasToImprove),
      ]),
    ),
  );
}
