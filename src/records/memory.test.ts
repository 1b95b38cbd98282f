import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aMemory } from '../testing/index.ts';
import { memorySchema, memoryText, memoryTopic, normaliseTopic } from './memory.ts';

describe('all that a memory says', () => {
  it('is its text and its fields', () => {
    const decision = aMemory({
      kind: 'decision',
      text: 'again',
      content: {
        context: 'api-timeout',
        action: 'raise limit',
        outcome: 'failure',
        alternatives: ['wait', 'ask'],
      },
    });
    expect(memoryText(decision)).toBe('again · api-timeout · raise limit · failure · wait ask');
    expect(memoryText(aMemory({ text: 'plain' }))).toBe('plain');
  });

  it('includes names and values of what is nested, and leaves out nothing but null', () => {
    const preference = aMemory({
      kind: 'preference',
      content: { key: 'editor', value: { theme: { dark: true }, sizes: [12, 14], none: null } },
    });
    expect(memoryText(preference)).toBe('editor · theme dark true sizes 12 14 none');
  });

  it('is not lost when the text is empty', () => {
    expect(memoryText(aMemory({ kind: 'rule', content: { ruleKind: 'constraint' } }))).toBe('constraint');
  });
});

describe('what a memory is about', () => {
  it.each([
    [
      'the context of a decision',
      aMemory({ kind: 'decision', content: { context: 'API timeout' } }),
      'api-timeout',
    ],
    ['the context of a success', aMemory({ kind: 'success', content: { context: 'Deploy' } }), 'deploy'],
    ['the context of an experience', aMemory({ kind: 'experience', content: { context: 'A_b' } }), 'a-b'],
    ['the signature of a failure', aMemory({ kind: 'failure', content: { errorSignature: 'E x' } }), 'e-x'],
    ['the key of a preference', aMemory({ kind: 'preference', content: { key: 'Theme' } }), 'theme'],
    ['nothing for other kinds', aMemory({ kind: 'knowledge', content: { domain: 'shop' } }), null],
    ['nothing where nobody said', aMemory({ kind: 'decision', content: { action: 'retry' } }), null],
  ])('is %s', (_, memory, topic) => expect(memoryTopic(memory)).toBe(topic));

  it('is the same in any case, spacing and spelling of joins', () => {
    for (const text of [
      'api-auth-timeout',
      'API auth_timeout',
      '  Api  AUTH - timeout\n',
      'ＡＰＩ auth timeout',
    ]) {
      expect(normaliseTopic(text)).toBe('api-auth-timeout');
    }
    expect(normaliseTopic('api auth')).not.toBe(normaliseTopic('apiauth'));
  });

  it('is nothing for an empty text', () => {
    for (const text of [undefined, '', '  \n']) expect(normaliseTopic(text)).toBeNull();
  });

  it('stays as it is when normalised again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        const topic = normaliseTopic(text);
        if (topic !== null) expect(normaliseTopic(topic)).toBe(topic);
      }),
    );
  });
});

describe('a memory', () => {
  it('needs text or at least one field of its kind', () => {
    const empty = { ...aMemory(), text: ' ', content: {} };
    expect(memorySchema.safeParse(empty).error?.issues[0]?.message).toContain(
      'needs "text" or at least one field',
    );
    expect(memorySchema.safeParse({ ...empty, content: { domain: 'shop' } }).success).toBe(true);
  });

  it('does not take fields of another kind', () => {
    const foreign = { ...aMemory(), kind: 'rule', content: { action: 'retry' } };
    expect(memorySchema.safeParse(foreign).success).toBe(false);
  });
});
