import * as z from 'zod';
import { lazySchema } from '../records/lazy-schema.ts';

/** Settings that belong together. Each of them has a default, so that the group may be left out. */
export function group<Shape extends z.ZodRawShape>(settings: Shape) {
  return z.strictObject(settings).prefault({} as never);
}

/** The same, built when it is first used. */
export function lazyGroup<Shape extends z.ZodRawShape>(settings: () => Shape) {
  return lazySchema(() => group(settings()));
}
