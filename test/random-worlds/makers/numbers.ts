import type { Entity } from '../world.ts';
import { dateFor, holds, mirrored, numberFor, randomComparison } from './comparison.ts';
import {
  itemsIn,
  type MakerFactory,
  resizeItems,
  type Scene,
  setItems,
  setPart,
  subjectIn,
} from './maker.ts';

/** Whether the input is what changes; otherwise a fact of the world does. */
const changesInput = (scene: Scene): boolean => !scene.isErrandFixed && scene.random.chance(0.4);

export const numberAgainstInput: MakerFactory = (_, random) => {
  const comparison = randomComparison(random);
  const part = random.oneOf(['amount', 'quantity']);
  return {
    shape: 'gate',
    rule: `${part} ${comparison} the input`,
    inputs: ['limit'],
    parts: [part],
    *decide(mind) {
      const number = Number((yield* mind.subject())[part]);
      return { acts: holds(number, comparison, Number(mind.input('limit'))) };
    },
    arrange(scene, acts) {
      const { values } = scene.errand;
      if (changesInput(scene)) {
        const number = Math.ceil(Number(subjectIn(scene)[part]));
        values.limit = numberFor(mirrored[comparison], number, acts, scene.random);
        if (holds(Number(subjectIn(scene)[part]), comparison, values.limit) === acts) return;
      }
      setPart(scene, part, numberFor(comparison, Number(values.limit), acts, scene.random));
    },
  };
};

export const numberAgainstTask: MakerFactory = (_, random) => {
  const comparison = randomComparison(random);
  const part = random.oneOf(['amount', 'quantity']);
  return {
    shape: 'gate',
    rule: `${part} ${comparison} the number in the task`,
    mentionsFixedNumber: true,
    parts: [part],
    *decide(mind) {
      return { acts: holds(Number((yield* mind.subject())[part]), comparison, mind.fixedNumber) };
    },
    arrange: (scene, acts) =>
      setPart(scene, part, numberFor(comparison, scene.fixedNumber, acts, scene.random)),
  };
};

export const dateAgainstInput: MakerFactory = (_, random) => {
  const comparison = randomComparison(random);
  return {
    shape: 'gate',
    rule: `date ${comparison} the input`,
    inputs: ['before'],
    parts: ['date'],
    *decide(mind) {
      return {
        acts: holds(String((yield* mind.subject())['date']), comparison, String(mind.input('before'))),
      };
    },
    arrange(scene, acts) {
      const { values } = scene.errand;
      if (changesInput(scene))
        values.before = dateFor(mirrored[comparison], String(subjectIn(scene)['date']), acts, scene.random);
      else setPart(scene, 'date', dateFor(comparison, String(values.before), acts, scene.random));
    },
  };
};

export const numberAgainstConstant: MakerFactory = (_, random) => {
  const comparison = randomComparison(random);
  const part = random.oneOf(['amount', 'quantity']);
  const limit = random.between(100, 800);
  return {
    shape: 'gate',
    rule: `${part} ${comparison} ${limit}, which nobody is told`,
    parts: [part],
    *decide(mind) {
      return { acts: holds(Number((yield* mind.subject())[part]), comparison, limit) };
    },
    arrange: (scene, acts) => setPart(scene, part, numberFor(comparison, limit, acts, scene.random)),
  };
};

export const numberAgainstNumber: MakerFactory = (_, random) => {
  const comparison = randomComparison(random);
  return {
    shape: 'gate',
    rule: `amount ${comparison} reserve`,
    parts: ['amount', 'reserve'],
    *decide(mind) {
      const { amount, reserve } = yield* mind.subject();
      return { acts: holds(Number(amount), comparison, Number(reserve)) };
    },
    arrange(scene, acts) {
      const reserve = Number(subjectIn(scene)['reserve']);
      setPart(scene, 'amount', numberFor(comparison, reserve, acts, scene.random));
    },
  };
};

const totalOf = (items: readonly Entity[]): number =>
  Math.round(items.reduce((total, { amount }) => total + Number(amount), 0) * 100) / 100;

export const sumAgainstInput: MakerFactory = (_, random) => {
  const comparison = randomComparison(random);
  return {
    shape: 'gate',
    rule: `the sum of the amounts ${comparison} the input`,
    inputs: ['limit'],
    usesItems: true,
    *decide(mind) {
      return { acts: holds(totalOf(yield* mind.items()), comparison, Number(mind.input('limit'))) };
    },
    arrange(scene, acts) {
      const total = numberFor(comparison, Number(scene.errand.values.limit), acts, scene.random);
      const items = resizeItems(scene, scene.random.between(1, 3));
      const share = Math.floor(total / items.length);
      for (const item of items) item['amount'] = share;
      const [first] = items;
      if (first !== undefined) first['amount'] = total - share * (items.length - 1);
    },
  };
};

export const countAgainstInput: MakerFactory = (_, random) => {
  const comparison = randomComparison(random);
  const counts = random.chance(0.4);
  return {
    shape: 'gate',
    rule: `the number of items ${comparison} the input`,
    inputs: ['count'],
    usesItems: true,
    *decide(mind) {
      const count = counts ? yield* mind.countOfItems() : (yield* mind.items()).length;
      return { acts: holds(count, comparison, Number(mind.input('count'))) };
    },
    arrange(scene, acts) {
      const { values } = scene.errand;
      if (changesInput(scene)) {
        const fitting = [1, 2, 3, 4, 5].filter(
          (count) => holds(itemsIn(scene).length, comparison, count) === acts,
        );
        if (fitting.length > 0) {
          values.count = scene.random.oneOf(fitting);
          return;
        }
      }
      const sizes = [0, 1, 2, 3, 4, 5, 6].filter(
        (size) => holds(size, comparison, Number(values.count)) === acts,
      );
      resizeItems(scene, scene.random.oneOf(sizes));
    },
  };
};

export const emptyOrNot: MakerFactory = (_, random) => {
  const wantsEmpty = random.chance(0.5);
  const counts = random.chance(0.3);
  return {
    shape: 'gate',
    rule: `there are ${wantsEmpty ? 'no' : 'some'} items`,
    usesItems: true,
    *decide(mind) {
      const count = counts ? yield* mind.countOfItems() : (yield* mind.items()).length;
      return { acts: (count === 0) === wantsEmpty };
    },
    arrange(scene, acts) {
      if (acts === wantsEmpty) setItems(scene, []);
      else resizeItems(scene, scene.random.between(1, 4));
    },
  };
};

export const oneOrMany: MakerFactory = (_, random) => {
  const counts = random.chance(0.3);
  return {
    shape: 'gate',
    rule: 'there is exactly one item',
    usesItems: true,
    *decide(mind) {
      const count = counts ? yield* mind.countOfItems() : (yield* mind.items()).length;
      return { acts: count === 1 };
    },
    arrange: (scene, acts) => {
      resizeItems(scene, acts ? 1 : scene.random.oneOf([0, 2, 3, 4]));
    },
  };
};
