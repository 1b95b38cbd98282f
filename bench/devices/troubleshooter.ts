import type { Draws } from './draws.ts';
import type { ChangeName, Check, LookName, Ticket } from './tickets.ts';

/** One fault can hide another on the same page: whoever is not done looks at everything once more. */
const maxRounds = 2;

/** How an agent works: in which order it looks, and whether it looks at everything before it changes anything. */
export interface Habits {
  readonly checks: readonly Check[];
  readonly looksFirst: boolean;
  /** Whether it looks at a setting again after it has changed it. */
  readonly confirms: boolean;
}

/** What an agent may do in a home: it gets to see what its tools say, and nothing else. */
export type Hands = (tool: LookName | ChangeName) => Promise<string>;

export function habitsFrom(ticket: Ticket, draws: Draws): Habits {
  return {
    checks: draws.shuffled(ticket.checks),
    looksFirst: draws.oneOf([true, false]),
    confirms: draws.oneOf([true, true, false]),
  };
}

/**
 * Deals with a complaint by looking, deciding on what it sees, changing, and trying again.
 *
 * @returns whether the trial went well in the end.
 */
export async function troubleshoot(ticket: Ticket, habits: Habits, hands: Hands): Promise<boolean> {
  const isWell = async (): Promise<boolean> => ticket.isWell(await hands(ticket.trial));
  if (await isWell()) return true;
  for (let round = 0; round < maxRounds; round += 1) {
    if (habits.looksFirst) {
      const found: Check[] = [];
      for (const check of habits.checks) if (check.isWrong(await hands(check.look))) found.push(check);
      for (const check of found) await cure(check, habits, hands);
      if (await isWell()) return true;
      continue;
    }
    for (const check of habits.checks) {
      if (!check.isWrong(await hands(check.look))) continue;
      await cure(check, habits, hands);
      if (await isWell()) return true;
    }
  }
  return false;
}

async function cure(check: Check, { confirms }: Habits, hands: Hands): Promise<void> {
  await hands(check.cure);
  if (!confirms && check.otherwise === undefined) return;
  const isStillWrong = check.isWrong(await hands(check.look));
  if (isStillWrong && check.otherwise !== undefined) await hands(check.otherwise);
}
