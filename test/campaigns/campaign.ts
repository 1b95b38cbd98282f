import { it } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What a campaign found, in figures. */
    figures?: string;
  }
}

/** Says how far a campaign is. Called as often as there is something to say; what is shown is a line now and then. */
export type Tell = (progress: string) => void;

const pauseMs = 5_000;

function showingProgress(): Tell {
  let lastShown = Date.now();
  return (progress) => {
    if (Date.now() - lastShown < pauseMs) return;
    lastShown = Date.now();
    process.stderr.write(`  ${progress}\n`);
  };
}

/**
 * A test that is long by nature. It lives in a file of its own, `NAME.campaign.ts`, whose first line is a comment with
 * its title; `npm run campaigns` finds it there. It fails as a test fails, and returns what it found in one line.
 *
 * @param whyNot says why it cannot run on this machine, if it cannot.
 * @example campaign(async (tell) => `${await killWriters(300, tell)} acknowledged records, none lost`);
 */
export function campaign(run: (tell: Tell) => Promise<string>, whyNot?: string): void {
  it('campaign', { timeout: 0 }, async ({ task, skip }) => {
    if (whyNot !== undefined) skip(whyNot);
    task.meta.figures = await run(showingProgress());
  });
}

export const inWords = (count: number): string => count.toLocaleString('en');

/** Where a campaign that draws at random begins: somewhere else each time, or where the environment says. */
export function firstSeed(): number {
  const given = Number(process.env['ENGRAM_TEST_SEED']);
  return Number.isNaN(given) ? Math.floor(Math.random() * 2 ** 31) : given;
}
