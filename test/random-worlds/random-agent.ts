import type { Agent, Section } from './agent.ts';
import { type Decision, decisionNames, isUnseen } from './decisions.ts';
import { createDomain, type Domain } from './domain.ts';
import { type InputName, inputNames, randomWording } from './errand.ts';
import { makers } from './makers/index.ts';
import type { SeededRandom } from './random.ts';
import { writeOfCount, writesAboutItem, writesAboutSubject } from './random-recipes.ts';
import { sourcesOf, type WriteRecipe } from './recipes.ts';
import { createTools } from './tools.ts';

/** Decisions that a second section may make: a wrong replay must be due to the first one alone when that is unseen. */
const furtherDecisions = decisionNames.filter((name) => !isUnseen(name));

/** Draws an agent that makes this kind of decision, alone or among others. */
export function randomAgent(decision: Decision, random: SeededRandom): Agent {
  const further = random.chance(0.3) ? [random.oneOf(furtherDecisions)] : [];
  const kinds = random.shuffled([decision, ...further]);
  const domain = createDomain(random, !kinds.includes('echo'));
  const sections = kinds.map((kind, index) => randomSection(kind, domain, random, index < kinds.length - 1));
  const looksAgain = random.chance(0.15);
  const recipes = sections.flatMap(({ writes, otherwise }) => [...writes, ...otherwise]);
  const told = toldInputs(domain, sections, recipes);
  const mentionsNumber = sections.some(({ maker }) => maker.mentionsFixedNumber === true);
  return {
    tools: createTools(domain, random, neededParts(sections, recipes)),
    wording: randomWording(random, told, mentionsNumber, domain.kinds.subject.noun),
    idleLooks: random.chance(0.3)
      ? [random.oneOf(['readSubject', 'listItems', 'countItems', 'readReport'] as const)]
      : [],
    sections,
    looksAgain,
  };
}

function randomSection(
  decision: Decision,
  domain: Domain,
  random: SeededRandom,
  isFollowed: boolean,
): Section {
  const maker = makers[decision](domain, random);
  const { copies } = maker;
  const aboutItem = maker.shape === 'each' || maker.shape === 'pick';
  const writes = aboutItem ? writesAboutItem(domain, random) : writesAboutSubject(domain, random);
  const more = random.chance(0.25) && maker.shape !== 'each' ? writesAboutSubject(domain, random) : [];
  const counting = maker.usesItems === true && maker.shape === 'gate' && random.chance(0.2);
  const copying: WriteRecipe[] =
    copies === undefined
      ? []
      : [{ tool: 'send', values: { to: { from: 'subject', part: 'name' }, text: copies } }];
  // A gate may guard what comes after it instead of writing itself.
  const isGuardOnly = isFollowed && maker.shape === 'gate' && random.chance(0.5);
  return {
    decision,
    maker,
    writes: isGuardOnly ? copying : [...copying, ...(counting ? writeOfCount(random) : writes), ...more],
    otherwise: random.chance(0.4) ? writesAboutSubject(domain, random) : [],
  };
}

/** The inputs that an agent has to be told, because it names the subject, decides or writes by them. */
function toldInputs(
  domain: Domain,
  sections: readonly Section[],
  recipes: readonly WriteRecipe[],
): InputName[] {
  const used = new Set<InputName>(sections.flatMap(({ maker }) => maker.inputs ?? []));
  for (const source of sourcesOf(recipes)) if (source.from === 'input') used.add(source.name);
  if (domain.subjectBy !== 'nothing') used.add('subject');
  return inputNames.filter((name) => used.has(name));
}

/** The parts of a subject that must be shown. */
export function neededParts(sections: readonly Section[], recipes: readonly WriteRecipe[]): Set<string> {
  const needed = new Set(sections.flatMap(({ maker }) => maker.parts ?? []));
  for (const source of sourcesOf(recipes)) {
    if (source.from === 'subject') needed.add(source.part.split('.')[0] ?? source.part);
    if (source.from === 'partner') needed.add('partner');
  }
  return needed;
}
