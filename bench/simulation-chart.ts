/** Success in each week, from 0 to 1. */
export interface WeeklyLine {
  readonly name: string;
  readonly weeks: readonly number[];
}

const width = 420;
const height = 220;
const margin = { left: 48, right: 160, top: 58, bottom: 46 };

const style = `
    text { font: 12px system-ui, sans-serif; fill: #57606a }
    .title { font-weight: 600; fill: #1f2328 }
    .grid { stroke: #d8dee4 }
    .line { fill: none; stroke-width: 2 }
    .line0 { stroke: #57606a } .name0 { fill: #57606a }
    .line1 { stroke: #0969da } .name1 { fill: #0969da }
    .line2 { stroke: #bc4c00 } .name2 { fill: #bc4c00 }
    .line3 { stroke: #1a7f37; stroke-dasharray: 5 4 } .name3 { fill: #1a7f37 }
    @media (prefers-color-scheme: dark) {
      text { fill: #9198a1 }
      .title { fill: #f0f6fc }
      .grid { stroke: #3d444d }
      .line0 { stroke: #9198a1 } .name0 { fill: #9198a1 }
      .line1 { stroke: #4493f8 } .name1 { fill: #4493f8 }
      .line2 { stroke: #f0883e } .name2 { fill: #f0883e }
      .line3 { stroke: #3fb950 } .name3 { fill: #3fb950 }
    }`;

/**
 * Success a week, for readers in the light and in the dark; at most four lines.
 *
 * @example drawWeeks('Success', 'illustration', [{ name: 'without', weeks: [0.4, 0.5] }]) // '<svg …'
 */
export function drawWeeks(title: string, note: string, lines: readonly WeeklyLine[]): string {
  const weeks = Math.max(2, ...lines.map((line) => line.weeks.length));
  const x = (week: number): string => ((week / (weeks - 1)) * width).toFixed(1);
  const y = (share: number): string => ((1 - share) * height).toFixed(1);
  const names = apart(lines.map((line) => (1 - (line.weeks.at(-1) ?? 0)) * height));
  const parts = [
    `<text class="title" x="0" y="-32">${title}</text>`,
    `<text x="0" y="-14">${note}</text>`,
    ...[0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((tick) => [
      `<path class="grid" d="M0 ${y(tick)}H${width}"/>`,
      `<text x="-8" y="${y(tick)}" dy="4" text-anchor="end">${Math.round(tick * 100)} %</text>`,
    ]),
    ...Array.from(
      { length: weeks },
      (_, week) => `<text x="${x(week)}" y="${height + 18}" text-anchor="middle">${week + 1}</text>`,
    ),
    `<text x="${width / 2}" y="${height + 38}" text-anchor="middle">week</text>`,
    ...lines.flatMap((line, number) => [
      `<path class="line line${number}" d="M${line.weeks.map((share, week) => `${x(week)} ${y(share)}`).join('L')}"/>`,
      `<text class="name${number}" x="${width + 8}" y="${names[number]?.toFixed(1)}" dy="4">${line.name}</text>`,
    ]),
  ];
  const [totalWidth, totalHeight] = [margin.left + width + margin.right, margin.top + height + margin.bottom];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${totalWidth} ${totalHeight}" width="${totalWidth}" height="${totalHeight}" role="img" aria-label="${title}: ${note}">
  <style>${style}
  </style>
  <g transform="translate(${margin.left} ${margin.top})">
    ${parts.join('\n    ')}
  </g>
</svg>
`;
}

/** Names of lines that end close together are moved apart, so that each can be read. */
function apart(places: readonly number[]): number[] {
  const moved = [...places];
  let last = Number.NEGATIVE_INFINITY;
  for (const { index } of places
    .map((place, index) => ({ place, index }))
    .sort((one, other) => one.place - other.place)) {
    last = Math.max(moved[index] ?? 0, last + 15);
    moved[index] = last;
  }
  return moved;
}
