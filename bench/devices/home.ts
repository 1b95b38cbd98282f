import type { FixedClock } from '../../src/testing/index.ts';
import { drawsFrom } from './draws.ts';

/** What can be wrong in a home. The complaint names none of these. */
export const faults = [
  'airplane mode on',
  'phone off the wifi',
  'tunnel on',
  'battery saver on',
  'background data off',
  'quiet hours on',
  'clock adrift',
  'storage full',
  'backup running',
  'mail sync stopped',
  'router hung',
  'line cut',
  'phone paused',
  'name service broken',
  'fast radio off',
  'channel crowded',
  'fan off',
  'extender off',
  'queue paused',
  'job stuck',
  'printer set offline',
  'paper out',
  'paper jam',
  'printer on guest network',
  'draft mode on',
  'head clogged',
  'ink low',
  'paper type wrong',
  'head misaligned',
] as const;
export type Fault = (typeof faults)[number];

/** What only a change that was not called for brings about. */
export const harms = ['needless visit', 'videos lost', 'cartridge wasted', 'letter lost'] as const;
export type Harm = (typeof harms)[number];

/** What a family calls its things, and how its devices put their sentences. The same in every instance of the home. */
export interface Household {
  readonly person: string;
  readonly network: string;
  readonly phone: string;
  /** One of several wordings of a sentence, always the same one for a topic. */
  say(topic: string, wordings: readonly [string, ...string[]]): string;
  /** How far a fault moves a measured value: far from all usual ones, or just far enough for the agent to notice. */
  readonly gaps: Gaps;
  /** A figure that belongs to the household, such as how full a battery usually is. */
  usual(topic: string, low: number, high: number): number;
}

/** What measured values are of: the same home shows other ones at another time. */
export const measures = [
  'time',
  'signal',
  'heat',
  'level',
  'speed',
  'delay',
  'duration',
  'uptime',
  'counter',
  'length',
] as const;
export type Measure = (typeof measures)[number];

/** A home at one moment: what is wrong in it, and how its measured values happen to be. */
export interface Home {
  readonly household: Household;
  readonly wrong: Set<Fault | Harm>;
  /** A measured value between both bounds, in steps of one or of a tenth. */
  measured(measure: Measure, low: number, high: number, step?: 1 | 0.1): string;
  /** The time of day on the wall, as hours and minutes; it goes on with every look. */
  time(shiftMinutes?: number): string;
}

export type Gaps = 'wide' | 'narrow';

export function householdOf(seed: number, gaps: Gaps): Household {
  const draws = drawsFrom(seed * 7_919 + 13);
  const number = (topic: string): number =>
    [...`${seed}:${topic}`].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) >>> 0, 7);
  return {
    gaps,
    person: draws.oneOf(['Mira', 'Jonas', 'Aylin', 'Tomas', 'Ruth']),
    network: draws.oneOf(['Lindenhof', 'Seaview', 'Attic', 'Number 12', 'Fritz and Co']),
    phone: draws.oneOf(['Kestrel 4', 'Opal S2', 'Nordfon 11', 'Tern Mini']),
    say: (topic, wordings) => wordings[drawsFrom(number(topic)).between(0, wordings.length - 1)] ?? '',
    usual: (topic, low, high) => drawsFrom(number(topic)).between(low, high),
  };
}

/** When a home is visited: its measured values follow from the instance, and its clocks show what the clock of the world says. */
export interface Visit {
  readonly instance: number;
  readonly varying: ReadonlySet<Measure>;
  readonly clock: FixedClock;
}

const minuteMs = 60_000;
const minutesADay = 24 * 60;

/**
 * A home with these faults. Another instance is the same home at another time: only measured values differ, and of those
 * only the ones that are named.
 */
export function createHome(
  household: Household,
  wrong: readonly Fault[],
  { instance, varying, clock }: Visit,
): Home {
  const drawsOf = new Map(
    [...varying].map((measure, index) => [measure, drawsFrom(instance * 104_729 + index * 977 + 71)]),
  );
  // What does not vary is the same however often it is looked at.
  const between = (measure: Measure, low: number, high: number): number =>
    drawsOf.get(measure)?.between(low, high) ?? Math.floor((low + high) / 2);
  const minutesNow = (): number => Math.floor(clock.now() / minuteMs) % minutesADay;
  // The visit is at this time of day, today or tomorrow.
  const coming = between('time', 6 * 60, 22 * 60);
  clock.advance(((coming - minutesNow() + minutesADay) % minutesADay) * minuteMs);
  return {
    household,
    wrong: new Set(wrong),
    measured: (measure, low, high, step = 1) =>
      step === 1
        ? String(between(measure, low, high))
        : (between(measure, Math.round(low * 10), Math.round(high * 10)) / 10).toFixed(1),
    time(shiftMinutes = 0) {
      if (varying.has('time')) clock.advance(between('time', 0, 2) * minuteMs);
      return timeText(minutesNow() + household.usual('time zone', -11, 12) * 60 + shiftMinutes);
    },
  };
}

/** Minutes since midnight as a clock shows them. */
export function timeText(minutes: number): string {
  const shown = (minutes + 2 * minutesADay) % minutesADay;
  return `${String(Math.floor(shown / 60)).padStart(2, '0')}:${String(shown % 60).padStart(2, '0')}`;
}
