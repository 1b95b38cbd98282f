import type { Section, Transcript } from './agent.ts';
import type { ChangeName, RecordedRun, Situation } from './changes.ts';
import type { Domain } from './domain.ts';
import { type Errand, type ErrandWording, inputsOf, taskOf } from './errand.ts';
import type { Judgement, ReplayEnd } from './judge.ts';
import { recipeInWords, type WriteRecipe } from './recipes.ts';
import type { Recording } from './recording.ts';
import type { MadeCall, ToolDesign } from './tools.ts';
import type { Entity, World } from './world.ts';

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
  const { seed, decision, agent, first, second, further } = recording;
  const { runs, change, situation, end, right, judgement } = replay;
  return [
    `${judgement.toUpperCase()}: ${decision}, ${change}, after ${runs === 1 ? 'one run' : `${further.length + 2} runs`} (ENGRAM_WORLDS_SEED=${seed} ENGRAM_WORLDS_CASES=1)`,
    'The agent',
    ...agent.sections.flatMap((section) => indented(sectionInWords(section, agent.tools))),
    'Recorded',
    ...indented(runInWords(agent.wording, first)),
    ...(runs === 2 && second !== undefined ? [second, ...further] : []).flatMap((more) => [
      'Recorded as well',
      ...indented(runInWords(agent.wording, more)),
    ]),
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

function sectionInWords({ decision, maker, writes, otherwise }: Section, tools: ToolDesign): string[] {
  const { subject, report } = tools.domain.kinds;
  const labels = (maker.parts ?? []).map(
    (part) => `${part} is "${subject.labels[part] ?? report.labels[part] ?? part}"`,
  );
  return [
    `${decision} (${maker.shape}): ${maker.rule}${labels.length === 0 ? '' : `; ${labels.join(', ')}`}`,
    ...indented(writes.map((write) => `writes ${writeInWords(write, tools)}`)),
    ...indented(otherwise.map((write) => `otherwise ${writeInWords(write, tools)}`)),
  ];
}

function writeInWords({ tool, values }: WriteRecipe, { byName, domain }: ToolDesign): string {
  const given = Object.entries(values).map(
    ([part, recipe]) => `${part}: ${recipeInWords(recipe, domain as Domain)}`,
  );
  return `${byName[tool].label} (${tool}) with ${given.join(', ')}`;
}

/** The facts of two worlds that differ; things are told apart by their ids. */
function differences(before: World, after: World): string[] {
  const facts = factsOf(before);
  const others = factsOf(after);
  const found = [...new Set([...facts.keys(), ...others.keys()])]
    .filter((fact) => facts.get(fact) !== others.get(fact))
    .map((fact) => `${fact}: ${facts.get(fact) ?? 'nothing'} → ${others.get(fact) ?? 'nothing'}`);
  return found.length === 0 ? ['nothing'] : found;
}

function factsOf(world: World): Map<string, string> {
  const facts = new Map<string, string>();
  for (const [name, value] of Object.entries(world)) {
    if (!Array.isArray(value)) {
      facts.set(name, JSON.stringify(value));
      continue;
    }
    const things = value as readonly Entity[];
    facts.set(`order of ${name}`, things.map(({ id }) => String(id)).join(' '));
    for (const thing of things)
      for (const [part, fact] of Object.entries(thing))
        facts.set(`${name} ${String(thing['id'])} ${part}`, JSON.stringify(fact));
  }
  return facts;
}
