import type { PartRules, Plan, PlannedPart } from '../../ports/strategy.ts';

/**
 * Runs parts as soon as those they wait for are done, at most `atOnce` at the same time. The first that fails cancels
 * the rest and its error is thrown; with `goOn` only those that wait for it are left out.
 */
export async function runAtOnce(plan: Plan, rules: PartRules, goOn: boolean): Promise<void> {
  const followers = new Map<string, PlannedPart[]>(plan.parts.map(({ name }) => [name, []]));
  const missing = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const ready: PlannedPart[] = [];
  let failure: { readonly error: unknown } | undefined;
  let stopped = false;

  for (const part of plan.parts) {
    const before = new Set(part.after);
    for (const name of before) followers.get(name)?.push(part);
    if (before.size === 0) ready.push(part);
    else missing.set(part.name, before.size);
  }

  function release(part: PlannedPart): void {
    for (const follower of followers.get(part.name) ?? []) {
      const left = (missing.get(follower.name) ?? 1) - 1;
      missing.set(follower.name, left);
      if (left === 0) ready.push(follower);
    }
  }

  async function runOne(part: PlannedPart): Promise<void> {
    let held = false;
    try {
      held = await plan.run(part, rules);
    } catch (error) {
      failure ??= { error };
    }
    if (held) release(part);
    else if (!goOn && !stopped) {
      stopped = true;
      plan.stop(failure?.error);
    }
  }

  function start(part: PlannedPart): void {
    const run = runOne(part).finally(() => running.delete(run));
    running.add(run);
  }

  for (;;) {
    while (!stopped && running.size < plan.atOnce && ready.length > 0) {
      const [next] = ready.splice(0, 1);
      if (next !== undefined) start(next);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  if (failure !== undefined && !goOn) throw failure.error;
}
