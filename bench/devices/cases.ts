import { drawsFrom } from './draws.ts';
import { type Fault, type Gaps, type Household, householdOf } from './home.ts';
import { type Ticket, tickets } from './tickets.ts';
import { faultsOf } from './trials.ts';
import { type Habits, habitsFrom } from './troubleshooter.ts';

/** One thing, or two things at once, that can be behind a complaint in a household. */
export interface Cause {
  readonly name: string;
  readonly faults: readonly Fault[];
}

/** A complaint in a household, who deals with it, and everything that can be behind it. */
export interface Case {
  readonly ticket: Ticket;
  readonly household: Household;
  readonly habits: Habits;
  readonly causes: readonly Cause[];
}

const doublesPerTicket = 3;

/** A household and its five complaints, as they follow from a seed. */
export function casesOf(seed: number, gaps: Gaps = 'wide'): Case[] {
  const household = householdOf(seed, gaps);
  return tickets.map((ticket, index) => {
    const draws = drawsFrom(seed * 31 + index);
    const known: readonly Fault[] = faultsOf[ticket.complaint];
    const pairs = known.flatMap((first, at) => known.slice(at + 1).map((second) => [first, second]));
    const doubles = draws.shuffled(pairs).slice(0, doublesPerTicket);
    const causes = [...known.map((fault) => [fault]), ...doubles];
    return {
      ticket,
      household,
      habits: habitsFrom(ticket, draws),
      causes: causes.map((faults) => ({ name: faults.join(' + '), faults })),
    };
  });
}
