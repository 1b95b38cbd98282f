import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Scope, sameScope } from '../records/scope.ts';
import { mayChange, maySee, maySeeRun, mayTakePart } from './reach.ts';

// Names that begin like each other: the classic leak of a prefix match.
const name = fc.constantFrom('a', 'al', 'ali', 'alice', 'ali/ce', 'null', 'undefined', '%', '_');
const scope: fc.Arbitrary<Scope> = fc.record({
  user: name,
  project: name,
  agent: fc.option(name, { nil: null }),
});

const ali: Scope = { user: 'ada', project: 'shop', agent: 'ali' };
const alice: Scope = { ...ali, agent: 'alice' };
const owner: Scope = { ...ali, agent: null };

describe('REC-2 who may see a record', () => {
  it('is never anybody of another user or another project', () => {
    fc.assert(
      fc.property(scope, scope, (viewer, of) => {
        fc.pre(viewer.user !== of.user || viewer.project !== of.project);
        expect(maySee(viewer, of)).toBe(false);
        expect(mayChange(viewer, of)).toBe(false);
      }),
    );
  });

  it('is its own agent, and not one whose name begins alike', () => {
    expect(maySee(ali, ali)).toBe(true);
    expect(maySee(ali, alice)).toBe(false);
    expect(maySee(alice, ali)).toBe(false);
  });

  it('is every agent, when the project owns it', () => {
    expect(maySee(ali, owner)).toBe(true);
    expect(maySee(alice, owner)).toBe(true);
  });

  it('is the owner of the project, whoever of its agents owns it', () => {
    expect(maySee(owner, ali)).toBe(true);
    expect(maySee(owner, owner)).toBe(true);
  });
});

describe('who may change a record', () => {
  it('is its own agent and the owner of the project', () => {
    expect(mayChange(ali, ali)).toBe(true);
    expect(mayChange(owner, ali)).toBe(true);
    expect(mayChange(owner, owner)).toBe(true);
  });

  it('is not an agent that may only read what the project owns', () => {
    expect(mayChange(ali, owner)).toBe(false);
  });

  it('may always see it', () => {
    fc.assert(
      fc.property(scope, scope, (viewer, of) => {
        if (mayChange(viewer, of)) expect(maySee(viewer, of)).toBe(true);
      }),
    );
  });
});

describe('CAP-8 who may see a run with several agents', () => {
  const agents: fc.Arbitrary<string[]> = fc.array(name, { maxLength: 3 });

  it('is who may see the records of its holder, and each agent that takes part', () => {
    fc.assert(
      fc.property(scope, scope, agents, (viewer, of, others) => {
        const isMember =
          viewer.user === of.user &&
          viewer.project === of.project &&
          viewer.agent !== null &&
          others.includes(viewer.agent);
        expect(maySeeRun(viewer, { scope: of, agents: others })).toBe(maySee(viewer, of) || isMember);
      }),
    );
  });

  it('records steps in it only as its holder, the owner, or an agent that takes part', () => {
    const run = { scope: ali, agents: ['bob'] };
    const may = (agent: string | null) => mayTakePart({ ...ali, agent }, run);
    expect([may('ali'), may(null), may('bob')]).toEqual([true, true, true]);
    expect([may('alice'), may('bo'), may('bob2')]).toEqual([false, false, false]);
    expect(mayTakePart({ ...ali, agent: 'bob', project: 'shop2' }, run)).toBe(false);
    expect(mayTakePart({ ...ali, agent: 'bob', user: 'bob' }, run)).toBe(false);
  });

  it('does not let an agent change a run of the project that it may see', () => {
    expect(mayTakePart(ali, { scope: owner, agents: [] })).toBe(false);
  });
});

it('two scopes are the same when all three labels are', () => {
  expect(sameScope(ali, { ...ali })).toBe(true);
  expect(sameScope(ali, alice)).toBe(false);
  expect(sameScope(owner, { ...owner, project: 'shop2' })).toBe(false);
  expect(sameScope(owner, { ...owner, user: 'bob' })).toBe(false);
});
