import { describe, expect, it } from 'vitest';
import type { EngramEvent } from '../../ports/events.ts';
import { createEventHub } from './event-hub.ts';

const event = (memoryId: string): EngramEvent => ({
  type: 'memory-recorded',
  memoryId,
  at: 0,
  scope: { user: 'u', project: 'p', agent: null },
});

describe('the hub of events', () => {
  it('keeps events in order, each with an id that leads back to it', () => {
    const hub = createEventHub(10);
    const start = hub.next();
    hub.publish(event('a'));
    hub.publish(event('b'));
    expect([hub.at(start), hub.at(start + 1), hub.at(start + 2)]).toEqual([
      event('a'),
      event('b'),
      undefined,
    ]);
    expect(hub.placeAfter(hub.idOf(start))).toBe(start + 1);
  });

  it('keeps no more than its capacity, and knows what it dropped', () => {
    const hub = createEventHub(3);
    for (const id of ['a', 'b', 'c', 'd', 'e']) hub.publish(event(id));
    expect([hub.isLost(1), hub.isLost(2), hub.isLost(3)]).toEqual([true, true, false]);
    expect([hub.at(2), hub.at(3), hub.at(5)]).toEqual([undefined, event('c'), event('e')]);
  });

  it('finds no place after an id whose successors were dropped, that is of another process, or no id', () => {
    const hub = createEventHub(3);
    for (const id of ['a', 'b', 'c', 'd', 'e']) hub.publish(event(id));
    expect(hub.placeAfter(hub.idOf(2))).toBe(3);
    expect(hub.placeAfter(hub.idOf(5))).toBe(6);
    for (const id of [
      hub.idOf(1),
      hub.idOf(6),
      createEventHub().idOf(5),
      'boot-2',
      '',
      '-',
      '0'.repeat(32),
    ]) {
      expect(hub.placeAfter(id), id).toBeUndefined();
    }
  });

  it('tells whoever listens, until they stop', () => {
    const hub = createEventHub();
    const heard: EngramEvent[] = [];
    const stop = hub.subscribe((each) => heard.push(each));
    hub.publish(event('a'));
    stop();
    hub.publish(event('b'));
    expect(heard).toEqual([event('a')]);
  });

  it('has ids that tell nobody how many events there were: not even the same place has the same id twice', () => {
    const hub = createEventHub();
    expect(new Set(Array.from({ length: 1_000 }, () => hub.idOf(7))).size).toBe(1_000);
    expect(Array.from({ length: 100 }, () => hub.placeAfter(hub.idOf(0)))).toEqual(Array(100).fill(1));
  });
});
