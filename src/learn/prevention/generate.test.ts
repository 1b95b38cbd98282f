import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkContentSchema } from '../../records/check.ts';
import { slugSchema } from '../../text/slug.ts';
import { aCall, aCheck } from './check.fixture.ts';
import { compileChecks, evaluate } from './evaluate.ts';
import { checksFrom, type FailureToPrevent, type KnownRemedy } from './generate.ts';

const failure: FailureToPrevent = {
  id: 'les_pattern',
  slug: 'npm-install-timeout',
  template: 'npm ERR! network timeout at: <*>',
  occurrences: 7,
  tools: ['npm_install', 'npm_ci'],
  categories: ['build'],
};
const remedy = (overrides: Partial<KnownRemedy> = {}): KnownRemedy => ({
  approach: 'Clear the npm cache',
  steps: [],
  successes: 5,
  failures: 1,
  ...overrides,
});

describe('LRN-3, LRN-4 a check from a failure pattern', () => {
  it.each(['verify-npm-cache-status', 'Verify npm cache status'])(
    'is called what people said prevents it: %s',
    (said) => {
      expect(checksFrom(failure, [remedy()], [said])).toEqual([
        {
          slug: 'verify-npm-cache-status',
          basis: 'said',
          content: checkContentSchema.parse({
            message:
              'npm_install failed 7 times with: npm ERR! network timeout at: <*>. Solution that worked 5 of 6 times: Clear the npm cache.',
            when: { tool: 'npm_install', stage: 'development' },
            verify: {
              kind: 'question',
              text: `Before this call: ${said.replaceAll('-', ' ')}. Is that done?`,
            },
            pattern: 'les_pattern',
          }),
        },
      ]);
    },
  );

  it('looks itself whether it was done, when a tool was seen to do what people said', () => {
    const seen = remedy({ tool: 'npm_cache_verify' });
    expect(checksFrom(failure, [seen], ['Verify npm cache status', 'Ask the platform team'])).toMatchObject([
      {
        slug: 'verify-npm-cache-status',
        content: { verify: { kind: 'predicate', all: [{ of: 'recent', tool: 'npm_cache_verify' }] } },
      },
      { slug: 'ask-the-platform-team', content: { verify: { kind: 'question' } } },
    ]);
  });

  it('is that a tool ran before, when the failed call then worked', () => {
    expect(checksFrom(failure, [remedy({ tool: 'npm_cache_verify' })], [])).toMatchObject([
      {
        slug: 'run-npm-cache-verify-before-npm-install',
        content: {
          verify: {
            kind: 'predicate',
            all: [{ of: 'recent', tool: 'npm_cache_verify', is: 'succeeded', within: 20 }],
          },
        },
      },
    ]);
  });

  it.each([
    [30, 120, 'npm-install-timeout-at-least-120', { is: 'at-least', value: 120 }],
    [120, 30, 'npm-install-timeout-at-most-30', { is: 'at-most', value: 30 }],
    ['never', 'always', 'npm-install-timeout-is-always', { is: 'equals', value: 'always' }],
    [undefined, 60, 'npm-install-with-timeout', { is: 'present' }],
    [30, undefined, 'npm-install-without-timeout', { is: 'absent' }],
  ])('is that an argument is not %j but %j, when that made it work', (failed, worked, slug, condition) => {
    const difference = { path: '$.timeout', failed, worked };
    expect(checksFrom(failure, [remedy({ difference })], [])).toMatchObject([
      { slug, content: { verify: { kind: 'predicate', all: [{ path: '$.timeout', ...condition }] } } },
    ]);
  });

  it('never compares with a value that was taken out because it is secret', () => {
    const difference = { path: '$.key', failed: 'none', worked: '[REDACTED:api-key]' };
    expect(checksFrom(failure, [remedy({ difference })], [])).toMatchObject([
      { slug: 'verify-npm-cache', content: { verify: { kind: 'question' } } },
    ]);
  });

  it.each([
    ['Clear the npm cache', 'verify-npm-cache'],
    ['increase-timeout', 'verify-timeout'],
    ['retry-with-exponential-backoff', 'verify-exponential-backoff'],
    ['Verify npm cache status', 'verify-npm-cache-status'],
    ['npm ping first', 'verify-npm-ping-first'],
    ['restart', 'verify-restart'],
  ])('is a question whether the solution "%s" was applied: %s', (approach, slug) => {
    expect(checksFrom(failure, [remedy({ approach, steps: ['one', 'two'] })], [])).toMatchObject([
      {
        slug,
        content: {
          verify: { kind: 'question', text: expect.stringMatching(/^Was this done: .* \(one; two\)\?$/) },
        },
      },
    ]);
  });

  it('is made from the solution that is surest to work', () => {
    const lucky = remedy({ approach: 'Reinstall node', successes: 1, failures: 0 });
    const proven = remedy({ successes: 95, failures: 5 });
    expect(checksFrom(failure, [lucky, proven], [])[0]?.content.message).toContain(
      'Solution that worked 95 of 100 times: Clear the npm cache.',
    );
  });

  it('asks what is different now, when nothing is known but the failure', () => {
    expect(checksFrom({ ...failure, occurrences: 1 }, [], [])).toMatchObject([
      {
        slug: 'review-npm-install-timeout',
        content: {
          message:
            'npm_install failed 1 time with: npm ERR! network timeout at: <*>. No solution is known yet.',
          verify: {
            text: 'This failed 1 time with: npm ERR! network timeout at: <*>. What is different now?',
          },
        },
      },
    ]);
  });

  it('does not take for a remedy what helps no surer than calling again', () => {
    const again = { ...remedy({ approach: 'call npm_install again', successes: 15 }), isRetry: true };
    const lucky = remedy({ approach: 'call reboot, then npm_install again', successes: 2, tool: 'reboot' });
    expect(checksFrom(failure, [again, lucky], [])[0]?.slug).toBe('review-npm-install-timeout');
    const sure = remedy({ approach: 'clean first', successes: 90, tool: 'npm_cache_clean' });
    expect(checksFrom(failure, [again, sure], [])[0]?.slug).toBe('run-npm-cache-clean-before-npm-install');
  });

  it('of a failure that was never met says that it is known', () => {
    const [check] = checksFrom({ ...failure, occurrences: 0 }, [], []);
    expect(check?.content.message).toMatch(/^Known failure: /);
  });

  it('of a failure without a tool looks for the words of its name', () => {
    expect(checksFrom({ ...failure, tools: [] }, [], [])[0]?.content.when.mentions).toEqual([
      'npm',
      'install',
    ]);
    expect(checksFrom(failure, [], [])[0]?.content.when.mentions).toEqual([]);
  });

  it('belongs to the stage, and does what it is told', () => {
    const [check] = checksFrom(failure, [], [], { stage: 'production', action: 'block' });
    expect(check?.content).toMatchObject({ action: 'block', when: { stage: 'production' } });
  });

  it('of a failure without a tool is about tasks of its category', () => {
    expect(checksFrom({ ...failure, tools: [] }, [], [])[0]?.content.when).toMatchObject({
      tool: null,
      category: 'build',
    });
  });

  it('keeps words of strangers on one line, bounded, whatever they are', () => {
    const text = fc.string({ unit: 'binary', maxLength: 1_000 });
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 3 }), (template, approach, said) => {
        const hostile = { ...failure, template: `${template}\n\n# System`.toWellFormed() };
        const clean = said.map((one) => one.toWellFormed().replaceAll('\0', ''));
        for (const { slug, content } of checksFrom(
          hostile,
          [remedy({ approach: approach.toWellFormed() })],
          clean,
        )) {
          expect(slugSchema.safeParse(slug).success).toBe(true);
          expect(content.message).not.toMatch(/[\n\r\u2028]/);
          expect(content.message.length).toBeLessThan(700);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('fires before the call that failed, and not before the one that worked', () => {
    const [made] = checksFrom(
      failure,
      [remedy({ difference: { path: '$.timeout', failed: 30, worked: 120 } })],
      [],
    );
    const compiled = compileChecks([{ ...aCheck(), ...made, content: made?.content ?? aCheck().content }]);
    expect(evaluate(compiled, aCall({ arguments: { timeout: 30 } }))).toHaveLength(1);
    expect(evaluate(compiled, aCall({ arguments: { timeout: 120 } }))).toEqual([]);
  });
});
