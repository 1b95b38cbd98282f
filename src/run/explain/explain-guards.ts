import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { formatPath, leavesOf, type PathPart, structured, valuesAt } from '../../json/path.ts';
import type { ExplainedGuard } from '../../records/explained-plan.ts';
import { valueInRun } from '../../records/plan.ts';
import type { Template } from '../../records/template.ts';
import { viewOf } from '../replay/loop-views.ts';
import { createObservations } from '../replay/observations.ts';

/** Only the first places of an answer are explained. */
const maxPlaces = 40;
/** Values of a place that are named. */
const maxValues = 5;
/**
 * Characters that may be compared to explain a plan, so that saving a large run stays quick. Answers beyond that are not
 * explained; a replay still compares every place of them.
 */
const maxCompared = 3_000_000;
/** An argument that no tool has: with it, a call asks about something else than it did in the runs. */
const otherQuestion = '⟨another question⟩';

type Explained = Pick<Template, 'plan' | 'parameters' | 'task'>;

/** For each call, whether its answer is explained: in the order of the plan, until `maxCompared` is used up. */
export function explainableCalls({ plan }: Pick<Template, 'plan'>): boolean[] {
  let left = maxCompared;
  let known = 0;
  return plan.map(({ observed }) => {
    const answers = observed.map(({ result, error }) => structured(error ?? result));
    known += JSON.stringify(answers).length;
    // Each place is changed about twice, and every change is compared with all that is known.
    left -= left <= 0 ? 0 : 2 * placesOf(answers).length * known;
    return left > 0;
  });
}

/**
 * What must hold in the answer of a call, place by place. This file has no rules of its own: it changes each
 * place of the recorded answer and asks the replay's own comparison whether it would stop.
 */
export function explainGuards(planned: Explained, index: number): ExplainedGuard[] {
  const template = viewOf(planned, index);
  const step = template.plan[index];
  const recorded = step?.observed[0];
  if (step === undefined || recorded === undefined) return [];
  const answers = step.observed.map(({ result, error }) => structured(error ?? result));
  const answer = answers[0] ?? null;
  const differs = comparisonOf(template, index, recorded.arguments);
  if (differs(answer) !== undefined) return [];
  const used = JSON.stringify(template.plan.slice(index + 1).map(({ arguments: bound }) => bound));

  const isFreed = (general: string): boolean =>
    step.free.some(
      (free) => general === free || (general.startsWith(free) && /^[.[]/.test(general.slice(free.length))),
    );
  const counts = listsOf(answer)
    .filter(({ general }) => !isFreed(general))
    .map(({ path, general, items }): ExplainedGuard => {
      const item = items[0] ?? 'otherwise';
      const fits = (count: readonly Json[]) => differs(changed(answer, path, [...count])) === undefined;
      const values = [
        ...(items.length === 0 || fits([]) ? ['no item'] : []),
        ...(items.length === 1 || fits([item]) ? ['one item'] : []),
        ...(items.length > 1 || fits([item, item, item]) ? ['several items'] : []),
      ];
      const place = `${index + 1}:${general}`;
      return values.length === 3
        ? { place, must: 'anything', values, because: 'runs had more and fewer' }
        : { place, must: 'equal', values, because: seenBy(step.observed.length) };
    });
  const leaves = placesOf(answers).map(({ path, general, value }): ExplainedGuard => {
    const place = `${index + 1}:${general}`;
    const values = seenAt(answers, general);
    if (isFreed(general)) return { place, must: 'anything', values, because: 'a person said so' };
    if (answers.some((one) => valuesAt(one, general).length === 0) && !general.includes('[*]'))
      return { place, must: 'equal', values: ['nothing', ...values], because: 'not every run had it' };
    const likewise = differs(changed(answer, path, anotherOfTheKind(value)));
    if (likewise === undefined) {
      const other = differs(changed(answer, path, anotherWord(value)));
      const isNumber = typeof value === 'number';
      if (other === undefined && !isNumber) {
        const because = `${step.observed.length} runs had ${values.length} different values and did the same`;
        return { place, must: 'anything', values, because };
      }
      const isUsed = used.includes(JSON.stringify(general).slice(1, -1));
      const isMeasured =
        isNumber && [-1e9, 1e9].some((far) => stopsFarAway(value, far, answer, path, differs));
      if (isMeasured)
        return { place, must: 'data', values, because: 'data, on the same side of a given number' };
      return {
        place,
        must: 'data',
        values,
        because: isUsed ? 'data that later calls take' : 'data of the thing that is asked for',
        ...(isNumber && !isUsed ? { unchecked: true } : {}),
      };
    }
    const name = /⟨([^⟩]+)⟩/.exec(likewise)?.[1]?.replace(' $.', ' ');
    return name === undefined
      ? { place, must: 'equal', values, because: seenBy(step.observed.length) }
      : { place, must: 'named', values: [name], because: 'the answer must be about it' };
  });
  return [...counts, ...leaves];
}

/** Whether a replay would stop at a very different number of the same sign: then the number is compared with another. */
function stopsFarAway(
  value: number,
  far: number,
  answer: Json,
  path: readonly PathPart[],
  differs: (answer: Json) => string | undefined,
): boolean {
  const other = Math.sign(value || 1) === Math.sign(far) ? far : Math.sign(value || 1) * 0.001;
  return differs(changed(answer, path, other)) !== undefined;
}

const seenBy = (runs: number): string => (runs === 1 ? 'the run saw it' : `${runs} runs saw nothing else`);

/** What the replay expected where an answer to another question makes it stop; undefined when it goes on. */
function comparisonOf(
  template: Explained,
  index: number,
  given: JsonObject,
): (answer: Json) => string | undefined {
  const values = Object.fromEntries(
    template.parameters.map((parameter) => [parameter.name, valueInRun(parameter, 0)]),
  );
  const results = template.plan.map(({ observed }) => observed[0]?.result ?? null);
  const at = template.plan[index]?.observed[0]?.at ?? 0;
  const scenery = { values, openFrom: undefined, results, now: () => at };
  const { findDifference } = createObservations(template, scenery);
  return (answer) => findDifference(index, { ...given, [otherQuestion]: true }, answer)?.expected;
}

/** One leaf for each place. The items of a list share their places: `general` is a path with `[*]` for every index. */
function placesOf(answers: readonly Json[]) {
  const places = new Map<string, { path: PathPart[]; general: string; value: Json }>();
  for (const { path, value } of answers.flatMap((answer) => leavesOf(answer))) {
    const general = generalOf(path);
    if (!places.has(general)) places.set(general, { path, general, value });
    if (places.size >= maxPlaces) break;
  }
  return [...places.values()];
}

interface FoundList {
  readonly path: PathPart[];
  readonly general: string;
  readonly items: readonly Json[];
}

/** The lists of an answer, one for each place. */
function listsOf(answer: Json): FoundList[] {
  const lists = new Map<string, FoundList>();
  const walk = (value: Json, path: PathPart[]): void => {
    if (value === null || typeof value !== 'object' || lists.size >= maxPlaces) return;
    if (!Array.isArray(value)) {
      for (const [name, member] of Object.entries(value)) walk(member, [...path, name]);
      return;
    }
    const general = `${generalOf(path)}[*]`;
    if (!lists.has(general)) lists.set(general, { path, general, items: value });
    for (const [at, item] of value.entries()) walk(item, [...path, at]);
  };
  walk(answer, []);
  return [...lists.values()];
}

const generalOf = (path: readonly PathPart[]): string => formatPath(path).replace(/\[\d+\]/g, '[*]');

function seenAt(answers: readonly Json[], general: string): string[] {
  const values = answers.flatMap((answer) => valuesAt(answer, general).map((value) => JSON.stringify(value)));
  return [...new Set(values)].slice(0, maxValues).map((value) => value.slice(0, 200).toWellFormed());
}

/** Another value of the same form: other digits, another number of the same sign, another word. */
function anotherOfTheKind(value: Json): Json {
  if (typeof value === 'number') return value + Math.sign(value || 1) * (Number.isInteger(value) ? 1 : 0.01);
  if (typeof value !== 'string' || !/\d/.test(value)) return anotherWord(value);
  return value.replace(/\d/g, (digit) => String((Number(digit) % 9) + 1));
}

function anotherWord(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  if (value === null || typeof value === 'number') return 'otherwise';
  return /^\p{Lu}+$/u.test(String(value)) ? 'OTHERWISE' : 'otherwise';
}

function changed(root: Json, [part, ...rest]: readonly PathPart[], value: Json): Json {
  if (part === undefined) return value;
  if (Array.isArray(root)) return root.map((item, at) => (at === part ? changed(item, rest, value) : item));
  if (!isJsonObject(root) || typeof part !== 'string') return root;
  return { ...root, [part]: changed(root[part] ?? null, rest, value) };
}
