import { beforeEach, describe, expect, it } from 'vitest';
import { EngramError } from '../../errors.ts';
import type { LanguageModel, ModelRequest } from '../../ports/language-model.ts';
import { aStep, resetBuilders } from '../../testing/builders.ts';
import { attacks, harmIn } from '../../text/inert/attacks.fixture.ts';
import { countTokens } from '../../text/token-count.ts';
import { createTokenBudget } from './budget.ts';
import type { RunLog } from './run-log.ts';
import { type Synthesis, type SynthesisRequest, synthesise } from './synthesise.ts';

beforeEach(resetBuilders);

const answer = {
  successful_strategies: ['Look at the order, then refund it.'],
  optimal_tool_sequence: [{ step: 1, tool: 'get_order', rationale: 'shows the status' }],
  pitfalls_to_avoid: ['get_order needs "#".'],
  efficiency_tips: [],
  key_insights: ['Only paid orders.'],
};
const bare = JSON.stringify(answer);

/** A model that gives these answers in turn, and remembers what it was asked. */
function scripted(...answers: ReadonlyArray<string | Error>): LanguageModel & { asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    id: 'scripted',
    asked,
    async generate(request) {
      const next = answers[asked.length] ?? 'nothing more';
      asked.push(request);
      if (next instanceof Error) throw next;
      return { text: next, requests: [], inputTokens: 100, outputTokens: 20, cut: false };
    },
  };
}

const log = (overrides: Partial<RunLog> = {}): RunLog => ({
  task: { description: 'Refund order 42' },
  agent: 'ali',
  outcome: 'success',
  steps: [aStep()],
  durationMs: 900,
  ...overrides,
});

function ask(model: LanguageModel, overrides: Partial<SynthesisRequest> = {}): Promise<Synthesis> {
  const budget = createTokenBudget(1_000_000, () => 0);
  return synthesise(model, {
    log: log(),
    previous: null,
    logTokens: 2_000,
    maxOutputTokens: 500,
    budget,
    ...overrides,
  });
}

describe('TPL-3 distilling by a language model', () => {
  it.each([
    ['bare JSON', bare],
    ['fenced JSON', `\`\`\`json\n${bare}\n\`\`\``],
    ['prose around it', `Here it is:\n${bare}\nI hope that helps {really}.`.replace(' {really}', '')],
    ['prose around a fence', `Sure {thing}!\n\n\`\`\`\n${bare}\n\`\`\`\nDone.`],
  ])('reads %s', async (_form, text) => {
    expect(await ask(scripted(text))).toEqual({
      distilled: {
        strategies: answer.successful_strategies,
        toolSequence: answer.optimal_tool_sequence,
        pitfalls: answer.pitfalls_to_avoid,
        tips: [],
        insights: answer.key_insights,
      },
      inputTokens: 100,
      outputTokens: 20,
    });
  });

  it('takes one text for a list: each of its lines is a point', async () => {
    const told = { ...answer, key_insights: 'Only paid orders.\r\n\nAsk first.', efficiency_tips: null };
    expect(await ask(scripted(JSON.stringify(told)))).toMatchObject({
      distilled: { insights: ['Only paid orders.', 'Ask first.'], tips: [] },
    });
  });

  it.each([
    ['broken JSON', bare.slice(0, -9), 'no JSON object'],
    ['a list', '[1, 2]', 'no JSON object'],
    ['a wrong type', '{"key_insights": {"one": 1}}', 'key_insights'],
    ['nothing', '{"answer": 42}', 'empty'],
    ['a tool that is not in the log', bare.replaceAll('"get_order"', '"rm_rf"'), 'rm_rf'],
    ['far too much', `${bare}${' '.repeat(300_000)}`, '200000'],
  ])('asks once more after %s, saying what was wrong', async (_what, text, problem) => {
    const model = scripted(text, bare);
    expect(await ask(model)).toMatchObject({
      distilled: { strategies: answer.successful_strategies },
      inputTokens: 200,
    });
    const again = model.asked[1]?.messages.at(-1);
    expect(again).toMatchObject({ role: 'user', text: expect.stringContaining(problem) });
  });

  it('gives up after the second answer, and tells what was used', async () => {
    const model = scripted('no', 'no', bare);
    expect(await ask(model)).toMatchObject({
      failed: expect.stringContaining('no JSON'),
      inputTokens: 200,
      outputTokens: 40,
    });
    expect(model.asked).toHaveLength(2);
  });

  it('says why when the model cannot be reached, and never rejects', async () => {
    const model = scripted(new EngramError('timeout', 'The model did not answer within 60 s.'));
    expect(await ask(model)).toMatchObject({ failed: 'The model did not answer within 60 s.' });
  });

  it('cuts what the model says to the size of a memory', async () => {
    const long = {
      ...answer,
      key_insights: Array.from({ length: 40 }, (_, index) => `${index} ${'x'.repeat(900)}`),
    };
    const result = await ask(scripted(JSON.stringify(long)));
    const insights = 'distilled' in result ? result.distilled.insights : [];
    expect(insights).toHaveLength(10);
    expect(insights.every((line) => line.length <= 300)).toBe(true);
  });

  it('stays within the tokens of a day, which are set aside before they are used', async () => {
    const model = scripted(bare, bare);
    const budget = createTokenBudget(1_500, () => 0);
    await ask(model, { budget });
    expect(budget.left).toBe(1_500 - 120);
    expect(await ask(model, { budget, maxOutputTokens: 1_400 })).toMatchObject({
      failed: expect.stringContaining('used up'),
    });
    expect(model.asked).toHaveLength(1);
  });

  it('shows failures and changes first when the log is long, whole steps only, in their order', async () => {
    const steps = Array.from({ length: 60 }, (_, position) =>
      aStep({ position, result: 'word '.repeat(40) }),
    );
    steps.push(aStep({ position: 60, tool: 'refund' }));
    steps.push(
      aStep({
        position: 61,
        success: false,
        error: { type: 'E', message: 'payment missing', signature: 'payment missing' },
      }),
    );
    const model = scripted(bare);
    await ask(model, { log: log({ steps }), logTokens: 400 });
    const shown =
      model.asked[0]?.messages.map((message) => ('text' in message ? message.text : '')).join('\n') ?? '';
    expect(shown).toContain('FAILED payment missing');
    expect(shown.indexOf('refund {')).toBeLessThan(shown.indexOf('FAILED'));
    expect(shown).toMatch(/- \d+ steps left out/);
    expect(countTokens(shown)).toBeLessThan(1_400);
  });

  it('shows what was recorded as data whose marks no text can close', async () => {
    for (const attack of Object.values(attacks)) {
      const model = scripted(bare);
      const previous = { strategies: [attack], toolSequence: [], pitfalls: [], tips: [], insights: [attack] };
      const steps = [aStep({ arguments: { [attack.slice(0, 50).toWellFormed()]: attack }, result: attack })];
      await ask(model, { log: log({ steps, task: { description: attack } }), previous });
      const message = model.asked[0]?.messages[1];
      const text = message !== undefined && 'text' in message ? message.text : '';
      const [, mark = 'none'] = /<recorded-data-([0-9a-f]{12})>/.exec(text) ?? [];
      expect(text.split(mark)).toHaveLength(3);
      expect(text.endsWith(`</recorded-data-${mark}>\n\nAnswer with the JSON object.`)).toBe(true);
      const [, inside = ''] = text.split(new RegExp(`</?recorded-data-${mark}>`));
      expect(harmIn(inside)).toEqual([]);
    }
  });
});

describe('the budget of tokens', () => {
  it('is full again on another day', () => {
    let now = 0;
    const budget = createTokenBudget(100, () => now);
    budget.reserve(80)?.settle(90);
    expect(budget.reserve(20)).toBeNull();
    now = 86_400_000;
    expect(budget.left).toBe(100);
  });

  it('gives back what was not used, once, and keeps what was never settled', () => {
    const budget = createTokenBudget(100, () => 0);
    const reservation = budget.reserve(60);
    reservation?.settle(10);
    reservation?.settle(0);
    expect(budget.left).toBe(90);
    budget.reserve(50);
    expect(budget.left).toBe(40);
  });

  it('does not count today what was set aside yesterday', () => {
    let now = 0;
    const budget = createTokenBudget(100, () => now);
    const late = budget.reserve(60);
    now = 86_400_000;
    expect(budget.left).toBe(100);
    late?.settle(5);
    expect(budget.left).toBe(100);
  });
});
