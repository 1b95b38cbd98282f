// The life of a template: saved from a run, approved, replayed, stopped by a changed world, made better by a second run.
// Run it: node examples/templates.js
import assert from 'node:assert/strict';
import { openEngram } from 'engram';

// The world: rooms that can be booked, and what was booked.
const rooms = {
  Bern: [
    { id: 'room-101', price: 120, available: true },
    { id: 'room-102', price: 95, available: true },
    { id: 'room-103', price: 80, available: false },
  ],
  Chur: [
    { id: 'room-201', price: 70, available: true },
    { id: 'room-202', price: 110, available: true },
  ],
  Genf: [
    { id: 'room-301', price: 99, available: false },
    { id: 'room-302', price: 140, available: true },
    { id: 'room-303', price: 130, available: true },
  ],
  Sion: [
    { id: 'room-401', price: 85, available: true },
    { id: 'room-402', price: 85, available: true },
  ],
};
const booked = [];
const tools = {
  get_weather: async ({ city }) => ({ city, sunny: true }),
  list_rooms: async ({ city }) => ({ city, rooms: rooms[city] }),
  get_room: async ({ id }) => ({
    ...Object.values(rooms)
      .flat()
      .find((room) => room.id === id),
  }),
  book_room: async ({ id, amount }) => {
    booked.push(`${id} for ${amount}`);
    return { booking: `B-${booked.length}`, status: 'confirmed' };
  },
};

const engram = await openEngram({ db: process.env.ENGRAM_DB ?? 'memory:' });
const alice = engram.agent('alice');

// An agent does the work. Which calls it makes a model decides; here it is written down.
async function book(city, nights) {
  const run = await alice.startRun({
    description: `Book the cheapest room in ${city}`,
    inputs: { city, nights },
  });
  const agent = run.tools(tools);
  await agent.get_weather({ city });
  const { rooms: offered } = await agent.list_rooms({ city });
  const [cheapest] = offered.filter(({ available }) => available).sort((a, b) => a.price - b.price);
  const { id, price } = await agent.get_room({ id: cheapest.id });
  await agent.book_room({ id, amount: price * nights });
  await run.finish({ outcome: 'success' });
  return run.id;
}

// 1. Saved. Every look is kept, because an agent may have decided by it. Why this room was taken, one run cannot tell.
const first = await alice.templates.save({ run: await book('Bern', 5), name: 'book-room' });
console.log('calls:', first.plan.map(({ tool }) => tool).join(', '));
console.log(
  'parameters:',
  first.parameters
    .map(({ name, source, unseen }) => `${name} (${source}${unseen ? ', open' : ''})`)
    .join(', '),
);

// 2. It would book, so it needs approval. Then it runs without a model. With other inputs the open value must be given.
await assert.rejects(alice.templates.run({ id: 'book-room', asRecorded: true }, tools), {
  code: 'not_replayable',
});
await alice.templates.approve({ id: 'book-room', reason: 'read the plan' });
await assert.rejects(alice.templates.run({ id: 'book-room', inputs: { nights: 4 } }, tools), /inputs\.id/);
const again = await alice.templates.run(
  { id: 'book-room', inputs: { city: 'Bern', nights: 4, id: 'room-102' } },
  tools,
);
console.log(again.status, 'with', again.modelCalls, 'model calls:', booked.at(-1));
assert.equal(booked.at(-1), 'room-102 for 380');

// 3. The world changes: the room is taken. Nothing is booked, and no other room is taken in its place.
rooms.Bern[1].available = false;
const stopped = await alice.templates.run({ id: 'book-room', asRecorded: true }, tools);
console.log(stopped.status, 'at', `${stopped.divergence.tool}:`, stopped.divergence.reason);
console.log('not done:', stopped.divergence.remaining.join(', '));
assert.equal(booked.length, 2);

// 4. A second run shows how the room was picked: the cheapest that is available. That is another plan, to be approved.
const second = await alice.templates.learn({ id: 'book-room', run: await book('Chur', 6) });
console.log(
  `version ${second.version} is a ${second.status}:`,
  JSON.stringify(second.plan[2].arguments.members.id),
);
await alice.templates.approve({ id: 'book-room' });
const inGenf = await alice.templates.run({ id: 'book-room', inputs: { city: 'Genf', nights: 4 } }, tools);
console.log(inGenf.status, 'with', inGenf.modelCalls, 'model calls:', booked.at(-1));
assert.equal(booked.at(-1), 'room-303 for 520');

// 5. Two are equally cheap: no telling which, so it stops.
const unclear = await alice.templates.run({ id: 'book-room', inputs: { city: 'Sion', nights: 4 } }, tools);
console.log(unclear.status, 'at', `${unclear.divergence.tool}:`, unclear.divergence.reason);
assert.equal(booked.length, 4);

await engram.close();
