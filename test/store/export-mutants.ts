import type { Command, Exported, Store } from '../../src/ports/store.ts';
import { type Mutant, replacing } from './mutant.ts';

/** A store that changes every piece before it gives it away. */
const exporting = (change: (piece: Exported, after: string | null) => Partial<Exported>) =>
  replacing((sound) => ({
    async export(after, limit) {
      const piece = await sound.export(after, limit);
      return { ...piece, ...change(piece, after) };
    },
  }));

/** A store that leaves commands out, or gives others instead. */
const exportingInstead = (change: (command: Command) => readonly Command[]) =>
  exporting(({ commands }) => ({ commands: commands.flatMap(change) }));

async function wholeOf(store: Store): Promise<readonly Command[]> {
  return (await store.export(null, 1_000)).commands;
}

/** Everything in one order, cut at numbers: what is deleted moves the rest. */
const countingOn = (order: (commands: readonly Command[]) => readonly Command[]) =>
  replacing((sound) => ({
    async export(after, limit) {
      const from = Number(after ?? 0);
      const commands = order(await wholeOf(sound)).slice(from, from + limit);
      return { commands, next: commands.length < limit ? null : String(from + limit) };
    },
  }));

const isMessage = (command: Command) => command.type === 'append-message';

/** Ways to get upkeep and export wrong. */
export const exportMutants: Readonly<Record<'tidy' | 'export', readonly Mutant[]>> = {
  tidy: [
    {
      fault: 'deletes what it tidies',
      caughtBy: 'what follows a revised memory',
      breakStore: replacing((sound) => ({
        async tidy(limit) {
          const memories = (await wholeOf(sound)).filter((command) => command.type === 'record-memory');
          for (const { memory } of memories.slice(0, limit)) {
            await sound.commit([{ type: 'delete-memory', owner: memory.scope, id: memory.id }]);
          }
          return { done: 0, left: 0 };
        },
      })),
    },
    {
      fault: 'hides what it tidied from lists by tag',
      caughtBy: 'what follows a revised memory',
      breakStore: replacing((sound) => {
        let tidied = false;
        return {
          async tidy(limit) {
            tidied = true;
            return sound.tidy(limit);
          },
          listMemories: async (viewer, filter, page) =>
            tidied && filter.tag !== undefined
              ? { items: [], next: null }
              : sound.listMemories(viewer, filter, page),
        };
      }),
    },
    {
      fault: 'is never done with tidying',
      caughtBy: 'an empty store',
      breakStore: replacing(() => ({ tidy: async () => ({ done: 0, left: 1 }) })),
    },
    {
      fault: 'tidies more than it was asked to',
      caughtBy: 'an empty store',
      breakStore: replacing(() => ({ tidy: async (limit) => ({ done: limit + 1, left: 0 }) })),
    },
  ],
  export: [
    {
      fault: 'exports nothing',
      caughtBy: 'moving what was learned',
      breakStore: replacing(() => ({ export: async () => ({ commands: [], next: null }) })),
    },
    {
      fault: 'loses the first record of every piece but the first',
      caughtBy: 'moving what was learned',
      breakStore: exporting(({ commands }, after) => ({
        commands: after === null ? commands : commands.slice(1),
      })),
    },
    {
      fault: 'repeats the first piece for ever',
      caughtBy: 'moving what was learned',
      breakStore: replacing((sound) => ({ export: (_after, limit) => sound.export(null, limit) })),
    },
    {
      fault: 'never says that it is done',
      caughtBy: 'moving what was learned',
      breakStore: exporting(({ next }) => ({ next: next ?? '9' })),
    },
    {
      fault: 'stops after the first piece',
      caughtBy: 'moving what was learned',
      breakStore: exporting(() => ({ next: null })),
    },
    {
      fault: 'gives everything at once, however little was asked for',
      caughtBy: 'moving a whole store',
      breakStore: replacing((sound) => ({ export: (after) => sound.export(after, 1_000) })),
    },
    {
      fault: 'counts on by numbers, so that deleting moves the rest',
      caughtBy: 'moving a whole store',
      breakStore: countingOn((all) => all),
    },
    {
      fault: 'exports messages in reverse',
      caughtBy: 'moving a whole store',
      breakStore: countingOn((all) => [
        ...all.filter((command) => !isMessage(command)),
        ...all.filter(isMessage).toReversed(),
      ]),
    },
    {
      fault: 'exports steps before their runs',
      caughtBy: 'moving what was learned',
      breakStore: countingOn((all) =>
        all.toSorted((left, right) => (left.type < right.type ? -1 : left.type > right.type ? 1 : 0)),
      ),
    },
    {
      fault: 'exports a finished run as if it went on',
      caughtBy: 'moving what was learned',
      breakStore: exportingInstead((command) =>
        command.type === 'start-run'
          ? [{ ...command, run: { ...command.run, outcome: null, finishedAt: null } }]
          : [command],
      ),
    },
    {
      fault: 'forgets how often a memory was used',
      caughtBy: 'moving a whole store',
      breakStore: exportingInstead((command) =>
        command.type === 'record-memory'
          ? [{ ...command, memory: { ...command.memory, accessCount: 0 } }]
          : [command],
      ),
    },
    {
      fault: 'leaves expired memories out',
      caughtBy: 'moving a whole store',
      breakStore: exportingInstead((command) =>
        command.type === 'record-memory' && command.memory.expiresAt === 1 ? [] : [command],
      ),
    },
    {
      fault: 'leaves histories out',
      caughtBy: 'moving a whole store',
      breakStore: exportingInstead((command) => (command.type === 'keep-revision' ? [] : [command])),
    },
    {
      fault: 'leaves uses out',
      caughtBy: 'moving a whole store',
      breakStore: exportingInstead((command) => (command.type === 'note-uses' ? [] : [command])),
    },
    {
      fault: 'exports histories before their memories',
      caughtBy: 'moving a whole store',
      breakStore: countingOn((all) => [
        ...all.filter(({ type }) => type === 'keep-revision'),
        ...all.filter(({ type }) => type !== 'keep-revision'),
      ]),
    },
    {
      fault: 'leaves lessons out',
      caughtBy: 'moving what was learned',
      breakStore: exportingInstead((command) => (command.type === 'save-lesson' ? [] : [command])),
    },
    {
      fault: 'exports lessons without their keys',
      caughtBy: 'moving what was learned',
      breakStore: exportingInstead((command) =>
        command.type === 'save-lesson'
          ? [{ ...command, lesson: { ...command.lesson, keys: [] } }]
          : [command],
      ),
    },
    {
      fault: 'leaves the versions of templates out',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: exportingInstead((command) => (command.type === 'keep-template-version' ? [] : [command])),
    },
    {
      fault: 'exports versions before their templates',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: countingOn((all) => [
        ...all.filter(({ type }) => type === 'keep-template-version'),
        ...all.filter(({ type }) => type !== 'keep-template-version'),
      ]),
    },
    {
      fault: 'exports templates as new ones',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: exportingInstead((command) =>
        command.type === 'save-template'
          ? [{ ...command, template: { ...command.template, revision: 0 } }]
          : [command],
      ),
    },
    {
      fault: 'leaves tokens out',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: exportingInstead((command) => (command.type === 'create-token' ? [] : [command])),
    },
    {
      fault: 'exports the records of one user only',
      caughtBy: 'moving a whole store',
      breakStore: exportingInstead((command) =>
        command.type === 'create-task' && command.task.scope.user !== 'ada' ? [] : [command],
      ),
    },
    {
      fault: 'exports commands that cannot be repeated',
      caughtBy: 'moving what was learned',
      breakStore: exportingInstead((command) =>
        'ifAbsent' in command ? [{ ...command, ifAbsent: false }] : [command],
      ),
    },
    {
      fault: 'exports jobs',
      caughtBy: 'moving a whole store',
      breakStore: replacing((sound) => ({
        async export(after, limit) {
          const piece = await sound.export(after, limit);
          const jobs = piece.next === null ? await sound.listJobs() : [];
          const holds = jobs.map((job) => ({ type: 'hold-job', job, epoch: job.epoch }) as const);
          return { ...piece, commands: [...piece.commands, ...holds] };
        },
      })),
    },
  ],
};
