import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createColumns, noSlot } from './columns.ts';
import { createConversations } from './conversations.ts';

it('REC-1 neighbours are those next to each other in the same session, whatever order they come and go in', () => {
  const steps = fc.array(
    fc.record({
      session: fc.constantFrom(1, 2),
      position: fc.nat(12),
      leaves: fc.boolean(),
      forgets: fc.boolean(),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, (given) => {
      const columns = createColumns();
      columns.before.fill(noSlot);
      columns.after.fill(noSlot);
      const present = new Map<number, { session: number; position: number }>();
      const conversations = createConversations(columns, (session) =>
        [...present].filter(([, each]) => each.session === session).map(([slot]) => slot),
      );
      given.forEach(({ session, position, leaves, forgets }, slot) => {
        columns.position[slot] = position;
        if (forgets) conversations.forget();
        conversations.enter(session, position, slot);
        present.set(slot, { session, position });
        const oldest = [...present.keys()][0];
        if (!leaves || oldest === undefined) return;
        conversations.leave(present.get(oldest)?.session ?? 0, oldest);
        present.delete(oldest);
      });
      for (const session of [1, 2]) {
        const inOrder = [...present]
          .filter(([, each]) => each.session === session)
          .sort(([left, one], [right, other]) => one.position - other.position || left - right)
          .map(([slot]) => slot);
        inOrder.forEach((slot, index) => {
          expect(columns.before[slot]).toBe(inOrder[index - 1] ?? noSlot);
          expect(columns.after[slot]).toBe(inOrder[index + 1] ?? noSlot);
        });
      }
    }),
  );
});
