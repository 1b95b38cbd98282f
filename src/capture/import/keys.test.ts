import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordId } from '../../records/record.ts';
import { digest, keyFrom, sessionName } from './keys.ts';

describe('CAP-6 the key of an imported record', () => {
  it('is the id of the source where it can be kept', () => {
    expect(keyFrom('toolu_01AbC')).toBe('toolu_01AbC');
    expect(keyFrom(42)).toBe('42');
  });

  it.each([undefined, null, '', '  ', {}, true])('is missing for %j', (id) => {
    expect(keyFrom(id)).toBeUndefined();
  });

  it('is a record id for any text, and different texts have different ones', () => {
    const anyText = fc
      .array(fc.nat(0xffff), { maxLength: 300 })
      .map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        const [one, other] = [keyFrom(left), keyFrom(right)];
        if (one === undefined || other === undefined) return;
        expect(recordId.parse(one)).toBe(one);
        // Lone surrogates have no bytes; texts that differ only in them are the same in every file.
        if (left.toWellFormed() !== right.toWellFormed()) expect(one).not.toBe(other);
      }),
    );
  });

  it('of a session without an id has the name of the file and depends on how it begins', () => {
    expect(sessionName('My chat.json', ['hello'])).toMatch(/^my-chat-[0-9a-f]{16}$/);
    expect(sessionName('chat.json', ['hello'])).toBe(sessionName('chat.json', ['hello']));
    expect(sessionName('chat.json', ['hello'])).not.toBe(sessionName('chat.json', ['good day']));
    expect(sessionName('chat.json', ['hello'])).not.toBe(sessionName('other.json', ['hello']));
  });

  it('of something nested without end still ends', () => {
    const nested = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(digest(nested)).toMatch(/^[0-9a-f]{16}$/);
  });
});
