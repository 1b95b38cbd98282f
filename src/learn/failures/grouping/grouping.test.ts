import { describe, expect, it } from 'vitest';
import { errorSignature } from '../../../text/signature.ts';
import { type Grouping, openGrouping } from './grouping.ts';
import type { GroupingState } from './state.ts';

/** Groups messages as they come, settles, and answers which of them are together. */
function together(messages: readonly string[]): string[][] {
  const grouping = openGrouping();
  const ids = messages.map((message) => grouping.place(errorSignature(message)));
  grouping.settle();
  const groups = new Map<string, string[]>();
  for (const [place, id] of ids.entries()) {
    const now = grouping.resolve(id);
    groups.set(now, [...(groups.get(now) ?? []), messages[place] ?? '']);
  }
  return [...groups.values()];
}

const users = ['ada', 'grace', 'linus', 'edsger', 'barbara', 'tony'];

describe('LRN-2 messages of one form are one group', () => {
  it.each([
    ['counts and sizes', ['sent 12 bytes (1.2 KB) in 3 s', 'sent 900 bytes (3.4 MB) in 250 s']],
    ['lists of any length', ['drop blk_1', 'drop blk_2 blk_-3', 'drop blk_4 blk_5 blk_6 blk_7']],
    ['names with numbers', ['node bgl12 is down', 'node bgl7 is down']],
    ['dotted names', ['lock held by com.example.mail', 'lock held by com.example.chat.Window']],
    ['values of keys', ['login failed; tty=ssh user=root', 'login failed; tty=ssh user=guest']],
    ['yes and no', ['overlap:false, steps=3', 'overlap:true, steps=4']],
    ['times in different forms', ['closed, lifetime <1 sec', 'closed, lifetime 00:01']],
    ['options', ['unknown flag: --stat', 'unknown flag: --color']],
    ['names of people', users.map((user) => `Refused password for ${user} from 10.0.0.1 port 22`)],
    ['a unit in brackets', ['sent 12 bytes (1.2 KB) in 3 s', 'sent 12 bytes in 3 s']],
    [
      'brackets that are empty',
      ['hello from 10.0.0.1 (a.example.com) at noon', 'hello from 10.0.0.1 () at noon'],
    ],
    ['brackets that are left out', ['closed by node [web7] too late', 'closed by node too late']],
    ['one odd value among addresses', ['no route to host 10.0.0.1 found', 'no route to host router found']],
    [
      'lists in brackets',
      ['lost peers [web1, web2] again', 'lost peers [web3, db1, db2] again', 'lost peers [db4] again'],
    ],
    ['lists of names', ['given roles [reader, writer] now', 'given roles [owner, reader, writer] now']],
    ['keys without a value', ['refused user= host=web1 now', 'refused user=root host=web1 now']],
    ['hosts and addresses', ['open through proxy a.example.com:80', 'open through proxy 10.1.2.3:8080']],
  ])('%s', (_, messages) => {
    expect(together(messages)).toEqual([messages]);
  });
});

describe('LRN-2 messages of different forms are not lumped together', () => {
  it.each([
    [
      'what happened',
      ['machine 12 started by event', 'machine 12 paused by event', 'machine 12 stopped by event'],
    ],
    ['a part more', ['auth failure; rhost=1.2.3.4', 'auth failure; rhost=1.2.3.4 user=root']],
    ['single words', ['normal', 'warning', 'running', 'critical', 'blocked', 'active', 'closing']],
    ['states', ['job_1 moved from NEW to READY', 'job_1 moved from READY to RUNNING']],
    ['kinds of errors', ['java.io.IOException: on disk', 'java.lang.NullPointerException: on disk']],
    ['standards', ['bound socket for IPV4 traffic', 'bound socket for IPV6 traffic']],
    ['a state and its opposite', ['the link is Active now', 'the link is Inactive now']],
    ['a word instead of an address beside one word', ['connect 10.0.0.1', 'connect failed']],
    ['calls without arguments', ['stopped in load() early', 'stopped in save() early']],
    ['rules', ['breaks rule TS2339', 'breaks rule TS2551']],
    ['exit codes', ['Exit code 1\nno answer', 'Exit code 127\nno answer']],
    ['what was asked', ['"GET /a/1 HTTP/1.1" status: 200', '"DELETE /a/1 HTTP/1.1" status: 204']],
  ])('%s', (_, messages) => {
    expect(together(messages)).toHaveLength(messages.length);
  });
});

describe('LRN-2 words that come again and again are states, not names', () => {
  const states = ['ready', 'paused', 'gone', 'lost', 'late', 'full', 'idle'];
  const met = (times: number): string[] =>
    Array.from({ length: times }, () => states.map((state) => `the worker is now ${state} again`)).flat();

  it('when all of them were met often', () => {
    expect(together(met(20))).toHaveLength(states.length);
  });

  it('but new ones are expected where each was met once', () => {
    expect(together(met(1))).toHaveLength(1);
  });
});

describe('a grouping that was saved before the way of splitting changed', () => {
  it('finds its groups again, and joins those that have become one', () => {
    const group = (id: string, order: number, words: string[]) => ({
      id,
      words,
      size: 3,
      order,
      seen: order,
    });
    const saved: GroupingState = {
      version: 1,
      placed: 6,
      made: 2,
      groups: [
        group('aaaa', 0, ['sent ', '<*> ', 'bytes (', '<*>) ', 'in ', '<*> ', 'rounds']),
        group('bbbb', 1, ['sent ', '<*> ', 'bytes ', 'in ', '<*> ', 'rounds']),
      ],
      merged: [],
      unsettled: [],
    };
    const grouping = openGrouping(saved);
    expect(grouping.place(errorSignature('sent 12 bytes (1.2 KB) in 3 rounds'))).toBe('aaaa');
    expect(grouping.resolve('bbbb')).toBe('aaaa');
    expect(openGrouping(grouping.save()).save()).toEqual(grouping.save());
    expect(grouping.save()).toMatchObject({ version: 2, isUpgraded: true });
  });
});

describe('a group', () => {
  it('is read by its words, with <*> where messages differ', () => {
    const grouping = openGrouping();
    const ids = users.map((user) => grouping.place(`session of ${user} was closed by the server`));
    grouping.settle();
    expect(grouping.group(ids[0] ?? '')).toEqual({
      id: ids[0],
      template: 'session of <*> was closed by the server',
      size: users.length,
    });
  });

  it('takes in what has its form from then on', () => {
    const grouping = openGrouping();
    const [first = ''] = users.map((user) => grouping.place(`session of ${user} was closed by the server`));
    grouping.settle();
    expect(grouping.place('session of margaret was closed by the server')).toBe(first);
  });

  it('that went into another one is still found by its old id', () => {
    const grouping = openGrouping();
    const [first = '', ...others] = ['node a1 is down', 'node b2 is down', 'node c3 is down'].map(
      grouping.place,
    );
    expect(grouping.settle()).toEqual(others.map((id) => [id, first]));
    for (const id of others) {
      expect(grouping.resolve(id)).toBe(first);
      expect(grouping.group(id)?.size).toBe(3);
    }
    expect(grouping.settle()).toEqual([]);
  });

  it('is reached through every id it ever had, however often groups were joined', () => {
    const grouping = openGrouping();
    const ids: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      ids.push(grouping.place(`disk sd${round} of host web${round} is full`));
      grouping.settle();
    }
    expect(new Set(ids.map(grouping.resolve)).size).toBe(1);
  });
});

describe('a grouping', () => {
  const mixed = Array.from(
    { length: 300 },
    (_, index) =>
      `step ${index % 7} of ${users[index % 6]} ended as kind${index % 50} word${'x'.repeat(index % 9)}`,
  );
  const placeAll = (grouping: Grouping, messages: readonly string[]): string[] =>
    messages.map(grouping.place);

  it('goes on exactly where a saved one was', () => {
    const whole = openGrouping();
    placeAll(whole, mixed.slice(0, 150));
    whole.settle();
    placeAll(whole, mixed.slice(150, 200));
    placeAll(whole, ['node a1 is down', 'node b2 is down']);
    const opened = openGrouping(JSON.parse(JSON.stringify(whole.save())));
    expect(placeAll(opened, mixed.slice(200))).toEqual(placeAll(whole, mixed.slice(200)));
    const joined = whole.settle();
    expect(joined.length).toBeGreaterThan(0);
    expect(opened.settle()).toEqual(joined);
    expect(opened.save()).toEqual(whole.save());
  });

  it('gives the same ids for the same messages, wherever it runs', () => {
    expect(placeAll(openGrouping(), mixed)).toEqual(placeAll(openGrouping(), mixed));
    expect(openGrouping().place('connect <address> refused')).toBe('775a7d71d5ea73b2');
  });

  it('remembers a bounded number of groups: the small and old ones are forgotten', () => {
    const grouping = openGrouping(undefined, { groups: 50, merged: 20 });
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const word = (number: number): string =>
      `${letters[number % 26]}${letters[Math.floor(number / 26) % 26]}xy`;
    const often = 'the disk is full';
    for (let index = 0; index < 2_000; index += 1) {
      grouping.place(often);
      grouping.place(`${word(index)} ${word(index * 7)} ${word(index * 13)}`);
    }
    const state = grouping.save();
    expect(state.groups.length).toBeLessThanOrEqual(50);
    expect(state.merged.length).toBeLessThanOrEqual(20);
    expect(grouping.groups().find(({ template }) => template === often)?.size).toBe(2_000);
  });

  it('places empty and endless messages', () => {
    const grouping = openGrouping();
    expect(grouping.place('')).toBe(grouping.place(''));
    expect(grouping.place('word '.repeat(5_000))).toBe(grouping.place('word '.repeat(6_000)));
  });
});
