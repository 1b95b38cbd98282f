import type { CostRatios, RunCosts, TemplateComparison } from '../../../records/template-run.ts';
import { counted } from '../../../text/counted.ts';
import { duration, percent, table } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import type { PageStyle } from './presenter.ts';

/** Runs that a chart on a terminal has room for, the latest. */
const maxBars = 20;
const barWidth = 40;

type RunRow = TemplateComparison['runs'][number];

/** The first run beside its re-runs (TPL-10). */
export function presentComparison(comparison: TemplateComparison, page: PageStyle): string {
  const { paint } = page;
  const { slug, version, first, adaptive, replay, ratios, runs } = comparison;
  const head = `${paint.accent(slug)}, version ${version}: ${counted(runs.length - 1, 're-run', 're-runs')}`;
  if (adaptive === null && replay === null) {
    return [
      head.replace('0 re-runs', 'not run again yet'),
      costTable(comparison, page),
      paint.dim(`Run it again:  engram template run ${slug} --tools mcp.json`),
    ].join('\n');
  }
  return [
    head,
    costTable({ first, adaptive, replay, ratios }, page),
    '',
    paint.bold('Model calls of each run'),
    ...chart(runs, paint),
  ].join('\n');
}

type FigureRow = readonly [
  title: string,
  shown: (costs: RunCosts) => string,
  ratio: (ratios: CostRatios) => number | null,
];

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

const figures: readonly FigureRow[] = [
  ['model calls', ({ modelCalls }) => rounded(modelCalls), ({ modelCalls }) => modelCalls],
  ['  for each part', ({ modelCallsPerSubTask }) => rounded(modelCallsPerSubTask), () => null],
  ['tool calls', ({ toolCalls }) => rounded(toolCalls), () => null],
  ['steps', ({ steps }) => rounded(steps), ({ steps }) => steps],
  ['tokens', ({ inputTokens, outputTokens }) => rounded(inputTokens + outputTokens), ({ tokens }) => tokens],
  ['time', ({ wallTimeMs }) => duration(wallTimeMs), ({ wallTimeMs }) => wallTimeMs],
];

function costTable(
  { first, adaptive, replay, ratios }: Pick<TemplateComparison, 'first' | 'adaptive' | 'replay' | 'ratios'>,
  { paint, columns }: PageStyle,
): string {
  const right = 'right' as const;
  const groups = [
    { costs: adaptive, ratio: ratios.adaptive },
    { costs: replay, ratio: ratios.replay },
  ];
  const ended = (costs: RunCosts | null): string =>
    costs === null ? '–' : `${costs.successes} of ${costs.runs}`;
  return table(
    [
      { title: 'MEAN OF A RUN' },
      { title: 'FIRST', align: right },
      { title: 'ADAPTIVE', align: right },
      { title: '', align: right },
      { title: 'REPLAY', align: right },
      { title: '', align: right },
    ],
    [
      ['worked', ended(first), ended(adaptive), '', ended(replay), ''],
      ...figures.map(([title, shown, ratioOf]) => [
        title,
        shown(first),
        ...groups.flatMap(({ costs, ratio }) => {
          const share = ratio === null ? null : ratioOf(ratio);
          return [costs === null ? '–' : shown(costs), share === null ? '' : percent(share)];
        }),
      ]),
    ],
    paint,
    columns,
  );
}

/** One bar a run, oldest first; the first run is always there. */
function chart(runs: readonly RunRow[], paint: Paint): string[] {
  const [first, ...others] = runs;
  const latest = others.slice(-maxBars);
  const hidden = others.length - latest.length;
  const rows = first === undefined ? latest : [first, ...latest];
  const maxCalls = Math.max(1, ...rows.map(({ modelCalls }) => modelCalls));
  const lines = rows.map(({ style, modelCalls, outcome }) => {
    const sign = outcome === 'success' ? paint.good('✓') : paint.bad('✗');
    const bar = '█'.repeat(Math.ceil((modelCalls / maxCalls) * barWidth));
    return `  ${style.padEnd(8)} ${sign} ${paint.accent(bar)}${bar === '' ? '' : ' '}${modelCalls}`;
  });
  if (hidden === 0) return lines;
  return [...lines.slice(0, 1), paint.dim(`  … ${counted(hidden, 'run')} before these`), ...lines.slice(1)];
}
