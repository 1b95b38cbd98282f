import type { Observation, PlanStep } from '../../records/plan.ts';
import { valueInRun } from '../../records/plan.ts';
import { asRead } from '../../records/read-again.ts';
import type { Template } from '../../records/template.ts';
import {
  isItemOfRound,
  itemsAt,
  loopsIn,
  type PlannedLoop,
  type RecordedRound,
  roundsOf,
} from '../../templates/plan/loop.ts';
import { mapBinding } from '../../templates/plan/map-binding.ts';

/** The parts of a template that answers are compared by. */
export type Viewed = Pick<Template, 'plan' | 'parameters'> & Partial<Pick<Template, 'task'>>;

/**
 * Answers are compared with what the runs saw, run by run. In a loop every round is one such row: it saw what its run saw
 * before the loop, and what was answered in this round. A view is a template with the rows of one kind.
 */
const known = new WeakMap<object, Map<string, Viewed>>();

function kept(template: Viewed, name: string, make: () => Viewed): Viewed {
  const record = asRead(template);
  const views = known.get(record) ?? new Map<string, Viewed>();
  known.set(record, views);
  const view = views.get(name) ?? make();
  views.set(name, view);
  return view;
}

/**
 * As one call of the plan sees it.
 *
 * @example
 * createObservations(viewOf(template, index), scenery).findDifference(index, given, answer);
 */
export function viewOf<Kind extends Viewed>(template: Kind, index: number): Kind {
  const loops = loopsIn(template.plan);
  if (loops.length === 0) return template;
  const loop = loops.find(({ from, to }) => from <= index && index < to);
  const view = loop === undefined ? viewOutside(template) : viewInside(template, loop);
  return { ...template, plan: view.plan, parameters: view.parameters };
}

/** As calls outside of loops see it. */
export function viewOutside(template: Viewed): Viewed {
  return kept(template, 'outside', () => ({
    ...template,
    plan: template.plan.map((step) => (step.loop === undefined ? step : { ...step, observed: [] })),
  }));
}

/** The same for the runs in which the list of a loop had items, or for those in which it had none. */
export function viewWithItems(template: Viewed, { each, number }: PlannedLoop, hasItems: boolean): Viewed {
  return kept(template, `${hasItems ? 'some' : 'no'} items ${number}`, () => {
    const lists =
      template.plan[each.step]?.observed.map(({ result }) => itemsAt(result, each.path) ?? []) ?? [];
    const rows = lists.flatMap((items, run) => (items.length > 0 === hasItems ? [{ run, round: 0 }] : []));
    return withRows(template, rows, (_, observed) => observed);
  });
}

/** As the calls of a loop see it: a row for each round. */
export function viewInside(template: Viewed, loop: PlannedLoop): Viewed {
  return kept(template, `inside ${loop.number}`, () =>
    withRows(template, roundsOf(loop), (step, observed) =>
      step.loop?.number === loop.number ? step.observed : observed,
    ),
  );
}

/** As the items of a list see it: a row for each of them, with the item as the answer. */
export function viewOfItems(template: Viewed, loop: PlannedLoop): Viewed {
  return kept(template, `items ${loop.number}`, () => {
    const { step: list, path } = loop.each;
    const lists = template.plan[list]?.observed.map(({ result }) => itemsAt(result, path) ?? []) ?? [];
    const rows = lists.flatMap((items, run) => items.map((_, round) => ({ run, round })));
    const view = withRows(template, rows, (_, observed, index) =>
      index !== list
        ? observed
        : observed.map((observation, row) => {
            const { run = 0, round = 0 } = rows[row] ?? {};
            return { ...observation, result: lists[run]?.[round] ?? null };
          }),
    );
    return { ...view, plan: view.plan.map((step, index) => ofItem(step, index, loop)) };
  });
}

/** Places of an item, as if it were the whole answer. */
function ofItem(step: PlanStep, index: number, { each }: PlannedLoop): PlanStep {
  return {
    ...step,
    free:
      index === each.step
        ? step.free.flatMap((place) =>
            place.startsWith(each.path) ? [`$${place.slice(each.path.length)}`] : [],
          )
        : step.free,
    arguments: mapBinding(step.arguments, (part) =>
      part.from === 'item' && isItemOfRound(part) && part.step === each.step && part.path === each.path
        ? { from: 'result', step: each.step, path: part.value }
        : undefined,
    ),
  };
}

function withRows(
  template: Viewed,
  rows: readonly RecordedRound[],
  observedIn: (step: PlanStep, observed: Observation[], index: number) => Observation[],
): Viewed {
  return {
    ...template,
    parameters: template.parameters.map((parameter) => ({
      ...parameter,
      seen: rows.map(({ run }) => valueInRun(parameter, run)),
    })),
    plan: template.plan.map((step, index) => {
      const observed = step.loop === undefined ? rows.flatMap(({ run }) => step.observed[run] ?? []) : [];
      return { ...step, observed: observedIn(step, observed, index) };
    }),
  };
}
