import type { PlanStep } from '../records/plan.ts';
import type { Template } from '../records/template.ts';
import { parametersOf, sourcesOf, stepsOf } from './plan/binding-sources.ts';
import { isItemOfRound, loopsIn, type PlannedLoop } from './plan/loop.ts';

/** Why an edited plan cannot be run: a call uses a later result, or a parameter is missing. */
export function findPlanProblem(edited: Pick<Template, 'plan' | 'parameters'>): string | undefined {
  const { plan, parameters } = edited;
  const names = parameters.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `There are two parameters "${twice}". Give one of them another name.`;
  const loops = loopsIn(plan);
  for (const [index, step] of plan.entries()) {
    const call = `Call ${index + 1} (${step.tool})`;
    if (step.arguments.from !== 'object' && step.arguments.from !== 'constant')
      return `${call} needs an object of arguments.`;
    const later = [...stepsOf(step.arguments)].find((source) => source >= index);
    if (later !== undefined)
      return `${call} uses the result of call ${later + 1}, which is not made before it.`;
    const problem = findLoopProblem(step, index, loops);
    if (problem !== undefined) return `${call} ${problem}`;
    const unknown = [...parametersOf(step.arguments)].find((name) => !names.includes(name));
    if (unknown !== undefined)
      return `${call} uses the parameter "${unknown}", which the template does not have.`;
    for (const { name, presentIn } of parameters) {
      if (presentIn === null || !parametersOf(step.arguments).has(name)) continue;
      if (loops.some(({ from, to }) => from <= presentIn.step && presentIn.step < to))
        return `${call} uses "${name}", which is looked for in the result of call ${presentIn.step + 1}, which is made once a round.`;
      if (presentIn.step < index) continue;
      return `${call} uses "${name}", which is looked for in the result of call ${presentIn.step + 1}, which is not made before it.`;
    }
  }
  return undefined;
}

/** What a call does that a loop does not allow: what a round answers is known in that round alone. */
function findLoopProblem(step: PlanStep, index: number, loops: readonly PlannedLoop[]): string | undefined {
  const own = loops.find(({ from, to }) => from <= index && index < to);
  const inAnother = [...stepsOf(step.arguments)].find((source) =>
    loops.some((loop) => loop !== own && loop.from <= source && source < loop.to),
  );
  if (inAnother !== undefined)
    return `uses the result of call ${inAnother + 1}, which is made once a round, in a loop that it does not belong to.`;
  const items = sourcesOf(step.arguments).filter(isItemOfRound);
  const isOwn = items.every(
    (item) => 'path' in item && own?.each.path === item.path && own.each.step === item.step,
  );
  if (!isOwn) return 'uses the item of a round, and belongs to no loop over that list.';
  if (own === undefined) return undefined;
  const { number, each, from, rounds } = own;
  if (loops.some((loop) => loop !== own && loop.number === number))
    return `belongs to loop ${number}, whose calls do not stand together.`;
  if (!each.path.endsWith('[*]') || each.path.slice(0, -3).includes('[*]'))
    return `is made for each of ${each.path}, which is no list: the path of one ends with "[*]".`;
  if (each.step >= from || loops.some((loop) => loop.from <= each.step && each.step < loop.to))
    return `is made for each item of a list of call ${each.step + 1}, which is not made once before the loop.`;
  const isOther =
    step.loop?.each.step !== each.step ||
    step.loop.each.path !== each.path ||
    step.loop.rounds.join() !== rounds.join();
  if (isOther) return `says something else of loop ${number} than the calls before it.`;
  const count = rounds.reduce((sum, one) => sum + one, 0);
  return step.observed.length === 0 || step.observed.length === count
    ? undefined
    : `has ${step.observed.length} observations, and its loop had ${count} rounds.`;
}

/**
 * Where a member `__proto__` of what was given is missing in what was read of it. Schemas pass over that name without a
 * word, and a plan that calls a tool with one argument less is another plan.
 */
export function findLostMember(given: unknown, read: unknown, place = ''): string | undefined {
  if (given === read || !isObject(given) || !isObject(read)) return undefined;
  for (const [name, member] of Object.entries(given)) {
    const at = place === '' ? name : `${place}.${name}`;
    if (name === '__proto__' && !Object.hasOwn(read, name)) return at;
    const lost = findLostMember(member, read[name], at);
    if (lost !== undefined) return lost;
  }
  return undefined;
}

/** A list is an object whose members are numbered. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
