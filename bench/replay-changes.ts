import type { Json, JsonObject } from '../src/json/json.ts';
import type { Change, Trial, TrialStep } from './replay-world.ts';

/** Everything that names one thing: orders, users, items, payments, zip codes. Not amounts. */
const identifier = /(?<![\w.])#?[A-Za-z_]*\d{4,}(?![\d.]*\.\d)/g;

/** Another identifier of the same length, always the same one for the same text. */
export function renamed(text: string): string {
  return text.replace(identifier, (name) =>
    name.replace(/\d/g, (digit) => String((Number(digit) * 7 + 3) % 10)),
  );
}

export function renamedJson<Value extends Json>(value: Value): Value {
  return JSON.parse(renamed(JSON.stringify(value))) as Value;
}

/** Every identifier consistently renamed. */
export const everythingRenamed: Change = {
  answer: (step) => ({ ...step, args: renamedJson(step.args), output: renamed(step.output) }),
};

/** An order was cancelled meanwhile: every look at it says so, and it refuses to be changed. */
export function orderCancelled(order: string): Change {
  const concerns = ({ args }: TrialStep): boolean => args['order_id'] === order;
  return {
    answer(step) {
      if (!concerns(step)) return step;
      if (step.write) return { ...step, output: 'Error: the order is cancelled', error: true };
      return { ...step, output: step.output.replace(/"status": "[^"]*"/, '"status": "cancelled"') };
    },
  };
}

/** An item is gone, and another one is in its place. */
export function itemGone(item: string): Change {
  return {
    answer(step) {
      if (!step.write) return { ...step, output: step.output.replaceAll(item, renamed(item)) };
      const isAbout = JSON.stringify(step.args).includes(item);
      return isAbout ? { ...step, output: 'Error: item not found', error: true } : step;
    },
  };
}

/** The first order, and the items, that a trial changed. */
export function changedBy({ steps }: Trial): {
  readonly order: string | undefined;
  readonly items: readonly string[];
} {
  const writes = steps.filter(({ write, error }) => write && !error).map(({ args }) => args);
  const order = writes.map((args) => args['order_id']).find((id) => typeof id === 'string');
  return {
    order,
    items: writes.flatMap((args) => [...texts(args, 'new_item_ids'), ...texts(args, 'item_ids')]),
  };
}

function texts(args: JsonObject, name: string): string[] {
  const value = args[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
