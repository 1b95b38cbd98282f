/** A line through points of x and y, both above 0. */
export interface Line {
  /** Written at its end; empty where the title says it all. */
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

const width = 210;
const height = 170;
const margin = { left: 48, right: 42, top: 40, bottom: 46 };
const step = width + margin.left + margin.right;

const style = `
    text { font: 12px system-ui, sans-serif; fill: #57606a }
    .title { font-weight: 600; fill: #1f2328 }
    .grid { stroke: #d8dee4 }
    .line { fill: none; stroke-width: 2 }
    .line0 { stroke: #0969da } .dot0 { fill: #0969da }
    .line1 { stroke: #bc4c00 } .dot1 { fill: #bc4c00 }
    @media (prefers-color-scheme: dark) {
      text { fill: #9198a1 }
      .title { fill: #f0f6fc }
      .grid { stroke: #3d444d }
      .line0 { stroke: #4493f8 } .dot0 { fill: #4493f8 }
      .line1 { stroke: #f0883e } .dot1 { fill: #f0883e }
    }`;

/**
 * Charts beside each other, both axes logarithmic, for readers in the light and in the dark.
 *
 * @example drawCharts([{ title: 'Seconds', lines: [{ name: '', points: [[10, 1], [100, 2]] }] }]) // '<svg …'
 */
export function drawCharts(panels: readonly Panel[]): string {
  const [totalWidth, totalHeight] = [panels.length * step, margin.top + height + margin.bottom];
  const label = panels.map(({ title }) => title).join('; ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${totalWidth} ${totalHeight}" width="${totalWidth}" height="${totalHeight}" role="img" aria-label="By number of memories: ${label}">
  <style>${style}
  </style>
${panels.map(drawPanel).join('\n')}
</svg>
`;
}

function drawPanel({ title, lines }: Panel, index: number): string {
  const points = lines.flatMap((line) => line.points);
  const across = axisOf(points.map(([x]) => x));
  const up = axisOf(points.map(([, y]) => y));
  const x = (value: number): string => (across.at(value) * width).toFixed(1);
  const y = (value: number): string => ((1 - up.at(value)) * height).toFixed(1);
  const parts = [
    `<text class="title" x="0" y="-16">${title}</text>`,
    ...up.ticks.flatMap((tick) => [
      `<path class="grid" d="M0 ${y(tick)}H${width}"/>`,
      `<text x="-8" y="${y(tick)}" dy="4" text-anchor="end">${shown(tick)}</text>`,
    ]),
    ...across.ticks.flatMap((tick) => [
      `<path class="grid" d="M${x(tick)} 0V${height}"/>`,
      `<text x="${x(tick)}" y="${height + 18}" text-anchor="middle">${shown(tick)}</text>`,
    ]),
    `<text x="${width / 2}" y="${height + 38}" text-anchor="middle">memories</text>`,
    ...lines.flatMap((line, number) => [
      `<path class="line line${number}" d="M${line.points.map(([a, b]) => `${x(a)} ${y(b)}`).join('L')}"/>`,
      ...line.points.map(([a, b]) => `<circle class="dot${number}" cx="${x(a)}" cy="${y(b)}" r="3"/>`),
      ...nameOf(line).map(
        ([[a, b], name]) => `<text class="dot${number}" x="${x(a)}" y="${y(b)}" dx="8" dy="4">${name}</text>`,
      ),
    ]),
  ];
  const left = index * step + margin.left;
  return `  <g transform="translate(${left} ${margin.top})">\n    ${parts.join('\n    ')}\n  </g>`;
}

/** The last point with the name beside it, if there is one. */
function nameOf({ name, points }: Line): (readonly [readonly [number, number], string])[] {
  const last = points.at(-1);
  return name === '' || last === undefined ? [] : [[last, name]];
}

/** Whole powers of ten around the values: where each is, from 0 to 1. */
function axisOf(values: readonly number[]): { ticks: number[]; at(value: number): number } {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)),
    at: (value) => (Math.log10(value) - first) / (last - first),
  };
}

/** 10, 1k, 1M. */
function shown(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`;
  return value >= 1e3 ? `${value / 1e3}k` : String(Number(value.toPrecision(3)));
}
