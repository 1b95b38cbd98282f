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
      breakStore: replacing(() => ({ tidy: async () => ({ done: 0, left: 1 }) })),
    },
    {
      fault: 'tidies more than it was asked to',
      breakStore: replacing(() => ({ tidy: async (limit) => ({ done: limit + 1, left: 0 }) })),
    },
  ],
  export: [
    {
      fault: 'exports nothing',
      breakStore: replacing(() => ({ export: async () => ({ commands: [], next: null }) })),
    },
    {
      fault: 'loses the first record of every piece but the first',
      breakStore: exporting(({ commands }, after) => ({
        commands: after === null ? commands : commands.slice(1),
      })),
    },
    {
      fault: 'repeats the first piece for ever',
      breakStore: replacing((sound) => ({ export: (_after, limit) => sound.export(null, limit) })),
    },
    { fault: 'never says that it is done', breakStore: exporting(({ next }) => ({ next: next ?? '9' })) },
    { fault: 'stops after the first piece', breakStore: exporting(() => ({ next: null })) },
    {
      fault: 'gives everything at once, however little was asked for',
      breakStore: replacing((sound) => ({ export: (after) => sound.export(after, 1_000) })),
    },
    { fault: 'counts on by numbers, so that deleting moves the rest', breakStore: countingOn((all) => all) },
    {
      fault: 'exports messages in reverse',
      breakStore: countingOn((all) => [
        ...all.filter((command) => !isMessage(command)),
        ...all.filter(isMessage).toReversed(),
      ]),
    },
    {
      fault: 'exports steps before their runs',
      breakStore: countingOn((all) =>
        all.toSorted((left, right) => (left.type < right.type ? -1 : left.type > right.type ? 1 : 0)),
      ),
    },
    {
      fault: 'exports a finished run as if it went on',
      breakStore: exportingInstead((command) =>
        command.type === 'start-run'
          ? [{ ...command, run: { ...command.run, outcome: null, finishedAt: null } }]
          : [command],
      ),
    },
    {
      fault: 'forgets how often a memory was used',
      breakStore: exportingInstead((command) =>
        command.type === 'record-memory'
          ? [{ ...command, memory: { ...command.memory, accessCount: 0 } }]
          : [command],
      ),
    },
    {
      fault: 'leaves expired memories out',
      breakStore: exportingInstead((command) =>
        command.type === 'record-memory' && command.memory.expiresAt === 1 ? [] : [command],
      ),
    },
    {
      fault: 'leaves histories out',
      breakStore: exportingInstead((command) => (command.type === 'keep-revision' ? [] : [command])),
    },
    {
      fault: 'leaves uses out',
      breakStore: exportingInstead((command) => (command.type === 'note-uses' ? [] : [command])),
    },
    {
      fault: 'exports histories before their memories',
      breakStore: countingOn((all) => [
        ...all.filter(({ type }) => type === 'keep-revision'),
        ...all.filter(({ type }) => type !== 'keep-revision'),
      ]),
    },
    {
      fault: 'leaves lessons out',
      breakStore: exportingInstead((command) => (command.type === 'save-lesson' ? [] : [command])),
    },
    {
      fault: 'exports lessons without their keys',
      breakStore: exportingInstead((command) =>
        command.type === 'save-lesson'
          ? [{ ...command, lesson: { ...command.lesson, keys: [] } }]
          : [command],
      ),
    },
    {
      fault: 'leaves the versions of templates out',
      breakStore: exportingInstead((command) => (command.type === 'keep-template-version' ? [] : [command])),
    },
    {
      fault: 'exports versions before their templates',
      breakStore: countingOn((all) => [
        ...all.filter(({ type }) => type === 'keep-template-version'),
        ...all.filter(({ type }) => type !== 'keep-template-version'),
      ]),
    },
    {
      fault: 'exports templates as new ones',
      breakStore: exportingInstead((command) =>
        command.type === 'save-template'
          ? [{ ...command, template: { ...command.template, revision: 0 } }]
          : [command],
      ),
    },
    {
      fault: 'leaves tokens out',
      breakStore: exportingInstead((command) => (command.type === 'create-token' ? [] : [command])),
    },
    {
      fault: 'exports the records of one user only',
      breakStore: exportingInstead((command) =>
        command.type === 'create-task' && command.task.scope.user !== 'ada' ? [] : [command],
      ),
    },
    {
      fault: 'exports commands that cannot be repeated',
      breakStore: exportingInstead((command) =>
        'ifAbsent' in command ? [{ ...command, ifAbsent: false }] : [command],
      ),
    },
    {
      fault: 'exports jobs',
      breakStore: replacing((sound) => ({
        async export(after, limit) {
          const piece = await sound.export(after, limit);
          const jobs = piece.next === null ? await sound.listJobs() : [];
          const holds = jobs.map(
            (job) => ({ type: 'hold-job', job, holder: job.holder ?? '', now: 0 }) as const,
          );
          return { ...piece, commands: [...piece.commands, ...holds] };
        },
      })),
    },
  ],
};
