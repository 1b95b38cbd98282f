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

/** What is known of a setting beside its value. */
export interface SettingFacts {
  /** Variables of the environment that set it; a later one wins. */
  readonly variables?: readonly string[];
  /** It is a secret, which is never shown. It goes to the address in the setting of this name. */
  readonly secretFor?: string;
  /** It is an address, and this variable of the environment holds a secret that goes there besides. */
  readonly secretVariable?: string;
  /**
   * A project's file may set it although nobody trusts that file: it sends nothing, starts nothing, frees no guard, deletes
   * nothing and costs nothing. Whatever is not marked needs trust. The members of a group have what the group has.
   */
  readonly harmless?: boolean;
}

const factsOfSchemas = z.registry<SettingFacts>();

/**
 * A setting, with what is known of it.
 *
 * @example
 * setting(z.string().default('default'), { variables: ['ENGRAM_PROJECT'], harmless: true });
 */
export function setting<Schema extends z.ZodType>(schema: Schema, facts: SettingFacts): Schema {
  factsOfSchemas.add(schema, facts);
  return schema;
}

/**
 * The facts of every setting in a schema, by its name.
 *
 * @example
 * settingsIn(settingsSchema)['model.apiKey']; // { secretFor: 'model.url', variables: ['ENGRAM_MODEL_API_KEY'] }
 */
export function settingsIn(
  schema: z.core.$ZodType,
  path: readonly string[] = [],
  { harmless = false }: SettingFacts = {},
): Record<string, SettingFacts> {
  const facts = { harmless, ...factsOfSchemas.get(schema) };
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if (def.type === 'object') {
    const members = Object.entries(def.shape);
    return Object.assign({}, ...members.map(([name, member]) => settingsIn(member, [...path, name], facts)));
  }
  const inner = innerOf(def);
  const found = inner === undefined ? {} : settingsIn(inner, path, facts);
  const name = path.join('.');
  // Facts of what is inside are those of the setting itself, unless there are settings inside.
  return Object.keys(found).some((member) => member !== name)
    ? found
    : { [name]: { ...facts, ...found[name] } };
}

/** The schema that an optional, lazy or transformed one is about. */
function innerOf(def: z.core.$ZodTypes['_zod']['def']): z.core.$ZodType | undefined {
  if (def.type === 'lazy') return def.getter();
  if (def.type === 'pipe') return def.in;
  return def.type === 'default' || def.type === 'prefault' ? def.innerType : undefined;
}
