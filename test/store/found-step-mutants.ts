import type { Store } from '../../src/ports/store.ts';
import type { Step } from '../../src/records/step.ts';
import { everyone } from './faults.ts';
import { type Mutant, replacing } from './mutant.ts';

/** Answers other failed steps than it finds. */
const failing = (change: (steps: readonly Step[]) => readonly Step[]): Mutant['breakStore'] =>
  replacing((sound) => ({
    findFailedSteps: async (viewer, signatures, limit) =>
      change(await sound.findFailedSteps(viewer, signatures, limit)),
  }));

const following = (
  ask: (sound: Store, ...asked: Parameters<Store['listCallsAfter']>) => ReturnType<Store['listCallsAfter']>,
): Mutant['breakStore'] =>
  replacing((sound) => ({
    listCallsAfter: (viewer, places, count) => ask(sound, viewer, places, count),
  }));

const calling = (
  change: (calls: Awaited<ReturnType<Store['listCalls']>>) => Awaited<ReturnType<Store['listCalls']>>,
): Mutant['breakStore'] =>
  replacing((sound) => ({
    listCalls: async (viewer, runIds) => change(await sound.listCalls(viewer, runIds)),
  }));

/** Ways to get steps across runs wrong. */
export const foundStepMutants: Readonly<
  Record<'findFailedSteps' | 'listCallsAfter' | 'listCalls', readonly Mutant[]>
> = {
  findFailedSteps: [
    {
      fault: 'ignores the limit',
      caughtBy: 'steps across runs',
      breakStore: replacing((sound) => ({
        findFailedSteps: (viewer, signatures) => sound.findFailedSteps(viewer, signatures, 1_000),
      })),
    },
    {
      fault: 'gives the oldest first',
      caughtBy: 'steps across runs',
      breakStore: failing((steps) => steps.toReversed()),
    },
    {
      fault: 'gives failures of one moment by the lowest id first',
      caughtBy: 'steps across runs',
      breakStore: failing((steps) =>
        steps.toSorted((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1)),
      ),
    },
    {
      fault: 'shows the failures of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        findFailedSteps: (viewer, signatures, limit) =>
          sound.findFailedSteps(everyone(viewer), signatures, limit),
      })),
    },
    {
      fault: 'looks for the first signature only',
      caughtBy: 'steps across runs',
      breakStore: replacing((sound) => ({
        findFailedSteps: (viewer, signatures, limit) =>
          sound.findFailedSteps(viewer, signatures.slice(0, 1), limit),
      })),
    },
    {
      fault: 'looks for five hundred signatures at most',
      caughtBy: 'steps across runs',
      breakStore: replacing((sound) => ({
        findFailedSteps: (viewer, signatures, limit) =>
          sound.findFailedSteps(viewer, signatures.slice(0, 500), limit),
      })),
    },
    {
      fault: 'gives as many as asked for of each signature',
      caughtBy: 'steps across runs',
      breakStore: replacing((sound) => ({
        async findFailedSteps(viewer, signatures, limit) {
          const found = await Promise.all(
            [...new Set(signatures)].map((signature) => sound.findFailedSteps(viewer, [signature], limit)),
          );
          return found
            .flat()
            .toSorted((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1));
        },
      })),
    },
    {
      fault: 'finds failures whose signature begins so',
      caughtBy: 'steps across runs',
      breakStore: replacing((sound) => ({
        async findFailedSteps(viewer, signatures, limit) {
          const { items } = await sound.listRuns(viewer, {}, { limit: 1_000 });
          const steps = await Promise.all(items.map((run) => sound.listSteps(viewer, run.id)));
          return steps
            .flat()
            .filter(
              ({ success, error }) =>
                !success && signatures.some((signature) => error?.signature.startsWith(signature)),
            )
            .toSorted((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1))
            .slice(0, limit);
        },
      })),
    },
  ],
  listCallsAfter: [
    {
      fault: 'forgets the arguments of calls',
      caughtBy: 'steps across runs',
      breakStore: following(async (sound, viewer, places, count) =>
        (await sound.listCallsAfter(viewer, places, count)).map((call) => ({ ...call, arguments: {} })),
      ),
    },
    {
      fault: 'shows what follows in the runs of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: following((sound, viewer, places, count) =>
        sound.listCallsAfter(everyone(viewer), places, count),
      ),
    },
    {
      fault: 'gives the step at the place, too',
      caughtBy: 'steps across runs',
      breakStore: following((sound, viewer, places, count) =>
        sound.listCallsAfter(
          viewer,
          places.map(({ runId, position }) => ({ runId, position: position - 1 })),
          count + 1,
        ),
      ),
    },
    {
      fault: 'counts steps instead of positions',
      caughtBy: 'steps across runs',
      breakStore: following(async (sound, viewer, places, count) => {
        const each = await Promise.all(
          places.map((place) => sound.listCallsAfter(viewer, [place], 1_000_000)),
        );
        return each.flatMap((steps) => steps.slice(0, count));
      }),
    },
    {
      fault: 'gives all that follows',
      caughtBy: 'steps across runs',
      breakStore: following((sound, viewer, places) => sound.listCallsAfter(viewer, places, 1_000_000)),
    },
    {
      fault: 'gives what follows two places twice',
      caughtBy: 'steps across runs',
      breakStore: following(async (sound, viewer, places, count) => {
        const runs = [...new Set(places.map(({ runId }) => runId))].sort();
        const each = await Promise.all(
          runs.map((run) =>
            Promise.all(
              places
                .filter(({ runId }) => runId === run)
                .map((place) => sound.listCallsAfter(viewer, [place], count)),
            ),
          ),
        );
        return each.flatMap((steps) => steps.flat().sort((left, right) => left.position - right.position));
      }),
    },
    {
      fault: 'gives them as the places were named',
      caughtBy: 'steps across runs',
      breakStore: following(async (sound, viewer, places, count) => {
        const each = await Promise.all(places.map((place) => sound.listCallsAfter(viewer, [place], count)));
        return [...new Map(each.flat().map((step) => [`${step.runId} ${step.id}`, step])).values()];
      }),
    },
    {
      fault: 'looks at five hundred places at most',
      caughtBy: 'steps across runs',
      breakStore: following((sound, viewer, places, count) =>
        sound.listCallsAfter(viewer, places.slice(-500), count),
      ),
    },
  ],
  listCalls: [
    {
      fault: 'shows the calls of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listCalls: (viewer, runIds) => sound.listCalls(everyone(viewer), runIds),
      })),
    },
    {
      fault: 'gives calls of one position in no order',
      caughtBy: 'steps across runs',
      breakStore: calling((calls) =>
        calls
          .toReversed()
          .toSorted((left, right) => left.runId.localeCompare(right.runId) || left.position - right.position),
      ),
    },
    {
      fault: 'gives the runs as they were named',
      caughtBy: 'steps across runs',
      breakStore: replacing((sound) => ({
        async listCalls(viewer, runIds) {
          const each = await Promise.all([...new Set(runIds)].map((id) => sound.listCalls(viewer, [id])));
          return each.flat();
        },
      })),
    },
    {
      fault: 'takes every call for a success',
      caughtBy: 'steps across runs',
      breakStore: calling((calls) => calls.map((call) => ({ ...call, success: true }))),
    },
    {
      fault: 'rounds how long a call took',
      caughtBy: 'steps across runs',
      breakStore: calling((calls) =>
        calls.map((call) => ({ ...call, durationMs: Math.round(call.durationMs) })),
      ),
    },
    {
      fault: 'gives the calls of a run that is named twice twice',
      caughtBy: 'steps across runs',
      breakStore: replacing((sound) => ({
        async listCalls(viewer, runIds) {
          const each = await Promise.all(runIds.toSorted().map((id) => sound.listCalls(viewer, [id])));
          return each.flat();
        },
      })),
    },
    {
      fault: 'takes five hundred runs at most',
      caughtBy: 'steps across runs',
      breakStore: replacing((sound) => ({
        listCalls: (viewer, runIds) => sound.listCalls(viewer, runIds.slice(0, 500)),
      })),
    },
    {
      fault: 'takes other steps for calls',
      caughtBy: 'steps across runs',
      breakStore: replacing((sound) => ({
        async listCalls(viewer, runIds) {
          const each = await Promise.all(
            [...new Set(runIds)].toSorted().map((id) => sound.listSteps(viewer, id)),
          );
          return each.flat().map((step) => {
            const { runId, position, success, durationMs } = step;
            return { runId, position, tool: step.kind === 'tool' ? step.tool : '', success, durationMs };
          });
        },
      })),
    },
  ],
};
