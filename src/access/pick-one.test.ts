import { describe, expect, it } from 'vitest';
import type { Scope } from '../records/scope.ts';
import { aTask } from '../testing/index.ts';
import { refusal } from '../testing/refusal.ts';
import { pickOne } from './pick-one.ts';

const owner: Scope = { user: 'ada', project: 'shop', agent: null };
const ali: Scope = { ...owner, agent: 'ali' };
const bo: Scope = { ...owner, agent: 'bo' };
const task = (scope: Scope) => aTask({ id: 'auth-1', scope });

describe('the record a name means', () => {
  it("is an agent's own before the project's", () => {
    const own = task(ali);
    expect(pickOne('task', 'auth-1', ali, [task(owner), own])).toBe(own);
  });

  it("is the project's when the agent has none", () => {
    const shared = task(owner);
    expect(pickOne('task', 'auth-1', ali, [shared])).toBe(shared);
  });

  it("is the project's own before those of its agents, for the owner", () => {
    const shared = task(owner);
    expect(pickOne('task', 'auth-1', owner, [task(ali), shared, task(bo)])).toBe(shared);
  });

  it('must be said more closely when several agents have one', () => {
    const { code, message, details } = refusal(() => pickOne('task', 'auth-1', owner, [task(ali), task(bo)]));
    expect(code).toBe('ambiguous');
    expect(message).toBe('Several agents have a task "auth-1": ali, bo. Say whose with agent(NAME).');
    expect(details).toEqual({ what: 'task', id: 'auth-1', agents: ['ali', 'bo'] });
  });

  it('is not found when there is none', () => {
    const { code, message } = refusal(() => pickOne('task', 'auth-1', ali, []));
    expect(code).toBe('not_found');
    expect(message).toContain('"auth-1"');
    expect(message).toContain('tasks.list()');
  });
});
