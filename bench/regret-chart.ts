/** What a policy has lost after each pull, on average. */
export interface RegretLine {
  readonly name: string;
  /** Rewards behind the best single agent in hindsight, after 1, 2, 3 … pulls. */
  readonly regret: readonly number[];
}

const width = 420;
const height = 220;
const margin = { left: 48, right: 150, top: 40, bottom: 46 };

const style = `
    text { font: 12px system-ui, sans-serif; fill: #57606a }
    .title { font-weight: 600; fill: #1f2328 }
    .grid { stroke: #d8dee4 }
    .line { fill: none; stroke-width: 2 }
    .line0 { stroke: #57606a } .name0 { fill: #57606a }
    .line1 { stroke: #bc4c00 } .name1 { fill: #bc4c00 }
    .line2 { stroke: #0969da } .name2 { fill: #0969da }
    @media (prefers-color-scheme: dark) {
      text { fill: #9198a1 }
      .title { fill: #f0f6fc }
      .grid { stroke: #3d444d }
      .line0 { stroke: #9198a1 } .name0 { fill: #9198a1 }
      .line1 { stroke: #f0883e } .name1 { fill: #f0883e }
      .line2 { stroke: #4493f8 } .name2 { fill: #4493f8 }
    }`;

/**
 * Regret over time, for readers in the light and in the dark; at most three lines.
 *
 * @example drawRegret('Regret', [{ name: 'random', regret: [0.2, 0.4] }]) // '<svg …'
 */
export function drawRegret(title: string, lines: readonly RegretLine[]): string {
  const pulls = Math.max(...lines.map(({ regret }) => regret.length));
  const highest = Math.max(1, ...lines.flatMap(({ regret }) => regret));
  const up = ticksTo(highest);
  const top = up.at(-1) ?? 1;
  const x = (pull: number): string => ((pull / pulls) * width).toFixed(1);
  const y = (value: number): string => ((1 - value / top) * height).toFixed(1);
  const parts = [
    `<text class="title" x="0" y="-16">${title}</text>`,
    ...up.flatMap((tick) => [
      `<path class="grid" d="M0 ${y(tick)}H${width}"/>`,
      `<text x="-8" y="${y(tick)}" dy="4" text-anchor="end">${tick}</text>`,
    ]),
    ...ticksTo(pulls)
      .filter((tick) => tick <= pulls)
      .map((tick) => `<text x="${x(tick)}" y="${height + 18}" text-anchor="middle">${tick}</text>`),
    `<text x="${width / 2}" y="${height + 38}" text-anchor="middle">tasks</text>`,
    ...lines.flatMap(({ name, regret }, number) => [
      `<path class="line line${number}" d="M${[0, ...regret].map((value, pull) => `${x(pull)} ${y(value)}`).join('L')}"/>`,
      `<text class="name${number}" x="${width + 8}" y="${y(regret.at(-1) ?? 0)}" dy="4">${name}</text>`,
    ]),
  ];
  const [totalWidth, totalHeight] = [margin.left + width + margin.right, margin.top + height + margin.bottom];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${totalWidth} ${totalHeight}" width="${totalWidth}" height="${totalHeight}" role="img" aria-label="${title}">
  <style>${style}
  </style>
  <g transform="translate(${margin.left} ${margin.top})">
    ${parts.join('\n    ')}
  </g>
</svg>
`;
}

/** About five round numbers from 0 up to at least the value. */
function ticksTo(value: number): number[] {
  const rough = value / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  return Array.from({ length: Math.ceil(value / step) + 1 }, (_, index) =>
    Number((index * step).toPrecision(6)),
  );
}
