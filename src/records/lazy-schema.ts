import * as z from 'zod';

/** What schemas of some kind have and `z.lazy` does not: of objects, unions, enums, lists, records, defaults, pipes, literals. */
const members = [
  ...['shape', 'keyof', 'extend', 'safeExtend', 'merge', 'pick', 'omit', 'partial'],
  ...['exactPartial', 'required'],
  ...['strict', 'loose', 'strip', 'passthrough', 'catchall'],
  ...['options', 'enum', 'extract', 'exclude'],
  ...['element', 'min', 'nonempty', 'max', 'length'],
  ...['keyType', 'valueType', 'removeDefault', 'in', 'out', 'values', 'value'],
];

/** Asks the schema inside for them. */
const forwarding: object = Object.create(z.ZodLazy.prototype);
for (const name of members) {
  Object.defineProperty(forwarding, name, {
    get(this: z.ZodLazy) {
      return Reflect.get(this._zod.innerType, name);
    },
  });
}

/**
 * A schema that is built when it is first used. Importing a file must not build the schemas in it: all of them together
 * take longer to build than most commands of the CLI take to run.
 *
 * @example
 * export const outcomeSchema = lazySchema(() => z.enum(outcomes));
 */
export function lazySchema<Schema extends z.ZodType>(build: () => Schema): Schema {
  return Object.setPrototypeOf(z.lazy(build), forwarding) as Schema;
}

/**
 * The schema of an object, built when it is first used.
 *
 * @example
 * export const tallySchema = lazyObject(() => ({ runs: z.number().int() }));
 */
export function lazyObject<Shape extends z.ZodRawShape>(shape: () => Shape) {
  return lazySchema(() => z.object(shape()));
}

/** The same for an object whose unknown fields are refused. */
export function lazyStrictObject<Shape extends z.ZodRawShape>(shape: () => Shape) {
  return lazySchema(() => z.strictObject(shape()));
}
