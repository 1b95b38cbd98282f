import { EngramError } from '../../../../errors.ts';
import type { RunHandle } from '../../../../ports/run-handle.ts';
import type { View } from '../../../library/view.ts';
import { failAs } from './desk.ts';
import { type Story, think } from './story.ts';
import type { WorkKind } from './work-kinds.ts';

/** A piece of work to be done. */
export interface Piece {
  readonly kind: WorkKind;
  readonly number: number;
  readonly agent: string;
  /** Whether Engram is not asked: the team keeps some runs without memory, to see what memory is worth. */
  readonly isCold: boolean;
}

/** Calls an agent makes at most to get over an error. */
const maxTries = 3;
/** How often an agent does what a check asks for. */
const heeding = 0.94;
/** How often it goes its own way although something is recommended. */
const curiosity = 0.08;

/** Does a piece of work as an agent would: decide, call, get over errors, record how it went. Answers the run. */
export async function doWork(story: Story, piece: Piece): Promise<{ runId: string; success: boolean }> {
  const { kind, number, agent, isCold } = piece;
  const view = story.as(agent);
  const random = story.random(`${kind.situation} ${number}`);
  const luck = random();
  const ownChoice = kind.ways[Math.floor(random() * kind.ways.length)] ?? kind.ways[0];
  const isCurious = random() < curiosity;
  const hasTrouble = random() < kind.trouble.chance;
  const run = await view.startRun({
    description: kind.task(number),
    category: kind.category,
    type: kind.type,
    inputs: kind.inputs(number),
  });
  const advised = isCold ? null : await askForAdvice(view, kind, run);
  await think(story, run, 1_400 + Math.floor(random() * 500), 90);
  const way = kind.ways.find(({ approach }) => approach === advised && !isCurious) ?? ownChoice;
  const approach = way?.approach ?? 'standard';
  const work: Working = { story, piece, view, run, random, hasTrouble, called: new Set() };
  const isThrough = await makeCalls(work);
  const success = isThrough && luck < (way?.success ?? 0);
  await think(story, run, 2_100, 120);
  await run.finish({
    outcome: success ? 'success' : 'failure',
    approach,
    summary: success
      ? `${kind.task(number)}: done.`
      : isThrough
        ? `It did not hold: ${approach} was not enough.`
        : 'The error came back.',
  });
  await view.memories.record({
    kind: 'decision',
    content: { context: kind.situation, action: approach, outcome: success ? 'success' : 'failure' },
    tags: [kind.category],
    provenance: { runId: run.id },
  });
  return { runId: run.id, success };
}

/** What Engram recommends; null when it knows nothing yet. The run is noted as given what the advice rests on. */
async function askForAdvice(view: View, kind: WorkKind, run: RunHandle): Promise<string | null> {
  const { recommended } = await view.learning.suggest({ context: kind.situation, run: run.id });
  await view.memories.context({ query: kind.situation.replaceAll('-', ' '), run: run.id });
  return recommended?.action ?? null;
}

interface Working {
  readonly story: Story;
  readonly piece: Piece;
  readonly view: View;
  readonly run: RunHandle;
  readonly random: () => number;
  readonly hasTrouble: boolean;
  /** Tools that were called in this run. */
  readonly called: Set<string>;
}

async function makeCalls(work: Working): Promise<boolean> {
  for (const { tool } of work.piece.kind.calls) if (!(await manage(work, tool))) return false;
  return true;
}

/** Makes a call, and does against its error what is known or seems worth trying. */
async function manage(work: Working, tool: string): Promise<boolean> {
  const { story, run, random } = work;
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      await call(work, tool);
      return true;
    } catch (error) {
      if (EngramError.is(error)) {
        await heed(work, tool, error);
        continue;
      }
      await think(story, run, 1_900, 80 + Math.floor(random() * 60));
      const remedy = await remedyFor(work, error as Error);
      if (remedy === null) return false;
      if (remedy !== tool) await call(work, remedy);
    }
  }
  return false;
}

/** What a check blocked is done as it asks for; now and then an agent goes on all the same. */
async function heed(work: Working, tool: string, error: EngramError): Promise<void> {
  const [finding] = error.details['findings'] as readonly {
    readonly check: { readonly slug: string | null; readonly id: string };
    readonly message: string;
  }[];
  const asked = (finding?.message.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []).find((name) => name !== tool);
  if (work.random() < heeding && asked !== undefined) await call(work, asked);
  else work.run.acknowledge(finding?.check.slug ?? finding?.check.id ?? '');
}

/** What is known against the error, or a guess; null when the agent gives up. */
async function remedyFor({ piece, view, random }: Working, error: Error): Promise<string | null> {
  const { trouble } = piece.kind;
  if (!piece.isCold) {
    const [best] = await view.learning.solutions({ error: error.message, limit: 1 });
    const known = best?.approach.match(/\b[a-z]+(?:_[a-z]+)+\b/)?.[0];
    if (known !== undefined) return known;
  }
  if (random() < 0.25) return null;
  return trouble.guesses[Math.floor(random() * trouble.guesses.length)] ?? null;
}

function call({ story, piece, run, hasTrouble, called }: Working, tool: string): Promise<unknown> {
  const { kind, number } = piece;
  const planned = kind.calls.find((one) => one.tool === tool);
  return run.call(tool, planned?.given(number) ?? {}, () => {
    story.clock.pass((planned?.seconds ?? 4) * 1_000);
    const { trouble } = kind;
    const isInTrouble = hasTrouble && trouble.tool === tool;
    if (isInTrouble && (trouble.remedy === null || !called.has(trouble.remedy)))
      failAs(trouble.errorType, trouble.message(number));
    called.add(tool);
    return planned?.answer(number) ?? { done: true };
  });
}
