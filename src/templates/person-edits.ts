import { EngramError } from '../errors.ts';
import { sameJson } from '../json/json.ts';
import { parsePath } from '../json/path.ts';
import type { PersonSaid } from '../records/person-said.ts';
import type { Binding, Parameter, Place, PlanStep } from '../records/plan.ts';
import type { Template } from '../records/template.ts';
import { parametersOf, stepsOf } from './plan/binding-sources.ts';
import { explainArguments } from './plan/explain-arguments.ts';
import { mapBinding, shiftSteps } from './plan/map-binding.ts';

/** The parts of a template that a person speaks about. */
type EditedTemplate = Pick<Template, 'plan' | 'parameters' | 'dropped'>;

/** A place as people write it: `2:$.reason`; a call alone: `2`. */
interface NamedPlace {
  readonly index: number;
  readonly path: string;
}

/** What an edit says about the plan as it was before the edit. */
export function saidIn(
  edit: {
    readonly free?: readonly string[] | undefined;
    readonly constant?: readonly string[] | undefined;
    readonly drop?: readonly string[] | undefined;
  },
  plan: Template['plan'],
): Array<Pick<PersonSaid, 'what' | 'recordedStep' | 'tool' | 'path'>> {
  const said = (what: PersonSaid['what'], place: string) => {
    const { index, path } = readPlace(place, plan);
    const { recordedStep, tool } = plan[index] as PlanStep;
    // All items of a list are one place of an answer.
    return { what, recordedStep, tool, path: what === 'free' ? path.replace(/\[\d+\]/g, '[*]') : path };
  };
  return [
    ...(edit.free ?? []).map((place) => said('free', place)),
    ...(edit.constant ?? []).map((place) => said('constant', place)),
    ...(edit.drop ?? []).map((call) => said('dropped', call)),
  ];
}

function readPlace(place: string, plan: Template['plan']): NamedPlace {
  const [call = '', ...path] = place.split(':');
  const index = Number(call) - 1;
  if (plan[index] === undefined)
    throw new EngramError('invalid_input', `The plan has no call ${call}; it has ${plan.length}.`);
  return { index, path: path.join(':') || '$' };
}

/**
 * A plan with what a person said about it, as far as it still applies.
 *
 * @throws `invalid_input` when it cannot be so: an argument that is not open, a look whose answer is used.
 */
export function withSaid(planned: EditedTemplate, said: PersonSaid): EditedTemplate {
  const index = planned.plan.findIndex(({ recordedStep }) => recordedStep === said.recordedStep);
  if (index === -1) return planned;
  if (said.what === 'constant') return withConstant(planned, { index, path: said.path });
  if (said.what === 'dropped') return withoutLook(planned, index);
  return {
    ...planned,
    plan: planned.plan.map((step, at) =>
      at === index ? { ...step, free: [...new Set([...step.free, said.path])] } : step,
    ),
  };
}

/** The same without errors: edits that do not apply any more are left out. */
export function withAllSaid(
  planned: EditedTemplate,
  said: readonly PersonSaid[],
): { made: EditedTemplate; kept: PersonSaid[] } {
  let made = planned;
  const kept = said.filter((one) => {
    try {
      made = withSaid(made, one);
      return true;
    } catch (error) {
      if (EngramError.is(error) && error.code === 'invalid_input') return false;
      throw error;
    }
  });
  return { made, kept };
}

function withConstant(
  { plan, parameters, dropped }: EditedTemplate,
  { index, path }: NamedPlace,
): EditedTemplate {
  const step = plan[index] as PlanStep;
  const place = `${index + 1}:${path}`;
  const explained = explainArguments(step, index, parameters);
  const argument = explained.find((one) => one.place === place);
  // Runs have shown the same meanwhile.
  if (argument?.state === 'constant') return { plan, parameters, dropped };
  if (argument?.state !== 'open') {
    const open = explained.filter(({ state }) => state === 'open').map((one) => one.place);
    const is = argument === undefined ? 'no argument of the plan' : argument.state;
    throw new EngramError(
      'invalid_input',
      `"${place}" is ${is}, and only open arguments are confirmed as constant. ${open.length === 0 ? `Call ${index + 1} has none.` : `Open: ${open.join(', ')}.`}`,
      { details: { place, open } },
    );
  }
  const open = new Map(parameters.filter(({ unseen }) => unseen).map((one) => [one.name, one]));
  const varied = [...open.values()].find(
    ({ name, seen, example }) =>
      name === argument.parameter && seen.some((value) => !sameJson(value, example)),
  );
  if (varied !== undefined) {
    throw new EngramError(
      'invalid_input',
      `"${place}" is not constant: the runs had ${[...new Set(varied.seen.map((value) => JSON.stringify(value)))].join(' and ')}.`,
      { details: { place, seen: varied.seen } },
    );
  }
  const bound = replacedAt(step.arguments, parsePath(path) ?? [], (binding) =>
    mapBinding(binding, (part) => confirmed(part, open)),
  );
  const confirmedPlan = plan.map((other, at) => (at === index ? { ...other, arguments: bound } : other));
  return { plan: confirmedPlan, parameters: usedOnly(parameters, confirmedPlan), dropped };
}

/** An open value as a constant that a person confirmed. */
function confirmed(part: Binding, open: ReadonlyMap<string, Parameter>): Binding | undefined {
  if (part.from !== 'parameter' && part.from !== 'given') return undefined;
  const parameter = open.get(part.name);
  if (parameter === undefined) return undefined;
  return { from: 'constant', value: parameter.example, because: 'person' };
}

/** Removes open parameters that no call uses any more. */
function usedOnly(parameters: readonly Parameter[], plan: readonly PlanStep[]): Parameter[] {
  const used = new Set(plan.flatMap((step) => [...parametersOf(step.arguments)]));
  return parameters.filter(({ name, unseen }) => !unseen || used.has(name));
}

function replacedAt(
  binding: Binding,
  [part, ...rest]: ReturnType<typeof parsePath> & {},
  replace: (binding: Binding) => Binding,
): Binding {
  if (part === undefined) return replace(binding);
  if (binding.from === 'object' && typeof part === 'string') {
    const member = binding.members[part];
    if (member === undefined) return binding;
    return { from: 'object', members: { ...binding.members, [part]: replacedAt(member, rest, replace) } };
  }
  if (binding.from !== 'list') return binding;
  const items = binding.items.map((item, at) => (at === part ? replacedAt(item, rest, replace) : item));
  return { from: 'list', items };
}

function withoutLook({ plan, parameters, dropped }: EditedTemplate, index: number): EditedTemplate {
  const look = plan[index] as PlanStep;
  if (look.effect !== 'read') {
    throw new EngramError(
      'invalid_input',
      `Call ${index + 1} (${look.tool}) may change something, and only looks are dropped.`,
    );
  }
  const user = plan.findIndex((step) => stepsOf(step.arguments).has(index));
  const picked = parameters.find(
    ({ presentIn, repeats }) => presentIn?.step === index || repeats.some(({ step }) => step === index),
  );
  if (user !== -1 || picked !== undefined) {
    const by = user === -1 ? `the parameter "${picked?.name}"` : `call ${user + 1} (${plan[user]?.tool})`;
    throw new EngramError(
      'invalid_input',
      `Call ${index + 1} (${look.tool}) is needed: ${by} uses its answer.`,
    );
  }
  const shifted = (step: number): number => (step > index ? step - 1 : step);
  const moved = (place: Place): Place => ({ ...place, step: shifted(place.step) });
  return {
    plan: plan
      .filter((_, at) => at !== index)
      .map((step) => ({
        ...step,
        arguments: shiftSteps(step.arguments, shifted),
        ...(step.loop !== undefined && { loop: { ...step.loop, each: moved(step.loop.each) } }),
      })),
    parameters: parameters.map((parameter) => ({
      ...parameter,
      presentIn: parameter.presentIn && moved(parameter.presentIn),
      repeats: parameter.repeats.map(moved),
    })),
    dropped: [...dropped, { tool: look.tool, recordedStep: look.recordedStep, reason: 'person' }],
  };
}
