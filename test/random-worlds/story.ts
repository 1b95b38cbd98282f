import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../src/index.ts';
import type { Section, Transcript } from './agent.ts';
import type { ChangeName, RecordedRun, Situation } from './changes.ts';
import type { Domain } from './domain.ts';
import { type Errand, type ErrandWording, inputsOf, taskOf } from './errand.ts';
import type { Judgement, ReplayEnd } from './judge.ts';
import { recipeInWords, type WriteRecipe } from './recipes.ts';
import type { Recording } from './recording.ts';
import type { MadeCall, Tools } from './tools.ts';
import type { World } from './world.ts';

/** What there is to tell about a replay. */
export interface ToldReplay {
  readonly runs: 1 | 2;
  readonly change: ChangeName;
  readonly situation: Situation;
  readonly end: ReplayEnd;
  readonly calls: readonly MadeCall[];
  readonly right: Transcript;
  readonly judgement: Judgement;
}

/** A replay for people: what the agent goes by, what was recorded, what changed, what was done, and what would have been right. */
export function tellStory(recording: Recording, replay: ToldReplay): string {
  const { seed, decision, agent, first, second } = recording;
  const { runs, change, situation, end, right, judgement } = replay;
  return [
    `${judgement.toUpperCase()}: ${decision}, ${change}, after ${runs === 1 ? 'one run' : 'two runs'} (ENGRAM_WORLDS_SEED=${seed} ENGRAM_WORLDS_CASES=1)`,
    'The agent',
    ...agent.sections.flatMap((section) => indented(sectionInWords(section, agent.tools))),
    'Recorded',
    ...indented(runInWords(agent.wording, first)),
    ...(runs === 2 && second !== undefined
      ? ['Recorded as well', ...indented(runInWords(agent.wording, second))]
      : []),
    'Changed since the first run',
    ...indented(differences(first.before, situation.world)),
    `Replay with ${errandInWords(agent.wording, situation.errand)}: ${end.status}${end.why === '' ? '' : `: ${end.why}`}`,
    ...indented(replay.calls.map(callInWords)),
    `Right would have been${right.gaveUp === null ? '' : ` (the agent gives up: ${right.gaveUp})`}`,
    ...indented(right.calls.map(callInWords)),
  ].join('\n');
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

const errandInWords = (wording: ErrandWording, errand: Errand): string =>
  `"${taskOf(wording, errand)}" ${JSON.stringify(inputsOf(wording, errand))}`;

const runInWords = (wording: ErrandWording, { errand, transcript }: RecordedRun): string[] => [
  errandInWords(wording, errand),
  ...transcript.calls.map(callInWords),
];

function callInWords({ tool, arguments: given, isWrite, answer, error }: MadeCall): string {
  const result = error === null ? JSON.stringify(answer) : `throws "${error}"`;
  return `${isWrite ? 'WRITE ' : ''}${tool}(${JSON.stringify(given)}) → ${result}`;
}

function sectionInWords({ decision, maker, writes, otherwise }: Section, tools: Tools): string[] {
  const labels = (maker.parts ?? []).map(
    (part) => `${part} is "${tools.domain.kinds.subject.labels[part] ?? part}"`,
  );
  return [
    `${decision} (${maker.shape}): ${maker.rule}${labels.length === 0 ? '' : `; ${labels.join(', ')}`}`,
    ...indented(writes.map((write) => `writes ${writeInWords(write, tools)}`)),
    ...indented(otherwise.map((write) => `otherwise ${writeInWords(write, tools)}`)),
  ];
}

function writeInWords({ tool, values }: WriteRecipe, { byName, domain }: Tools): string {
  const given = Object.entries(values).map(
    ([part, recipe]) => `${part}: ${recipeInWords(recipe, domain as Domain)}`,
  );
  return `${byName[tool].label} (${tool}) with ${given.join(', ')}`;
}

/** The facts of two worlds that differ. */
function differences(before: World, after: World): string[] {
  const found: string[] = [];
  const compare = (left: Json | undefined, right: Json | undefined, place: string): void => {
    if (isDeepStrictEqual(left, right)) return;
    const areObjects = [left, right].every((side) => typeof side === 'object' && side !== null);
    if (!areObjects || place.split('.').length > 2) {
      found.push(`${place}: ${JSON.stringify(left)} → ${JSON.stringify(right)}`);
      return;
    }
    const [one, other] = [left, right] as Array<Record<string, Json>>;
    for (const key of new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]))
      compare(one?.[key], other?.[key], place === '' ? key : `${place}.${key}`);
  };
  compare(before as unknown as Json, after as unknown as Json, '');
  return found.length === 0 ? ['nothing'] : found;
}
