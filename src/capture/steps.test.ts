import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepErrorSchema } from '../records/step.ts';
import { nameText } from '../text/text.ts';
import { safeName, stepError } from './steps.ts';

/** Any text at all, halves of signs and control signs included. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0xffff), { maxLength }).map((units) => String.fromCharCode(...units));

describe('CAP-1 the error of a step', () => {
  it('keeps type and message, and the signature that the message has', () => {
    expect(stepError('ECONNREFUSED', 'connect 10.0.0.7:5432')).toEqual({
      type: 'ECONNREFUSED',
      message: 'connect 10.0.0.7:5432',
      signature: 'connect <address>',
    });
  });

  it('can be kept by every database, whatever was thrown', () => {
    const text = fc.oneof(anyText(50), fc.constantFrom('\u0000', '\ud800', '', '😀'.repeat(12_000)));
    fc.assert(
      fc.property(text, text, (type, message) => {
        const error = stepError(type, message);
        expect(stepErrorSchema.parse(error)).toEqual(error);
      }),
    );
  });

  it('is cut when a message is endless', () => {
    expect(stepError('Error', 'x'.repeat(1_000_000)).message.length).toBe(20_000);
  });
});

describe('the name of a tool', () => {
  it.each([
    ['get_order', 'get_order'],
    ['  spaced out  ', 'spaced out'],
    ['two\nlines', 'two lines'],
    ['注文', '注文'],
    ['', 'unnamed'],
    [' \u0000 ', 'unnamed'],
  ])('%j is kept as %j', (name, kept) => expect(safeName(name)).toBe(kept));

  it('is one that a record can keep unchanged, whatever the agent called it', () => {
    const name = fc.oneof(
      anyText(50),
      fc.constantFrom('a'.repeat(300), `${'é'.repeat(199)} x`, `${'é'.repeat(199)}😀`),
    );
    fc.assert(
      fc.property(name, (given) => {
        expect(nameText.parse(safeName(given))).toBe(safeName(given));
      }),
    );
  });
});
