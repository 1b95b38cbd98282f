import { type Settings, settingsSchema } from '../../config/settings.ts';
import type { Context } from '../../ports/context.ts';
import { createReferenceStore } from '../../store/reference/reference-store.ts';
import { countingIds, type FixedClock, fixedClock } from '../../testing/index.ts';
import type { SessionCall } from './calls.ts';

/** What the stage works with, over a store in memory. */
export function contextForTest(
  sessionTemplates: Partial<Settings['sessionTemplates']> = {},
): Context & { readonly clock: FixedClock } {
  const settings = settingsSchema.parse({ db: 'memory:', sessionTemplates });
  return {
    store: createReferenceStore(),
    clock: fixedClock(),
    ids: countingIds(),
    random: numbersFrom(1),
    settings,
  } as unknown as Context & { readonly clock: FixedClock };
}

/** Numbers that look random and are the same every time. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) / 0x800000;
  };
}

/** A call that worked, unless told otherwise. */
export function aCall(overrides: Partial<SessionCall> = {}): SessionCall {
  return {
    callId: 'call-1',
    tool: 'read_file',
    arguments: { path: 'a.txt' },
    turn: 0,
    outcome: 'worked',
    result: 'hello',
    whole: true,
    answeredAt: 1_000,
    ...overrides,
  };
}
