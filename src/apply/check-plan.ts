import { parametersOf, stepsOf } from '../model/binding-sources.ts';
import type { Template } from '../model/template.ts';

/** What keeps an edited plan from being run: a call that uses what comes later, a parameter that is not there. */
export function findPlanProblem({
  plan,
  parameters,
}: Pick<Template, 'plan' | 'parameters'>): string | undefined {
  const names = parameters.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `There are two parameters "${twice}". Give one of them another name.`;
  for (const [index, step] of plan.entries()) {
    const call = `Call ${index + 1} (${step.tool})`;
    if (step.arguments.from !== 'object' && step.arguments.from !== 'constant')
      return `${call} needs an object of arguments.`;
    const later = [...stepsOf(step.arguments)].find((source) => source >= index);
    if (later !== undefined)
      return `${call} uses the result of call ${later + 1}, which is not made before it.`;
    const unknown = [...parametersOf(step.arguments)].find((name) => !names.includes(name));
    if (unknown !== undefined)
      return `${call} uses the parameter "${unknown}", which the template does not have.`;
    for (const { name, presentIn } of parameters) {
      if (presentIn === null || !parametersOf(step.arguments).has(name) || presentIn.step < index) continue;
      return `${call} uses "${name}", which is looked for in the result of call ${presentIn.step + 1}, which is not made before it.`;
    }
  }
  return undefined;
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
