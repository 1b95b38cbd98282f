import { describe, expect, it } from 'vitest';
import type { Context } from '../../ports/context.ts';
import type { FailureLesson } from '../../records/lesson.ts';
import { earlierSignatures, errorSignature } from '../../text/signature.ts';
import { assignSignatures, followMerges, type SignatureGroups } from './assign.ts';
import { signaturesOf } from './failure-keys.ts';
import { patternsFor } from './known-failures.ts';
import { nameOfFailure } from './name-failure.ts';

/** Groups that the test makes up: each message names its group. */
function groupsOf(
  placed: Record<string, string>,
  merges: ReadonlyArray<readonly [string, string]> = [],
): SignatureGroups {
  const into = new Map(merges);
  const resolve = (id: string): string => into.get(id) ?? id;
  return {
    place: (message) => placed[message] ?? message,
    settle: () => merges,
    resolve,
    group: (id) => ({ id, size: 1, template: `template of ${resolve(id)}` }),
  };
}

let made = 0;
function create(signature: string, template: string, slug: string): FailureLesson {
  made += 1;
  return {
    schemaVersion: 1,
    id: `les_${made}`,
    scope: { user: 'u', project: 'p', agent: 'ali' },
    createdAt: made,
    updatedAt: made,
    revision: 0,
    kind: 'failure',
    slug,
    keys: [],
    derivedFrom: [],
    content: { template, signature, mergedInto: null, rootCause: null },
  };
}

describe('LRN-2 signatures that were not met before', () => {
  it('make a pattern, which is called by its words', () => {
    const groups = groupsOf({ 'connect <address> refused': 'g1' });
    const { created, changed } = assignSignatures(groups, [], ['connect <address> refused'], create);
    expect(created).toMatchObject([{ slug: 'template-of-g1', content: { template: 'template of g1' } }]);
    expect(signaturesOf(created[0] as FailureLesson)).toEqual(['connect <address> refused']);
    expect(changed).toEqual([]);
  });

  it('join the pattern of their group', () => {
    const groups = groupsOf({ one: 'g1', other: 'g1' });
    const [pattern] = assignSignatures(groups, [], ['one'], create).created;
    const { created, changed } = assignSignatures(groups, [pattern as FailureLesson], ['other'], create);
    expect(created).toEqual([]);
    expect(changed.map(signaturesOf)).toEqual([['one', 'other']]);
  });

  it('join the pattern of the same failure, whatever is printed around it, before that of their group', () => {
    const groups = groupsOf({ 'it is locked': 'g1', 'Error: it is locked': 'g2', 'Error: it is gone': 'g2' });
    const { created } = assignSignatures(
      groups,
      [],
      ['it is locked', 'Error: it is gone', 'Error: it is locked'],
      create,
    );
    expect(created.map(signaturesOf)).toEqual([
      ['it is locked', 'Error: it is locked'],
      ['Error: it is gone'],
    ]);
    expect(created[0]?.content.template).toBe('template of g1');
  });

  it('get another name where theirs is taken', () => {
    const groups: SignatureGroups = {
      ...groupsOf({ one: 'g1', other: 'g2' }),
      group: (id) => ({ id, size: 1, template: 'it broke' }),
    };
    const { created } = assignSignatures(groups, [], ['one', 'other'], create);
    expect(created.map(({ slug }) => slug)).toEqual(['it-broke', 'it-broke-2']);
  });
});

describe('LRN-2 patterns that turn out to be one', () => {
  const apart = assignSignatures(groupsOf({ one: 'g1', other: 'g2' }), [], ['one', 'other'], create);
  const joined = assignSignatures(
    groupsOf({ one: 'g1', other: 'g2' }, [['g2', 'g1']]),
    apart.created,
    [],
    create,
  );
  const [elder, younger] = apart.created as [FailureLesson, FailureLesson];

  it('are joined in the one that was there first, whose name stays', () => {
    const stays = joined.changed.find(({ id }) => id === elder.id) as FailureLesson;
    expect(stays.slug).toBe(elder.slug);
    expect(signaturesOf(stays)).toEqual(['one', 'other']);
  });

  it('leave a trace where the other was', () => {
    const gone = joined.changed.find(({ id }) => id === younger.id) as FailureLesson;
    expect(gone.content.mergedInto).toBe(elder.id);
    expect(followMerges(gone, new Map(joined.changed.map((each) => [each.id, each]))).id).toBe(elder.id);
  });

  it('lead nowhere else when traces go in a circle', () => {
    const one = { ...elder, content: { ...elder.content, mergedInto: younger.id } };
    const other = { ...younger, content: { ...younger.content, mergedInto: elder.id } };
    expect([one.id, other.id]).toContain(
      followMerges(
        one,
        new Map([
          [one.id, one],
          [other.id, other],
        ]),
      ).id,
    );
  });
});

describe('LRN-2 a failure is called by the first words of its template', () => {
  it.each([
    ['connect ETIMEDOUT <address> after <number>ms', 'connect-etimedout-after'],
    ['npm-install-timeout', 'npm-install-timeout'],
    ['<*> <number>', 'unnamed'],
    ['a b c d e f g h i', 'a-b-c-d-e-f-g'],
  ])('%s → %s', (template, name) => {
    expect(nameOfFailure(template)).toBe(name);
  });
});

describe('LRN-2 patterns from before the way of reading changed (decision 0038)', () => {
  const groups = groupsOf({
    '### Error': 'g1',
    'Error: it is gone': 'g2',
    'near <value>': 'g3',
    "near `x'": 'g4',
  });

  it('take in a failure that is read differently today, by the signature it had', () => {
    const [old] = assignSignatures(groups, [], ['### Error'], create).created;
    const earlier = new Map([['Error: it is gone', ['### Error']]]);
    const sorted = assignSignatures(groups, [old as FailureLesson], ['Error: it is gone'], create, earlier);
    expect(sorted.created).toEqual([]);
    expect(sorted.changed.map(signaturesOf)).toEqual([['### Error', 'Error: it is gone']]);
  });

  it('take in a failure in which more is masked today', () => {
    const [old] = assignSignatures(groups, [], ["near `x'"], create).created;
    const sorted = assignSignatures(groups, [old as FailureLesson], ['near <value>'], create, new Map());
    expect(sorted.changed.map(({ id }) => id)).toEqual([old?.id]);
  });

  it('are left alone where there is nothing from before', () => {
    const [old] = assignSignatures(groups, [], ['### Error'], create).created;
    const sorted = assignSignatures(groups, [old as FailureLesson], ['Error: it is gone'], create);
    expect(sorted.created).toHaveLength(1);
  });

  it('are found by an error as it was read then', async () => {
    const [old] = assignSignatures(groups, [], ['### Error'], create).created as [FailureLesson];
    const pasted = '### Error\nError: it is gone';
    const known = { byId: new Map([[old.id, old]]), tallies: [], memories: [], sides: [] };
    const found = await patternsFor({} as Context, known, errorSignature(pasted), earlierSignatures(pasted));
    expect(errorSignature(pasted)).not.toBe('### Error');
    expect(found.map(({ id }) => id)).toEqual([old.id]);
  });
});
