import type { Json } from '../../../src/index.ts';
import type { Domain } from '../domain.ts';
import { type Errand, type InputName, subjectOf } from '../errand.ts';
import type { Mind, Thinking } from '../mind.ts';
import type { SeededRandom } from '../random.ts';
import type { ValueRecipe } from '../recipes.ts';
import { type Entity, newItem, type World } from '../world.ts';

/** A world with an errand in it, while it is being put up. */
export interface Scene {
  readonly domain: Domain;
  readonly world: World;
  readonly errand: Errand;
  /** Whether the values of the errand may be chosen, too, or only facts of the world. */
  readonly isErrandFixed: boolean;
  readonly fixedNumber: number;
  readonly random: SeededRandom;
}

/** How a decision went. */
export interface Decided {
  readonly acts: boolean;
  /** The items that it acts on, where it acts on items. */
  readonly chosen?: readonly Entity[];
}

/**
 * One decision of one agent.
 *
 * - `gate`: acts, or does something else and ends.
 * - `optional`: acts or not, and goes on in any case.
 * - `each`: acts on each of the chosen items, and goes on.
 * - `pick`: acts on the one chosen item; without one, it does something else and ends.
 */
export interface DecisionMaker {
  readonly shape: 'gate' | 'optional' | 'each' | 'pick';
  /** What it decides by, in words. */
  readonly rule: string;
  readonly inputs?: readonly InputName[];
  /** The parts of the subject that it goes by. */
  readonly parts?: readonly string[];
  readonly usesItems?: boolean;
  readonly mentionsFixedNumber?: boolean;
  /** A value that the writes it guards must copy. */
  readonly copies?: ValueRecipe;
  decide(mind: Mind): Thinking<Decided>;
  /** Makes the facts such that it decides one way or the other; how, is drawn. */
  arrange(scene: Scene, acts: boolean): void;
}

/** Draws the constants of a decision. */
export type MakerFactory = (domain: Domain, random: SeededRandom) => DecisionMaker;

export const subjectIn = ({ world, errand }: Scene): Entity => subjectOf(world, errand);

/** Sets a part of the subject. */
export function setPart(scene: Scene, part: string, value: Json): void {
  subjectIn(scene)[part] = value;
}

/** The items that the agent will see. */
export function itemsIn({ domain, world, errand }: Scene): Entity[] {
  return domain.itemsBy === 'nothing' ? world.items : world.items.filter(({ of }) => of === errand.subject);
}

/** Makes these the items that the agent will see. */
export function setItems({ domain, world, errand }: Scene, items: readonly Entity[]): void {
  const others = domain.itemsBy === 'nothing' ? [] : world.items.filter(({ of }) => of !== errand.subject);
  world.items.splice(0, world.items.length, ...others, ...items);
}

/** Items that nobody has seen before. */
export function newItems({ domain, world, errand, random }: Scene, count: number): Entity[] {
  return Array.from({ length: count }, () => newItem(world, domain, random, errand.subject));
}

/** As many items as wanted: those that are there as far as possible, then new ones. */
export function resizeItems(scene: Scene, count: number): Entity[] {
  const there = itemsIn(scene).slice(0, count);
  const items = [...there, ...newItems(scene, count - there.length)];
  setItems(scene, items);
  return items;
}
