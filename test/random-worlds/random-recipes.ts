import type { Domain } from './domain.ts';
import type { SeededRandom } from './random.ts';
import type { ValueRecipe, WriteRecipe } from './recipes.ts';
import { nonsense } from './words.ts';

const constant = (value: string | number | boolean): ValueRecipe => ({ from: 'constant', value });
const subject = (part: string): ValueRecipe => ({ from: 'subject', part });
const item = (part: string): ValueRecipe => ({ from: 'item', part });
const text = (...pieces: ReadonlyArray<string | ValueRecipe>): ValueRecipe => ({ from: 'text', pieces });

const subjectId: ValueRecipe = { from: 'subject id' };
const created: ValueRecipe = { from: 'created' };
const taken: ValueRecipe = { from: 'input', name: 'taken' };

/** Writes about the subject of the errand. */
export function writesAboutSubject(domain: Domain, random: SeededRandom): WriteRecipe[] {
  const word = (): string => nonsense(random, 2);
  const change = (values: WriteRecipe['values']): WriteRecipe[] => [
    { tool: 'changeSubject', values: { id: subjectId, ...values } },
  ];
  const choices: ReadonlyArray<() => WriteRecipe[]> = [
    () => change({ state: constant(random.oneOf(domain.words.state)) }),
    () => change({ quantity: { from: 'difference', left: subject('quantity'), right: taken } }),
    () => change({ amount: { from: 'sum', left: subject('amount'), right: subject('reserve') } }),
    () => change({ flag: constant(random.chance(0.5)) }),
    () => change({ note: text(`${word()} `, subject('name'), `: ${word()} `, subject('date')) }),
    () => change({ quantity: taken }),
    () => [
      { tool: 'create', values: { amount: subject('amount'), text: text(`${word()} `, subject('name')) } },
      { tool: 'appendToCreated', values: { id: created, text: text(`${word()} `, subject('amount')) } },
    ],
    () => [
      { tool: 'create', values: { name: subject('name') } },
      { tool: 'send', values: { to: subject('name'), text: text(`${word()} `, created, '.') } },
    ],
    () => [
      {
        tool: 'send',
        values: {
          to: subject('name'),
          text: text(`Dear `, subject('name'), `, ${word()} `, subject('amount')),
        },
      },
    ],
    () => [{ tool: 'send', values: { to: constant(word()), text: text(`${word()} `, subject('id')) } }],
    () => [{ tool: 'send', values: { to: { from: 'partner', part: 'name' }, text: subject('note') } }],
    () => [{ tool: 'toggle', values: {} }],
    () => [{ tool: 'create', values: { tags: subject('tags'), code: subject('place.code') } }],
    () => [{ tool: 'create', values: { partner: subject('partner'), number: taken } }],
    ...(domain.subjectBy === 'nothing'
      ? []
      : [(): WriteRecipe[] => [{ tool: 'removeSubject', values: { id: subjectId } }]]),
  ];
  return random.oneOf(choices)();
}

/** Writes about one item of a list. */
export function writesAboutItem(domain: Domain, random: SeededRandom): WriteRecipe[] {
  const word = (): string => nonsense(random, 2);
  const choices: ReadonlyArray<() => WriteRecipe[]> = [
    () => [
      {
        tool: 'changeItem',
        values: { id: item('id'), state: constant(random.oneOf(domain.words.itemState)) },
      },
    ],
    () => [
      {
        tool: 'changeItem',
        values: { id: item('id'), quantity: { from: 'difference', left: item('quantity'), right: taken } },
      },
    ],
    () => [{ tool: 'removeItem', values: { id: item('id') } }],
    () => [{ tool: 'send', values: { to: item('name'), text: text(`${word()} `, item('amount')) } }],
    () => [{ tool: 'create', values: { name: item('name'), amount: item('amount') } }],
    () => [
      { tool: 'create', values: { number: item('id') } },
      { tool: 'appendToCreated', values: { id: created, text: text(item('name'), ` ${word()}`) } },
    ],
  ];
  return random.oneOf(choices)();
}

/** Writes that say how many items there are. */
export const writeOfCount = (random: SeededRandom): WriteRecipe[] => [
  { tool: 'create', values: { number: { from: 'count of items' }, name: constant(nonsense(random, 2)) } },
];
