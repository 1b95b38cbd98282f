import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Assembly, fold, loose, newAssembly, type SessionPart } from './assemble.ts';
import type { ImportedCall, ImportedMessage, ImportedRecord, ImportedResult } from './records.ts';

const call = (key: string, at: number | null = null, session = 's'): ImportedCall => ({
  kind: 'call',
  session,
  key,
  tool: 'read',
  arguments: { path: key },
  message: 'm',
  at,
  place: `line of ${key}`,
});

const result = (key: string, at: number | null = null, session = 's'): ImportedResult => ({
  kind: 'result',
  session,
  key,
  tool: null,
  result: { of: key },
  error: null,
  at,
  place: `line of the result of ${key}`,
});

const message = (key: string, more: Partial<ImportedMessage> = {}): ImportedMessage => ({
  kind: 'message',
  session: 's',
  key,
  role: 'assistant',
  text: 'Hello',
  model: null,
  calls: [],
  at: null,
  place: 'line 1',
  ...more,
});

function assemble(records: readonly ImportedRecord[], assembly: Assembly = newAssembly()): SessionPart[] {
  return [...records.flatMap((record) => fold(assembly, record)), ...loose(assembly)];
}

const ofKind = <Kind extends SessionPart['kind']>(parts: readonly SessionPart[], kind: Kind) =>
  parts.filter((part): part is Extract<SessionPart, { kind: Kind }> => part.kind === kind);

describe('CAP-6 the steps of an imported session', () => {
  it('are calls with the result of the same call id, not merely the next one', () => {
    const parts = assemble([call('a'), call('b'), result('b'), result('a')]);
    expect(ofKind(parts, 'tool')).toMatchObject([
      { key: 'b', position: 1, arguments: { path: 'b' }, result: { of: 'b' } },
      { key: 'a', position: 0, arguments: { path: 'a' }, result: { of: 'a' } },
    ]);
  });

  it('last from the call to the result', () => {
    const [first, second, third] = ofKind(
      assemble([
        call('a', 1_000),
        result('a', 3_500),
        call('b', 5_000),
        result('b', 4_000),
        call('c'),
        result('c', 9),
      ]),
      'tool',
    );
    expect(first).toMatchObject({ startedAt: 1_000, durationMs: 2_500 });
    // A clock that went back, or a time that is not there, makes no duration.
    expect(second).toMatchObject({ durationMs: 0 });
    expect(third).toMatchObject({ startedAt: null, durationMs: 0 });
  });

  it('find a result that came before its call', () => {
    expect(ofKind(assemble([result('a'), call('a')]), 'tool')).toMatchObject([{ key: 'a', position: 0 }]);
  });

  it('do not mix sessions that use the same call id', () => {
    const parts = assemble([call('a', 1, 's'), call('a', 2, 't'), result('a', 3, 't'), result('a', 4, 's')]);
    expect(ofKind(parts, 'tool')).toMatchObject([
      { session: 't', position: 0, durationMs: 1 },
      { session: 's', position: 0, durationMs: 3 },
    ]);
  });

  it('leave out a call that nothing answered: it neither worked nor failed', () => {
    const parts = assemble([call('a'), call('b'), result('b')]);
    expect(ofKind(parts, 'tool')).toMatchObject([{ key: 'b', position: 1 }]);
    expect(ofKind(parts, 'unanswered')).toEqual([
      expect.objectContaining({
        kind: 'unanswered',
        session: 's',
        key: 'a',
        place: 'line of a',
        tool: expect.any(String),
      }),
    ]);
  });

  it('leave out a result that nothing asked for', () => {
    const parts = assemble([result('a')]);
    expect(ofKind(parts, 'tool')).toEqual([]);
    expect(ofKind(parts, 'unasked')).toMatchObject([{ key: 'a', place: 'line of the result of a' }]);
    expect(ofKind(parts, 'message')).toMatchObject([{ role: 'tool', toolCallId: 'a' }]);
  });

  it('are the same step when a line stands there twice', () => {
    const once = ofKind(assemble([call('a', 1), call('a', 9), result('a'), call('b'), result('b')]), 'tool');
    expect(once).toMatchObject([
      { key: 'a', startedAt: 1, position: 0 },
      { key: 'b', position: 1 },
    ]);
    const twice = ofKind(assemble([call('a'), result('a'), call('a'), result('a')]), 'tool');
    expect(twice.map(({ key }) => key)).toEqual(['a', 'a']);
  });

  it('carry the error of the result', () => {
    const failed = { ...result('a'), error: { type: 'ENOENT', message: 'no such file' } };
    expect(ofKind(assemble([call('a'), failed]), 'tool')).toMatchObject([{ error: { type: 'ENOENT' } }]);
  });

  it('are model calls too, in the order of everything that happened (CAP-2)', () => {
    const model = { name: 'large', inputTokens: 3, outputTokens: 4 };
    const parts = assemble([
      message('m1', { model, at: 7 }),
      call('a'),
      result('a'),
      message('m2', { model }),
    ]);
    expect(ofKind(parts, 'model')).toMatchObject([
      { key: 'm1', position: 0, model: 'large', inputTokens: 3, outputTokens: 4, startedAt: 7 },
      { key: 'm2', position: 2 },
    ]);
    expect(ofKind(parts, 'tool')).toMatchObject([{ position: 1 }]);
  });

  it('meet their results in any order of the records, and only theirs', () => {
    const records = ['a', 'b', 'c', 'd'].flatMap((key) => [call(key, 1), result(key, 2)]);
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: records.length }), (shuffled) => {
        const steps = ofKind(assemble(shuffled), 'tool');
        expect(steps.map(({ key }) => key).sort()).toEqual(['a', 'b', 'c', 'd']);
        for (const step of steps) expect(step.result).toEqual({ of: step.key });
      }),
    );
  });

  it('take memory only for what is open', () => {
    const assembly = newAssembly();
    for (let index = 0; index < 30_000; index += 1) {
      fold(assembly, call(`a${index}`));
      if (index % 2 === 0) fold(assembly, result(`a${index}`));
      else fold(assembly, result(`other ${index}`));
    }
    expect(assembly.open.size).toBe(10_000);
    expect(assembly.early.size).toBe(10_000);
  });

  it('name what was given up, so that nothing disappears without a word', () => {
    const records = Array.from({ length: 10_005 }, (_, index) => call(`a${index}`));
    expect(ofKind(assemble(records), 'unanswered')).toHaveLength(10_005);
  });
});

describe('CAP-6 the messages of an imported session', () => {
  it('keep what was said, with the calls it asked for', () => {
    const calls = [{ key: 'a', tool: 'read', arguments: { path: 'a' } }];
    expect(ofKind(assemble([message('m', { calls, at: 5 }), call('a')]), 'message')).toEqual([
      {
        kind: 'message',
        session: 's',
        key: 'm',
        role: 'assistant',
        content: 'Hello',
        toolCalls: [{ id: 'a', name: 'read', arguments: { path: 'a' } }],
        toolCallId: null,
        toolName: null,
        at: 5,
      },
    ]);
  });

  it('are made from calls and results where the source has nothing else', () => {
    const parts = assemble([{ ...call('a'), message: null }, result('a')]);
    expect(ofKind(parts, 'message')).toMatchObject([
      { key: 'call-a', role: 'assistant', toolCalls: [{ id: 'a', name: 'read' }] },
      { key: 'result-a', role: 'tool', content: '{"of":"a"}', toolCallId: 'a', toolName: 'read' },
    ]);
  });

  it('keep the call that nothing answered', () => {
    expect(ofKind(assemble([{ ...call('a'), message: null }]), 'message')).toHaveLength(1);
  });

  it('do not hold empty ones that only tell what a model call cost', () => {
    const model = { name: 'large', inputTokens: 3, outputTokens: 4 };
    const parts = assemble([message('m', { text: '', model })]);
    expect(parts.map(({ kind }) => kind)).toEqual(['model']);
  });
});
