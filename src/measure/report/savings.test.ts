import { describe, expect, it } from 'vitest';
import { reportPage } from './html.ts';
import { reportMarkdown } from './markdown.ts';
import { makeReport } from './report.ts';
import { aTally, noInputs } from './sample.fixture.ts';
import { savedBy, savedLines, savings } from './savings.ts';

const firstRun = {
  modelCalls: 8,
  toolCalls: 10,
  steps: 18,
  inputTokens: 9_000,
  outputTokens: 1_000,
  wallTimeMs: 60_000,
};
const template = { id: 'tpl', firstRun };
const again = { templateId: 'tpl', style: 'replay', modelCalls: 0, inputTokens: 0, outputTokens: 0 } as const;

describe('TPL-10 what re-runs of templates saved', () => {
  it('is what the first run cost, for each that succeeded, minus what they cost', () => {
    const tallies = [
      aTally({ ...again, runs: 10, durationMs: 20_000 }),
      aTally({ ...again, style: 'adaptive', runs: 2, modelCalls: 6, inputTokens: 8_000, durationMs: 60_000 }),
      aTally(),
    ];
    expect(savings(tallies, [template])).toEqual({
      runs: 12,
      modelCalls: 12 * 8 - 6,
      tokens: 12 * 10_000 - 8_000,
      timeMs: 12 * 60_000 - 80_000,
      runsLeftOut: 0,
    });
  });

  it('goes below zero when re-runs fail, and counts a partial success half', () => {
    const failed = aTally({ ...again, outcome: 'failure', runs: 1, modelCalls: 5, durationMs: 9_000 });
    expect(savings([failed], [template])).toMatchObject({ modelCalls: -5, timeMs: -9_000 });
    const partly = aTally({ ...again, outcome: 'partial', runs: 1, durationMs: 0 });
    expect(savings([partly], [template])).toMatchObject({ modelCalls: 4, tokens: 5_000, timeMs: 30_000 });
    expect(savedLines(savings([failed], [template]))[0]).toEqual(['Model calls saved', '-5']);
  });

  it('leaves out re-runs of templates that are gone', () => {
    expect(savings([aTally({ ...again, runs: 3 })], [])).toMatchObject({ runs: 0, runsLeftOut: 3 });
  });
});

describe('ADP-3 the report leads with model calls, tokens and time saved', () => {
  const report = makeReport({
    ...noInputs,
    templateRuns: [aTally({ ...again, runs: 10, durationMs: 20_000 })],
    templates: [template],
  });

  it('in every form', () => {
    const words = ['Model calls saved', 'Tokens saved', 'Time saved', 'Success'];
    for (const page of [reportMarkdown(report), reportPage(report)]) {
      const places = words.map((each) => page.indexOf(each));
      expect(places).toEqual(places.toSorted((left, right) => left - right));
      expect(places[0]).toBeGreaterThan(0);
    }
    expect(Object.keys(report).indexOf('savings')).toBeLessThan(Object.keys(report).indexOf('overall'));
    expect(reportMarkdown(report)).toMatch(/Model calls saved +\| +80/);
  });

  it('and says what to do when no template was re-executed', () => {
    const { savings: none } = makeReport(noInputs);
    expect(savedLines(none).map(([, saved]) => saved)).toEqual(['–', '–', '–']);
    expect(savedBy(none)).toBe('No template has been re-executed: save a run that went well.');
  });
});
