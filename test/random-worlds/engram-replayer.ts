import { tmpdir } from 'node:os';
import { type Engram, EngramError, type JsonObject, openEngram, type View } from '../../src/index.ts';
import { countingIds, fixedClock } from '../../src/testing/index.ts';
import type { Agent } from './agent.ts';
import type { RecordedRun } from './changes.ts';
import { inputsOf, taskOf } from './errand.ts';
import type { ReplayEnd } from './judge.ts';
import { randomFrom } from './random.ts';
import type { LearnedReplay, Replayer } from './replayer.ts';
import { createVolatile } from './volatile.ts';
import { toolsOf } from './world-tools.ts';

/** A store in memory gets slower with what it holds, so a new one is begun after so many templates. */
const templatesPerEngine = 4;

/** Engram through its public library: runs recorded, saved, approved and run again. */
export function createEngramReplayer(): Replayer & { close(): Promise<void> } {
  let engram: Engram | undefined;
  let learned = 0;

  async function openAgent(): Promise<View> {
    if (learned % templatesPerEngine === 0) {
      await engram?.close();
      engram = undefined;
    }
    learned += 1;
    engram ??= await openEngram({
      db: 'memory:',
      clock: fixedClock(),
      ids: countingIds(),
      surroundings: { environment: {}, folder: tmpdir(), home: '/nowhere' },
      // Worlds with the same tools are not the same world, and a stop in one is no reason to distrust the template in another.
      templates: { cache: { enabled: false }, demotion: { runs: 100, failures: 100 } },
    });
    return engram.agent('worker');
  }

  return {
    async learn({ agent, first, second, further }, runs) {
      const view = await openAgent();
      try {
        const { functions } = toolsOf(agent.tools, first.before, createVolatile(randomFrom(0)));
        const run = await record(view, agent, first);
        const { id } = await view.templates.save({ run, name: `work-${learned}` }, functions);
        if (runs === 2 && second !== undefined)
          await view.templates.learn({ id, run: await record(view, agent, second) }, functions);
        for (const more of runs === 2 ? further : []) {
          const again = await record(view, agent, more);
          // A run that went otherwise after all teaches nothing, and changes nothing.
          await view.templates.learn({ id, run: again }, functions).catch(ignoreRefusal);
        }
        await view.templates.approve({ id });
        return replayOf(view, agent, id);
      } catch (error) {
        return async () => refusal(error);
      }
    },
    async close() {
      await engram?.close();
    },
  };
}

async function record(view: View, { wording }: Agent, { errand, transcript }: RecordedRun): Promise<string> {
  const run = await view.startRun({
    description: taskOf(wording, errand),
    inputs: inputsOf(wording, errand),
  });
  for (const { tool, arguments: given, answer, error } of transcript.calls) {
    const execute = () => (error === null ? answer : Promise.reject(new Error(error)));
    await run.call(tool, given, execute).catch(() => {});
  }
  await run.finish({ outcome: 'success' });
  return run.id;
}

function replayOf(view: View, { wording }: Agent, id: string): LearnedReplay {
  return async ({ errand, hasOtherInputs, forgotten }, { functions }) => {
    try {
      // Who repeats a run asks for its values; who does it for something else says what it is.
      const how = hasOtherInputs ? { task: taskOf(wording, errand) } : { asRecorded: true };
      const { [forgotten ?? '']: _, ...inputs } = inputsOf(wording, errand);
      const report = await view.templates
        .run({ id, inputs, ...how }, functions)
        .catch((error) =>
          view.templates.run({ id, inputs: withoutUnknown(inputs, error), ...how }, functions),
        );
      if (report.status === 'completed') return { status: 'completed', why: '' };
      return { status: 'stopped', why: report.divergence?.reason ?? report.status };
    } catch (error) {
      return refusal(error);
    }
  };
}

/** The inputs that are left when those are dropped that the template does not know, as a person does who is told so. */
function withoutUnknown(inputs: JsonObject, error: unknown): JsonObject {
  const unknown = EngramError.is(error) ? error.details?.['unknown'] : undefined;
  if (!Array.isArray(unknown)) throw error;
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !unknown.includes(name)));
}

function ignoreRefusal(error: unknown): void {
  if (!EngramError.is(error)) throw error;
}

function refusal(error: unknown): ReplayEnd {
  if (!EngramError.is(error)) throw error;
  const isMissing = error.code === 'invalid_input' && Array.isArray(error.details?.['missing']);
  return { status: isMissing ? 'asks' : 'stopped', why: `${error.code}: ${error.message}` };
}
