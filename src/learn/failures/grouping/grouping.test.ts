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
const sayings = ['open', 'read', 'write', 'close', 'lock', 'move'];
const constants = [...'ABCDEFGHIJKLMN'].map((letter) => `${letter}${letter}`);

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
    ['bytes and larger units', ['read 512 bytes of it', 'read 1.2 KB of it', 'read 7 GB of it']],
    ['a size that is left out before a comma', ['sent 9 bytes (1.2 KB), done', 'sent 9 bytes, done']],
    ['a word among values in brackets', ['no answer of [web7] yet', 'no answer of [proxy] yet']],
    ['yes and no in brackets', ['policy is unknown (true) here', 'policy is unknown (false) here']],
    ['a name among paths', ['cannot open device /dev/sda1 now', 'cannot open device sda now']],
    ['values in quotes and without', ['no key "main" of table', 'no key spare of table']],
    ['ports of machines', ['bound socket on web7:4433 now', 'bound socket on a.example.com:22 now']],
    ['values of two parts', ['safe at mark 58:35 again', 'safe at mark 1018:35 again']],
    [
      'lists after a key',
      ['sent users=[] now', 'sent users=[ada] now', 'sent users=[ada, bob] now', 'sent users=[[ada]] now'],
    ],
    ['a key and its value', ['option 12: /srv/a is lost', 'option 13: main is lost']],
    ['values of two kinds side by side', ['mount 4 /srv/data too late', 'mount 5 data too late']],
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
    [
      'three parts of a program',
      ['no name for agent section', 'no name for error section', 'no name for forward section'],
    ],
    ['states', ['job_1 moved from NEW to READY', 'job_1 moved from READY to RUNNING']],
    ['kinds of errors', ['java.io.IOException: on disk', 'java.lang.NullPointerException: on disk']],
    ['spaces', ['sent:get_a2 of it', 'sent: get_b2 of it']],
    ['standards', ['bound socket for IPV4 traffic', 'bound socket for IPV6 traffic']],
    ['a state and its opposite', ['the link is Active now', 'the link is Inactive now']],
    ['a word instead of an address beside one word', ['connect 10.0.0.1', 'connect failed']],
    ['calls without arguments', ['stopped in load() early', 'stopped in save() early']],
    ['rules', ['breaks rule TS2339', 'breaks rule TS2551']],
    ['a word more in brackets', ['closed by 10.0.0.1 early [preauth]', 'closed by 10.0.0.1 early']],
    ['constants', constants.map((name) => `SET_${name}_MODE failed`)],
    ['many states in capitals', constants.map((name) => `the worker is now ${name} again`)],
    ['functions', constants.map((name) => `get${name.toLowerCase()}() failed`)],
    ['exit codes', ['Exit code 1\nno answer', 'Exit code 127\nno answer']],
    ['what was asked', ['"GET /a/1 HTTP/1.1" status: 200', '"DELETE /a/1 HTTP/1.1" status: 204']],
  ])('%s', (_, messages) => {
    expect(together(messages)).toHaveLength(messages.length);
  });
});

describe('LRN-2 two names in a message', () => {
  it('are other messages when words only come in pairs', () => {
    const met = users.map((user, at) => `cannot ${sayings[at]} the next ${user} while it is here`);
    // Of other messages, single words differ at the same places.
    const others = ['open the old ada', 'read the old ada', 'read the old tony'].map(
      (other) => `never ${other} until it is here`,
    );
    expect(together([...met, ...others])).toHaveLength(met.length + others.length);
  });

  it('are found when a word of one place was met with several of the other', () => {
    const met = users.flatMap((user, at) =>
      [1, 2].map((step) => `the lock on ${user} is held by engine ${sayings[(at + step) % 6]} again`),
    );
    expect(together(met)).toEqual([met]);
  });
});

describe('LRN-2 what may be left out', () => {
  const long = 'sent 12 parts (1.2 KB) in 3 rounds';
  const short = 'sent 900 parts in 4 rounds';

  it('is known from then on, also in a grouping that was saved', () => {
    const grouping = openGrouping();
    const first = grouping.place(errorSignature(long));
    const other = grouping.place(errorSignature(short));
    expect(grouping.settle()).toEqual([[other, first]]);
    for (const opened of [grouping, openGrouping(JSON.parse(JSON.stringify(grouping.save())))]) {
      expect(opened.place(errorSignature(long))).toBe(first);
      expect(opened.place(errorSignature(short))).toBe(first);
      expect(opened.place(errorSignature('sent 12 parts (many) in 3 rounds'))).toBe(first);
      expect(opened.group(first)?.template).toBe('sent <*> parts in <*> rounds');
    }
  });

  it.each([
    ['before a comma', 'sent 9 parts (1 KB), done', 'sent 9 parts, done'],
    ['at the end', 'sent all parts (1 KB)', 'sent all parts'],
  ])('is known %s', (_, one, other) => {
    const grouping = openGrouping();
    const ids = [one, other].map((message) => grouping.place(errorSignature(message)));
    grouping.settle();
    expect(grouping.place(errorSignature(other))).toBe(ids[0]);
  });

  it('may be several things', () => {
    const messages = [
      'a.example.com:1 sent 9 bytes (1 KB), got 9 bytes at last',
      'a.example.com:1 sent 9 bytes, got 9 bytes (1 KB) at last',
      'a.example.com:1 sent 9 bytes, got 9 bytes at last',
    ];
    expect(together(messages)).toEqual([messages]);
  });

  it('is nothing that all messages have', () => {
    expect(together([long, 'sent 900 parts (3 MB) again'])).toHaveLength(2);
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
  const saved = (version: 1 | 2, ...all: string[][]): GroupingState => ({
    version,
    placed: 6,
    made: all.length,
    groups: all.map((words, order) => ({ id: `group ${order}`, words, size: 3, order, seen: order })),
    merged: [],
    unsettled: [],
  });

  it('finds its groups again, and joins those that have become one', () => {
    const grouping = openGrouping(
      saved(
        1,
        ['sent ', '<*> ', 'parts (', '<*>) ', 'in ', '<*> ', 'rounds'],
        ['sent ', '<*> ', 'parts ', 'in ', '<*> ', 'rounds'],
      ),
    );
    expect(grouping.place(errorSignature('sent 12 parts (1.2 KB) in 3 rounds'))).toBe('group 0');
    grouping.settle();
    expect(grouping.resolve('group 1')).toBe('group 0');
    expect(openGrouping(grouping.save()).save()).toEqual(grouping.save());
    expect(grouping.save()).toMatchObject({ version: 3, isUpgraded: true });
  });

  it('knows messages whose brackets were left out then', () => {
    const grouping = openGrouping(saved(2, ['sent ', '<*> ', 'bytes ', 'in ', '<*> ', 'rounds']));
    expect(grouping.place(errorSignature('sent 12 bytes in 3 rounds'))).toBe('group 0');
    const id = grouping.place(errorSignature('sent 12 bytes (1.2 KB) in 3 rounds'));
    grouping.settle();
    expect(grouping.resolve(id)).toBe('group 0');
    expect(grouping.save()).not.toHaveProperty('isUpgraded');
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
