import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../src/index.ts';
import type { Agent, Transcript } from './agent.ts';
import { type Errand, holds, randomErrand, subjectOf } from './errand.ts';
import { outOfOrderForms } from './failures.ts';
import { itemsIn, newItems, type Scene, setItems } from './makers/maker.ts';
import type { SeededRandom } from './random.ts';
import { neededParts } from './random-agent.ts';
import { type LookName, lookNames } from './tools.ts';
import { copyOf, createWorld, type Entity, newId, type World } from './world.ts';

/** What is different when a recorded run is to be repeated. */
export const changeNames = [
  'nothing',
  'as the run left it',
  'deciding fact',
  'irrelevant fact',
  'subject gone',
  'ids reassigned',
  'list longer',
  'list shorter',
  'list reordered',
  'list replaced',
  'another one answered',
  'look out of order',
  'other inputs, same way',
  'other inputs, other way',
  'other inputs, any facts',
  'other inputs, one forgotten',
  'unused input',
] as const;
export type ChangeName = (typeof changeNames)[number];

/** One run of an agent: the world before and after it, and which decisions acted. */
export interface RecordedRun {
  readonly errand: Errand;
  readonly before: World;
  readonly after: World;
  readonly acted: readonly boolean[];
  readonly transcript: Transcript;
}

export interface Situation {
  readonly world: World;
  readonly errand: Errand;
  readonly hasOtherInputs: boolean;
  /** The input that the caller forgets to give. */
  readonly forgotten?: string;
}

/**
 * The situation after a change.
 *
 * @param known errands that were recorded; other inputs are about a subject of none of them, where there is one.
 * @returns undefined when the change makes no sense for this agent.
 */
export function changed(
  change: ChangeName,
  agent: Agent,
  recorded: RecordedRun,
  known: readonly Json[],
  random: SeededRandom,
): Situation | undefined {
  const { domain } = agent.tools;
  const world = copyOf(change === 'as the run left it' ? recorded.after : recorded.before);
  if (change !== 'nothing') world.nextNumber += random.between(0, 5);
  const hasOtherValues = change.startsWith('other inputs');
  const hasOtherInputs = hasOtherValues || change === 'unused input';
  const { told, hold, isNamed, labels } = agent.wording;
  if (hasOtherValues && told.length === 0) return undefined;
  const isForgetful = change === 'other inputs, one forgotten';
  if (isForgetful && !isNamed) return undefined;
  const errand = hasOtherValues
    ? otherErrand(agent, world, recorded.errand, known, random)
    : structuredClone(recorded.errand);
  const scene: Scene = {
    domain,
    world,
    errand,
    isErrandFixed: !hasOtherInputs,
    fixedNumber: agent.wording.fixedNumber,
    random,
  };
  if (change === 'unused input') {
    if (hold === undefined) return undefined;
    errand.hold = random.oneOf(holds.filter((one) => !isDeepStrictEqual(one, hold.usual)));
  }
  if (!applyChange(change, scene, agent, recorded)) return undefined;
  const forgotten = isForgetful ? { forgotten: labels[random.oneOf(told)] } : {};
  return { world, errand, hasOtherInputs, ...forgotten };
}

/** Another subject, or now and then the same one with other values. */
function otherErrand(
  { tools, wording }: Agent,
  world: World,
  { subject, values }: Errand,
  known: readonly Json[],
  random: SeededRandom,
): Errand {
  const errand = randomErrand(tools.domain, world, random, known);
  if (wording.told.every((name) => name === 'subject') || random.chance(0.75)) return errand;
  return { subject, values: { ...errand.values, subject: values.subject } };
}

function applyChange(change: ChangeName, scene: Scene, agent: Agent, recorded: RecordedRun): boolean {
  const { acted } = recorded;
  const { world, errand, random } = scene;
  switch (change) {
    case 'nothing':
    case 'as the run left it':
    case 'other inputs, any facts':
    case 'unused input':
      return true;
    case 'deciding fact':
      return turnOne(agent, scene, acted);
    case 'irrelevant fact':
      return changeIrrelevantFact(agent, scene);
    case 'subject gone': {
      if (scene.domain.subjectBy === 'nothing') return false;
      world.subjects.splice(world.subjects.indexOf(subjectOf(world, errand)), 1);
      return true;
    }
    case 'ids reassigned':
      return reassignIds(scene);
    case 'list longer':
    case 'list shorter':
    case 'list reordered':
    case 'list replaced':
      return agent.sections.some(({ maker }) => maker.usesItems) && changeList(change, scene);
    case 'another one answered': {
      const others = world.subjects.filter(({ id }) => id !== errand.subject);
      if (others.length === 0) return false;
      world.mistaken = { asked: errand.subject, answered: random.oneOf(others)['id'] ?? null };
      return true;
    }
    case 'look out of order': {
      const looks = lookNames.filter((look) => callsTool(agent, recorded, look));
      if (looks.length === 0) return false;
      world.outOfOrder = { tool: random.oneOf(looks), form: random.oneOf(outOfOrderForms) };
      return true;
    }
    case 'other inputs, same way':
    case 'other inputs, one forgotten':
      arrangeAll(agent, scene, acted);
      return true;
    case 'other inputs, other way':
      arrangeAll(agent, scene, acted);
      return turnOne(agent, scene, acted);
  }
}

const callsTool = ({ tools }: Agent, { transcript }: RecordedRun, name: LookName): boolean =>
  transcript.calls.some(({ tool }) => tool === tools.byName[name].label);

/** Puts up a world in which the decisions come out as wanted, as far as they do not contradict each other. */
export function arrangeAll(agent: Agent, scene: Scene, acts: readonly boolean[]): void {
  for (const [index, { maker }] of agent.sections.entries()) {
    const wanted = acts[index];
    if (wanted !== undefined) maker.arrange(scene, wanted);
  }
}

/** Lets one of the decisions that were made come out otherwise. One that takes items may also take others. */
function turnOne(agent: Agent, scene: Scene, acted: readonly boolean[]): boolean {
  const index = scene.random.below(acted.length);
  const maker = agent.sections[index]?.maker;
  if (maker === undefined) return false;
  const takesOthers = (maker.shape === 'each' || maker.shape === 'pick') && scene.random.chance(0.5);
  maker.arrange(scene, takesOthers || acted[index] !== true);
  return true;
}

/** Another thing of the same kind, to take values from. */
function strangerIn({ domain, random }: Scene): { subject: Entity; item: Entity | undefined } {
  const { subjects, items } = createWorld(domain, random);
  return { subject: subjects[0] as Entity, item: items[0] };
}

function changeIrrelevantFact(agent: Agent, scene: Scene): boolean {
  const { world, random, errand } = scene;
  const recipes = agent.sections.flatMap(({ writes, otherwise }) => [...writes, ...otherwise]);
  const needed = neededParts(agent.sections, recipes);
  const shown = agent.tools.shownOfSubject.filter(
    (part) => !needed.has(part) && part !== 'id' && part !== 'name',
  );
  const stranger = strangerIn(scene).subject;
  const subject = subjectOf(world, errand);
  const part = shown.length > 0 && random.chance(0.7) ? random.oneOf(shown) : null;
  // A part that no look shows, or another subject: nobody will notice.
  if (part === null) subject['level'] = stranger['level'] ?? null;
  else if (Object.hasOwn(stranger, part)) subject[part] = stranger[part] ?? null;
  else delete subject[part];
  return true;
}

/** New ids for all subjects or items; or the subjects exchange theirs, so that every id is there and means another one. */
function reassignIds(scene: Scene): boolean {
  const { world, domain, random, errand } = scene;
  if (random.chance(0.4)) {
    for (const item of world.items) item['id'] = newId(world, domain, random, 'item');
    return true;
  }
  if (domain.subjectBy === 'nothing') return false;
  const exchanges = random.chance(0.5);
  const ids = exchanges
    ? world.subjects.map(({ id }, index, all) => all[(index + 1) % all.length]?.['id'] ?? id ?? null)
    : world.subjects.map(() => newId(world, domain, random, 'subject'));
  const isMeant = subjectOf(world, errand);
  const moved = new Map(world.subjects.map(({ id }, index) => [id, ids[index] ?? null]));
  for (const item of world.items) item['of'] = moved.get(item['of']) ?? null;
  for (const [index, subject] of world.subjects.entries()) subject['id'] = ids[index] ?? null;
  // Who is told a name still means the same one; who is told an id does not.
  if (domain.subjectBy === 'name') errand.subject = isMeant['id'] ?? null;
  return true;
}

function changeList(change: ChangeName, scene: Scene): boolean {
  const { random } = scene;
  const items = itemsIn(scene);
  const added = (): Entity[] => newItems(scene, random.between(1, 2));
  switch (change) {
    case 'list longer':
      setItems(scene, random.chance(0.5) ? [...items, ...added()] : [...added(), ...items]);
      return true;
    case 'list shorter':
      if (items.length === 0) return false;
      setItems(scene, items.toSpliced(random.below(items.length), 1));
      return true;
    case 'list reordered':
      if (items.length < 2) return false;
      setItems(scene, random.chance(0.5) ? items.toReversed() : random.shuffled(items));
      return true;
    default:
      setItems(scene, newItems(scene, Math.max(1, items.length)));
      return true;
  }
}
