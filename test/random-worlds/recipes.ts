import type { Json } from '../../src/index.ts';
import type { Domain } from './domain.ts';
import type { InputName } from './errand.ts';
import { GaveUp, type Mind, type Thinking } from './mind.ts';
import type { Entity } from './world.ts';
import type { WriteName } from './writes.ts';

/** Where an agent takes a value from. */
export type ValueRecipe =
  | { readonly from: 'constant'; readonly value: Json }
  | { readonly from: 'input'; readonly name: InputName }
  | { readonly from: 'subject id' }
  | { readonly from: 'subject' | 'partner' | 'item'; readonly part: string }
  | { readonly from: 'created' }
  | { readonly from: 'count of items' }
  | { readonly from: 'text'; readonly pieces: ReadonlyArray<string | ValueRecipe> }
  | { readonly from: 'difference' | 'sum'; readonly left: ValueRecipe; readonly right: ValueRecipe };

/** A write that an agent makes, and where its values come from. */
export interface WriteRecipe {
  readonly tool: WriteName;
  readonly values: Readonly<Record<string, ValueRecipe>>;
}

/** What a write may refer to besides what the agent knows anyway. */
export interface AtHand {
  readonly item?: Entity | undefined;
  readonly created?: Json | undefined;
}

const inCents = (number: number): number => Math.round(number * 100) / 100;

/** The value, after the looks it takes to know it; undefined for the id of the only subject, which is left out. */
export function* valueFrom(recipe: ValueRecipe, mind: Mind, atHand: AtHand): Thinking<Json | undefined> {
  switch (recipe.from) {
    case 'constant':
      return recipe.value;
    case 'input':
      return mind.input(recipe.name);
    case 'subject id':
      return yield* mind.subjectId();
    case 'subject':
      return partOf(yield* mind.subject(), recipe.part);
    case 'partner':
      return (yield* mind.partner())[recipe.part] ?? null;
    case 'item':
      return atHand.item?.[recipe.part] ?? null;
    case 'created':
      return atHand.created ?? null;
    case 'count of items':
      return (yield* mind.items()).length;
    case 'text': {
      let text = '';
      for (const piece of recipe.pieces)
        text += typeof piece === 'string' ? piece : String(yield* valueFrom(piece, mind, atHand));
      return text;
    }
    case 'difference':
    case 'sum': {
      const left = Number(yield* valueFrom(recipe.left, mind, atHand));
      const right = Number(yield* valueFrom(recipe.right, mind, atHand));
      return inCents(recipe.from === 'sum' ? left + right : left - right);
    }
  }
}

/** A part of a thing, or a part of a part: `place.code`. */
function partOf(thing: Entity, path: string): Json {
  const [first = '', ...rest] = path.split('.');
  const part = thing[first] ?? null;
  return rest.length === 0 ? part : partOf(part as unknown as Entity, rest.join('.'));
}

/** Makes the writes one after the other; an agent whose write fails gives up. */
export function* makeWrites(
  recipes: readonly WriteRecipe[],
  mind: Mind,
  item: Entity | undefined,
): Thinking<void> {
  let created: Json | undefined;
  for (const { tool, values } of recipes) {
    const given: Record<string, Json> = {};
    for (const [part, recipe] of Object.entries(values)) {
      const value = yield* valueFrom(recipe, mind, { item, created });
      if (value !== undefined) given[part] = value;
    }
    const meaning = yield { tool, values: given };
    if (meaning === undefined) throw new GaveUp(`${tool} failed`);
    if (tool === 'create') created = meaning;
  }
}

/** Everything that the recipes take values from. */
export function sourcesOf(recipes: readonly WriteRecipe[]): ValueRecipe[] {
  const within = (recipe: ValueRecipe): ValueRecipe[] => {
    if (recipe.from === 'text')
      return [recipe, ...recipe.pieces.flatMap((piece) => (typeof piece === 'string' ? [] : within(piece)))];
    if (recipe.from === 'sum' || recipe.from === 'difference')
      return [recipe, ...within(recipe.left), ...within(recipe.right)];
    return [recipe];
  };
  return recipes.flatMap(({ values }) => Object.values(values).flatMap(within));
}

/** A recipe in words. */
export function recipeInWords(recipe: ValueRecipe, domain: Domain): string {
  const label = (kind: 'subject' | 'partner' | 'item', part: string): string =>
    `${kind}.${domain.kinds[kind].labels[part] ?? part}`;
  switch (recipe.from) {
    case 'constant':
      return JSON.stringify(recipe.value);
    case 'input':
      return `input ${recipe.name}`;
    case 'subject':
    case 'partner':
    case 'item':
      return label(recipe.from, recipe.part);
    case 'text':
      return recipe.pieces
        .map((piece) => (typeof piece === 'string' ? JSON.stringify(piece) : recipeInWords(piece, domain)))
        .join(' + ');
    case 'difference':
    case 'sum':
      return `${recipeInWords(recipe.left, domain)} ${recipe.from === 'sum' ? '+' : '−'} ${recipeInWords(recipe.right, domain)}`;
    default:
      return recipe.from;
  }
}
