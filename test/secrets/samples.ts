import type * as z from 'zod';

/** What a walk through a schema asks on its way. Paths are like `task.description` and `steps.0.tool`. */
interface Walk {
  /** The text for a place that may hold any text. */
  textAt(path: string): string;
  /** Which member of a union to take. */
  memberAt(path: string, members: number): number;
}

/** A whole value of a schema: nothing in it is null or empty. */
export function sampleOf(schema: z.ZodType, walk: Walk, path = ''): unknown {
  const inside = (inner: unknown, at = path) => sampleOf(inner as z.ZodType, walk, at);
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  const definition = schema.def as z.core.$ZodTypeDef & Record<string, unknown>;
  switch (definition.type) {
    case 'lazy':
      return inside((schema as z.ZodLazy)._zod.innerType);
    case 'object':
      return Object.fromEntries(
        Object.entries((schema as z.ZodObject).shape).map(([key, field]) => [key, inside(field, below(key))]),
      );
    case 'array':
      return [inside(definition['element'], below('0'))];
    case 'tuple':
      return (definition['items'] as unknown[]).map((item, index) => inside(item, below(String(index))));
    case 'record':
      return { [walk.textAt(below('(name)'))]: inside(definition['valueType'], below('(value)')) };
    case 'union': {
      const options = definition['options'] as unknown[];
      return inside(options[walk.memberAt(path, options.length)]);
    }
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
      return inside(definition['innerType']);
    case 'pipe':
      return inside(definition['in']);
    case 'string':
      return walk.textAt(path);
    case 'literal':
      return (definition['values'] as unknown[])[0];
    case 'enum':
      return Object.values(definition['entries'] as object)[0];
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'custom':
      return new Uint8Array(1);
    case 'unknown':
      return { note: walk.textAt(below('(json)')) };
    default:
      throw new Error(`No sample is known for "${definition.type}" at "${path}".`);
  }
}

/** Which member of each union is taken; the first where it says nothing. */
type Members = Readonly<Record<string, number>>;

/** One place of a schema that may hold any text, and how to get there. */
export interface TextPlace {
  readonly path: string;
  readonly members: Members;
}

/** How many unions inside of each other take another member than their first: some schemas hold themselves. */
const deepest = 2;

/** Every place of a schema that may hold any text, in every member of its unions. */
export function textPlacesOf(schema: z.ZodType): TextPlace[] {
  const places = new Map<string, TextPlace>();
  const waiting: Members[] = [{}];
  const seen = new Set<string>();
  for (let members = waiting.pop(); members !== undefined; members = waiting.pop()) {
    const chosen = members;
    const taken = Object.entries(chosen).map(([path, member]) => `${path}#${member}`);
    sampleOf(schema, {
      textAt(path) {
        const inside = taken.filter((union) => path.startsWith(union.split('#')[0] ?? ''));
        const name = [path, ...inside].join(' ');
        if (!places.has(name)) places.set(name, { path, members: chosen });
        return 'sample';
      },
      memberAt(path, count) {
        const isDeep = Object.keys(chosen).length >= deepest;
        for (let member = 1; member < count && chosen[path] === undefined && !isDeep; member += 1) {
          if (seen.has(`${path}#${member}`)) continue;
          seen.add(`${path}#${member}`);
          waiting.push({ ...chosen, [path]: member });
        }
        return chosen[path] ?? 0;
      },
    });
  }
  return [...places.values()];
}

/** A whole value of the schema with this text in that place. */
export function sampleWith(schema: z.ZodType, place: TextPlace, text: string): unknown {
  return sampleOf(schema, {
    textAt: (path) => (path === place.path ? text : 'sample'),
    memberAt: (path) => place.members[path] ?? 0,
  });
}
