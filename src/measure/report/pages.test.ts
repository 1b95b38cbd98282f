import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../records/report.ts';
import { reportPage } from './html.ts';
import { reportMarkdown } from './markdown.ts';
import { learningQuality } from './quality.ts';
import { makeReport } from './report.ts';
import {
  aCheck,
  anApproach,
  aTally,
  aTrend,
  noInputs,
  noQualityInputs,
  now,
  today,
} from './sample.fixture.ts';

/** A report in which every stored text is this one. */
function reportNaming(name: string): Report {
  const check = aCheck('check');
  const place = { agent: name, category: name, approach: name };
  const tallies = [
    aTally({ ...place, informed: true }),
    aTally({ ...place, outcome: 'failure', runs: 8 }),
    aTally({ ...place, outcome: 'partial', day: today - 3, durationMs: 9_000_000 }),
  ];
  return makeReport({
    ...noInputs,
    project: name,
    agent: name,
    tallies,
    quality: learningQuality({ ...noQualityInputs, tallies }),
    trends: [aTrend({ category: name, direction: 'declining' })],
    approaches: [{ category: name, approaches: [anApproach({ approach: name })] }],
    sequences: [
      {
        slug: 'a-then-b',
        steps: [
          { tool: name, repeated: true },
          { tool: name, repeated: false },
        ],
        support: 4,
        failures: 1,
        lift: 1.2,
        lowerBound: 0.5,
        evidence: [name],
      },
    ],
    failures: [
      {
        slug: name,
        message: name,
        occurrences: 3,
        agents: ['ali', null],
        lastSeenAt: now,
        tools: [name],
        solutions: [{ approach: name, successes: 1, failures: 0 }],
        checks: 0,
      },
    ],
    checks: [{ ...check, content: { ...check.content, message: name } }],
    memoriesByAgent: new Map([[name, 3]]),
  });
}

const empty = makeReport(noInputs);
const unseen = /\p{Cf}|(?!\s)\p{Cc}/u;
const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></svg></style><script>',
  '<!-- --> <![CDATA[ ]]> &lt; &#60;',
  '\u202egnp.exe\u2066 \u200b\u0000\u001b[31m',
  'a|b\n# heading\n- [x](javascript:alert(1))',
];

describe('ADP-3 the report as a page', () => {
  /** Every tag with its attributes, without the texts between; what is marked as a command may be written by anybody. */
  const tags = (page: string): string =>
    (page.match(/<[^>]*>/g) ?? []).filter((tag) => !/^<\/?code>$/.test(tag)).join('');
  const harmless = tags(reportPage(reportNaming('name')));

  it.each(hostile)('takes %j as text', (name) => {
    expect(tags(reportPage(reportNaming(name)))).toBe(harmless);
  });

  it('takes any stored text as text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        fc.pre(name.trim() !== '' && name.isWellFormed());
        expect(tags(reportPage(reportNaming(`n${name}`)))).toBe(harmless);
      }),
      { numRuns: 8 },
    );
  });

  it('shows nothing that turns the direction of text around, or is not seen', () => {
    const page = reportPage(reportNaming('evil\u202egnp\u2066\u200b\u0007'));
    expect(page).toContain('evilgnp');
    expect(page).not.toMatch(unseen);
  });

  it('needs nothing from elsewhere, and runs nothing', () => {
    const page = reportPage(reportNaming('name'));
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\bsrc=|\bhref=|url\(|@import|https?:/i);
    expect(page).toContain("default-src 'none'");
  });

  it('describes every picture, and has its days as a table', () => {
    const page = reportPage(reportNaming('name'));
    const pictures = page.match(/<svg[^>]*>/g) ?? [];
    expect(pictures.length).toBeGreaterThan(5);
    expect(pictures.every((tag) => tag.includes('role="img"'))).toBe(true);
    expect(page.match(/<svg[^>]*><title>[^<]+<\/title>/g)).toHaveLength(pictures.length);
    expect(page).toContain('<th scope="row">2026-03-28</th>');
  });

  it('shows the figures', () => {
    const page = reportPage(reportNaming('name'));
    expect(page).toContain('Success over time');
    expect(page).toContain('Finished runs</div><div class="value">28</div>');
    expect(page).toMatch(/Lift with memory: \+72 points/);
  });

  it('says what to do when nothing was recorded', () => {
    const page = reportPage(empty);
    expect(page).not.toContain('NaN');
    expect(page).toContain('No run has finished in the last 90 days.');
    expect(page).toContain('<code>engram prevention generate --pattern P</code>');
  });

  it('draws no line across days without runs, and a single day so that it is seen', () => {
    const tallies = [aTally({ day: today - 30 }), aTally()];
    const page = reportPage(makeReport({ ...noInputs, tallies }));
    expect(page.match(/<polyline/g)).toHaveLength(2);
    const [, points = ''] =
      /<polyline class="line" points="([^"]*)"/.exec(
        reportPage(makeReport({ ...noInputs, tallies: [aTally()] })),
      ) ?? [];
    expect(points).toBe('0,0 1,0');
  });
});

describe('ADP-3 the report as Markdown', () => {
  const cellsOf = (line: string): number => line.replace(/\\./g, '').split('|').length;

  it.each(hostile)('takes %j as text', (name) => {
    const text = reportMarkdown(reportNaming(name));
    expect(text.split('\n').map(cellsOf)).toEqual(
      reportMarkdown(reportNaming('name')).split('\n').map(cellsOf),
    );
    // What is between backslashes is text; no other sign may begin a tag or a link.
    const bare = text.replace(/\\./g, '');
    expect(bare).not.toMatch(/[<[\]]/);
    expect(text).not.toMatch(unseen);
  });

  it('makes no address a link', () => {
    expect(reportMarkdown(reportNaming('https://evil.example www.evil.example'))).not.toMatch(/:\/\/|www\./);
  });

  it('has aligned tables', () => {
    const lines = reportMarkdown(reportNaming('name')).split('\n');
    const start = lines.findIndex((line) => line.startsWith('| Category'));
    const widths = lines.slice(start, start + 3).map((line) => [...line].length);
    expect(new Set(widths).size).toBe(1);
    expect(lines[start + 1]).toMatch(/^\| -+ \| -+: \|/);
  });

  it('says what to do when nothing was recorded', () => {
    const text = reportMarkdown(empty);
    expect(text).toContain('No check has been made. `engram prevention generate --pattern P` makes one.');
    expect(text).not.toMatch(/NaN|undefined|null/);
  });
});
