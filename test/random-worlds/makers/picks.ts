import type { Mind } from '../mind.ts';
import type { SeededRandom } from '../random.ts';
import { type Entity, newName } from '../world.ts';
import {
  type DecisionMaker,
  itemsIn,
  type MakerFactory,
  newItems,
  resizeItems,
  type Scene,
  setItems,
} from './maker.ts';

type Choose = (items: readonly Entity[], mind: Mind) => readonly Entity[];

/** A decision that takes items of a list. */
function choosing(
  shape: 'each' | 'pick',
  rule: string,
  choose: Choose,
  arrange: DecisionMaker['arrange'],
): DecisionMaker {
  return {
    shape,
    rule,
    usesItems: true,
    *decide(mind) {
      const chosen = choose(yield* mind.items(), mind);
      return { acts: chosen.length > 0, chosen };
    },
    arrange,
  };
}

/** Several items: those that are there in another order, or others. */
function severalItems(scene: Scene): Entity[] {
  const { random } = scene;
  const there = itemsIn(scene);
  const items =
    there.length >= 2 && random.chance(0.4) ? random.shuffled(there) : newItems(scene, random.between(2, 4));
  setItems(scene, items);
  return items;
}

/** The values of one part are dealt anew to the same items. */
function dealAnew(items: readonly Entity[], part: string, random: SeededRandom): void {
  const values = random.shuffled(items.map((item) => item[part] ?? null));
  for (const [index, item] of items.entries()) item[part] = values[index] ?? null;
}

const takeOne =
  (rule: string, take: (items: readonly Entity[]) => Entity | undefined, part?: string): MakerFactory =>
  () =>
    choosing(
      'pick',
      rule,
      (items) => {
        const taken = take(items);
        return taken === undefined ? [] : [taken];
      },
      (scene, acts) => {
        if (!acts) {
          setItems(scene, []);
          return;
        }
        const there = itemsIn(scene);
        if (part !== undefined && there.length >= 2 && scene.random.chance(0.4))
          dealAnew(there, part, scene.random);
        else severalItems(scene);
      },
    );

const leastBy = (items: readonly Entity[], part: string): Entity | undefined =>
  items.toSorted((left, right) => Number(left[part]) - Number(right[part]))[0];

const latestBy = (items: readonly Entity[], part: string): Entity | undefined =>
  items.toSorted((left, right) => String(right[part]).localeCompare(String(left[part])))[0];

export const pickFirst = takeOne('takes the first item', (items) => items[0]);
export const pickLast = takeOne('takes the last item', (items) => items.at(-1));
export const pickCheapest = takeOne(
  'takes the item of the least amount',
  (items) => leastBy(items, 'amount'),
  'amount',
);
export const pickLatest = takeOne(
  'takes the item of the latest date',
  (items) => latestBy(items, 'date'),
  'date',
);

export const pickOnlyOne: MakerFactory = () =>
  choosing(
    'pick',
    'takes the only item',
    (items) => (items.length === 1 ? items : []),
    (scene, acts) => {
      const count = acts ? 1 : scene.random.oneOf([0, 2, 3]);
      if (scene.random.chance(0.5)) resizeItems(scene, count);
      else setItems(scene, newItems(scene, count));
    },
  );

export const pickByField: MakerFactory = () => ({
  ...choosing(
    'pick',
    'takes the item with the name of the input',
    (items, mind) => items.filter(({ name }) => name === mind.input('wanted')).slice(0, 1),
    (scene, acts) => {
      const { random, errand } = scene;
      const items = severalItems(scene);
      const item = random.oneOf(items);
      if (!acts)
        for (const one of items)
          if (one['name'] === errand.values.wanted) one['name'] = newName(scene.world, scene.domain);
      if (acts && scene.isErrandFixed && !items.some(({ name }) => name === errand.values.wanted))
        item['name'] = errand.values.wanted;
      if (acts && !scene.isErrandFixed) errand.values.wanted = item['name'] ?? null;
    },
  ),
  inputs: ['wanted'],
});

/** Puts items into a state such that so many of them have the word. */
function setStates(scene: Scene, items: readonly Entity[], word: string, count: number): void {
  const { random, domain } = scene;
  const others = domain.words.itemState.filter((other) => other !== word);
  const chosen = new Set(random.some(items, count));
  for (const item of items) item['state'] = chosen.has(item) ? word : random.oneOf(others);
}

export const pickOneInState: MakerFactory = (domain, random) => {
  const word = random.oneOf(domain.words.itemState);
  return choosing(
    'pick',
    `takes the only item that is ${word}`,
    (items) => {
      const fitting = items.filter(({ state }) => state === word);
      return fitting.length === 1 ? fitting : [];
    },
    (scene, acts) => {
      const there = itemsIn(scene);
      const items = there.length >= 2 && scene.random.chance(0.5) ? there : severalItems(scene);
      setStates(scene, items, word, acts ? 1 : scene.random.oneOf([0, 2]));
    },
  );
};

export const eachItem: MakerFactory = () =>
  choosing(
    'each',
    'acts on every item',
    (items) => items,
    (scene, acts) => {
      const count = acts ? scene.random.between(1, 4) : 0;
      if (scene.random.chance(0.5)) resizeItems(scene, count);
      else setItems(scene, newItems(scene, count));
    },
  );

export const eachItemInState: MakerFactory = (domain, random) => {
  const word = random.oneOf(domain.words.itemState);
  return choosing(
    'each',
    `acts on every item that is ${word}`,
    (items) => items.filter(({ state }) => state === word),
    (scene, acts) => {
      const there = itemsIn(scene);
      const items = there.length >= 2 && scene.random.chance(0.5) ? there : severalItems(scene);
      setStates(scene, items, word, acts ? scene.random.between(1, items.length) : 0);
    },
  );
};
