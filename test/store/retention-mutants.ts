import type { Command, Store } from '../../src/ports/store.ts';
import type { Hold } from '../../src/records/hold.ts';
import type { RecordSelection } from '../../src/records/record-selection.ts';
import { commanding, forgetting, forgiving, type Mutant, replacing } from './mutant.ts';

const caughtBy = 'what retention selects and deletes';

/** A store that selects and surveys as if it had been asked for something else. */
const selecting = (change: (selection: RecordSelection) => RecordSelection): Mutant['breakStore'] =>
  replacing((sound) => ({
    selectRecords: (selection, after, limit) => sound.selectRecords(change(selection), after, limit),
    surveyRecords: (selection) => sound.surveyRecords(change(selection)),
  }));

const without = (field: keyof RecordSelection): Mutant => ({
  fault: `selects records without regard to ${field}`,
  caughtBy,
  breakStore: selecting((selection) => ({ ...selection, [field]: undefined })),
});

/** A store whose holds say something else. */
const holding = (change: (hold: Hold) => Hold | undefined): Mutant['breakStore'] =>
  commanding((command): Command[] => {
    if (command.type !== 'create-record' || command.kind !== 'hold') return [command];
    const record = change(command.record);
    return record === undefined ? [] : [{ ...command, record }];
  });

/** Ways to get holds wrong. What a store loses of their fields is among the mutants of owned records. */
export const holdMutants: readonly Mutant[] = [
  {
    fault: 'takes a hold of an agent for one of the project',
    caughtBy: 'legal holds',
    breakStore: holding((hold) => ({ ...hold, scope: { ...hold.scope, agent: null } })),
  },
  ...(['ofAgent', 'ofKind', 'tag', 'memory'] as const).map(
    (field): Mutant => ({
      fault: `holds records without regard to ${field}`,
      caughtBy: 'legal holds',
      breakStore: holding((hold) => ({ ...hold, [field]: null })),
    }),
  ),
  {
    fault: 'deletes what is held',
    caughtBy: 'legal holds',
    breakStore: holding((hold) => ({ ...hold, ofAgent: 'nobody' })),
  },
];

export const retentionCommandMutants: Readonly<Record<'delete-run' | 'delete-session', readonly Mutant[]>> = {
  'delete-run': [
    { fault: 'deletes no runs', caughtBy, breakStore: forgetting('delete-run') },
    { fault: 'takes a refused deletion of a run for done', caughtBy, breakStore: forgiving('delete-run') },
    {
      fault: 'keeps the steps of a deleted run',
      caughtBy,
      breakStore: replacing((sound) => {
        const steps: Command[] = [];
        return {
          async commit(commands) {
            const committed = await sound.commit(commands);
            steps.push(...commands.filter(({ type }) => type === 'append-step'));
            const restarted = commands.flatMap((command) =>
              command.type === 'start-run' ? [command.run.id] : [],
            );
            const left = steps.filter(
              (command) => command.type === 'append-step' && restarted.includes(command.step.runId),
            );
            if (left.length > 0) await sound.commit(left);
            return committed;
          },
        };
      }),
    },
  ],
  'delete-session': [
    { fault: 'deletes no sessions', caughtBy, breakStore: forgetting('delete-session') },
    {
      fault: 'takes a refused deletion of a session for done',
      caughtBy,
      breakStore: forgiving('delete-session'),
    },
  ],
};

export const retentionMutants: Readonly<
  Record<'selectRecords' | 'surveyRecords' | 'retentionPolicies', readonly Mutant[]>
> = {
  selectRecords: [
    ...(['agent', 'before', 'by', 'kind', 'tags', 'topic', 'standings'] as const).map(without),
    {
      fault: 'ends a selection after its first piece',
      caughtBy,
      breakStore: replacing((sound: Store) => ({
        selectRecords: async (...asked) => ({ ...(await sound.selectRecords(...asked)), next: null }),
      })),
    },
  ],
  surveyRecords: [
    {
      fault: 'counts what is held as free',
      caughtBy,
      breakStore: replacing((sound) => ({
        surveyRecords: async (selection) =>
          (await sound.surveyRecords(selection)).map((count) => ({ ...count, held: false })),
      })),
    },
    {
      fault: 'leaves out what is held',
      caughtBy,
      breakStore: replacing((sound) => ({
        surveyRecords: async (selection) =>
          (await sound.surveyRecords(selection)).filter(({ held }) => !held),
      })),
    },
  ],
  retentionPolicies: [
    {
      fault: 'knows the policies of one user only',
      caughtBy,
      breakStore: replacing((sound) => ({
        retentionPolicies: async () =>
          (await sound.retentionPolicies()).filter(({ scope }) => scope.user === 'ada'),
      })),
    },
  ],
};
