import { describe, expect, it } from 'vitest';
import type { ToolStep } from '../../records/step.ts';
import { aModelStep, aStep } from '../../testing/index.ts';
import { type DeclaredEffects, plannedCalls } from './calls.ts';

const look = (overrides: Partial<ToolStep> = {}): ToolStep =>
  aStep({ tool: 'get_order', arguments: { id: 1 }, result: { state: 'open' }, ...overrides });
const change = (overrides: Partial<ToolStep> = {}): ToolStep => aStep({ tool: 'create_order', ...overrides });

function planned(steps: readonly ToolStep[], declared: DeclaredEffects = () => undefined) {
  const { kept, dropped } = plannedCalls(steps, declared);
  return {
    kept: kept.map(({ step }) => steps.indexOf(step)),
    dropped: dropped.map(({ recordedStep, reason }) => [
      steps.findIndex(({ id }) => id === recordedStep),
      reason,
    ]),
  };
}

describe('TPL-6 a plan keeps every look', () => {
  it('also one whose answer nothing uses: agents look in order to decide', () => {
    expect(planned([look(), look({ arguments: { id: 2 } }), change()])).toEqual({
      kept: [0, 1, 2],
      dropped: [],
    });
  });

  it('also one that failed, when the agent went on without it', () => {
    expect(planned([look({ success: false }), change()])).toEqual({ kept: [0, 1], dropped: [] });
  });

  it('but not one that was tried again and worked', () => {
    expect(planned([look({ success: false }), look(), change()])).toEqual({
      kept: [1, 2],
      dropped: [[0, 'failed']],
    });
    expect(planned([look({ success: false }), look({ arguments: { id: 2 } })]).kept).toEqual([0, 1]);
  });

  it('but not one that saw the same once more', () => {
    expect(planned([look(), look(), change()])).toEqual({ kept: [0, 2], dropped: [[1, 'repeated']] });
  });

  it('and of those that waited for something, the last', () => {
    const waited = [
      look({ result: 'queued' }),
      look({ result: 'queued' }),
      look({ result: 'done' }),
      change(),
    ];
    expect(planned(waited)).toEqual({
      kept: [2, 3],
      dropped: [
        [1, 'repeated'],
        [0, 'repeated'],
      ],
    });
  });

  it('and one that looks again after a change', () => {
    expect(planned([look(), change(), look()])).toEqual({ kept: [0, 1, 2], dropped: [] });
  });
});

describe('TPL-6 a plan keeps changes', () => {
  it('that worked, also twice', () => {
    expect(planned([change(), change()])).toEqual({ kept: [0, 1], dropped: [] });
  });

  it('but not those that failed', () => {
    expect(planned([change({ success: false }), look(), change()])).toEqual({
      kept: [1, 2],
      dropped: [[0, 'failed']],
    });
  });

  it('by what tools declare, before what they are called', () => {
    const steps = [look({ success: false }), change(), change()];
    const declared: DeclaredEffects = (tool) => (tool === 'get_order' ? 'write' : 'read');
    expect(planned(steps, declared)).toEqual({
      kept: [1],
      dropped: [
        [0, 'failed'],
        [2, 'repeated'],
      ],
    });
  });
});

describe('TPL-1 a plan has no calls of others', () => {
  it('such as those that a tool made itself, or a model', () => {
    const outer = change();
    const inner = look({ parentId: outer.id });
    const { kept } = plannedCalls(
      [aModelStep(), outer, inner, look({ parentId: 'note_1' })],
      () => undefined,
    );
    expect(kept.map(({ step }) => step.tool)).toEqual(['create_order', 'get_order']);
  });
});
