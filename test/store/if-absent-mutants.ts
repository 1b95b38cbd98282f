import type { Command, Store } from '../../src/ports/store.ts';
import type { Memory } from '../../src/records/memory.ts';
import { exportedFrom, recordOf } from '../../src/testing/store-suite/exported.ts';
import { changing, type Mutant, replacing } from './mutant.ts';

type CreationType =
  | 'create-task'
  | 'start-run'
  | 'record-memory'
  | 'save-lesson'
  | 'save-template'
  | 'create-token'
  | 'begin-workflow';

/** Whether it may be ignored or not, commands of this type are carried out as if the flag said this. */
const flagging = (type: CreationType, ifAbsent: boolean): Mutant['breakStore'] =>
  changing(type, (command) => [{ ...command, ifAbsent }]);

/** Replaces what is there by what was to be ignored. */
const overwriting = (replacementOf: (command: Command) => readonly Command[]): Mutant['breakStore'] =>
  replacing((sound) => ({
    async commit(commands) {
      const committed = await sound.commit(commands);
      for (const place of committed.ignored) {
        const command = commands[place];
        // What belongs to another owner cannot be replaced this way.
        if (command !== undefined) await sound.commit(replacementOf(command)).catch(() => {});
      }
      return committed;
    },
  }));

/** Takes an external id that any owner has for taken. */
const takingExternalIdsForEverybodys: Mutant['breakStore'] = (sound) => {
  const first = new Map<string, string>();
  return changing('record-memory', (command) => {
    const { id, provenance } = command.memory;
    const known = first.get(provenance.externalId ?? '') ?? id;
    if (provenance.externalId !== null) first.set(provenance.externalId, known);
    return [{ ...command, memory: { ...command.memory, id: known } }];
  })(sound);
};

/** Makes every external id another one on the way in, and the same again on the way out. */
const lettingExternalIdsRepeat: Mutant['breakStore'] = (sound) => {
  const named = (memory: Memory, externalId: string | null): Memory => ({
    ...memory,
    provenance: { ...memory.provenance, externalId },
  });
  const shown = (memory: Memory): Memory =>
    named(memory, memory.provenance.externalId?.replace(`#${memory.id}`, '') ?? null);
  const store = changing('record-memory', (command) => {
    const { id, provenance } = command.memory;
    if (provenance.externalId === null) return [command];
    return [{ ...command, memory: named(command.memory, `${provenance.externalId}#${id}`) }];
  })(sound);
  return {
    ...store,
    async getMemory(viewer, id) {
      const memory = await sound.getMemory(viewer, id);
      return memory && shown(memory);
    },
    async listMemories(viewer, filter, page) {
      const { items, next } = await sound.listMemories(viewer, filter, page);
      return { items: items.map(shown), next };
    },
  };
};

/** Enters the tags of a memory that is ignored beside those of the memory that is there. */
const addingTagsOfIgnored: Mutant['breakStore'] = replacing((sound) => {
  const added = new Map<string, readonly string[]>();
  const commit: Store['commit'] = async (commands) => {
    const committed = await sound.commit(commands);
    for (const place of committed.ignored) {
      const command = commands[place];
      if (command?.type === 'record-memory') added.set(command.memory.id, command.memory.tags);
    }
    return committed;
  };
  const listMemories: Store['listMemories'] = async (viewer, { tag, ...filter }, page) => {
    if (tag === undefined) return sound.listMemories(viewer, filter, page);
    const tagged = await sound.listMemories(viewer, { ...filter, tag }, page);
    const { items } = await sound.listMemories(viewer, filter, page);
    return {
      items: [...tagged.items, ...items.filter(({ id }) => added.get(id)?.includes(tag))],
      next: tagged.next,
    };
  };
  return { commit, listMemories };
});

/** For every command that takes `ifAbsent`, ways to get that wrong. */
export const ifAbsentMutants: Readonly<Record<CreationType, readonly Mutant[]>> = {
  'create-task': [
    {
      fault: 'refuses a task that may be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('create-task', false),
    },
    {
      fault: 'ignores a task that may not be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('create-task', true),
    },
    {
      fault: 'overwrites a task instead of ignoring it',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: overwriting((command) =>
        command.type === 'create-task'
          ? [{ type: 'update-task', owner: command.task.scope, task: command.task }]
          : [],
      ),
    },
  ],
  'start-run': [
    {
      fault: 'refuses a run that may be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('start-run', false),
    },
    {
      fault: 'ignores a run that may not be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('start-run', true),
    },
  ],
  'record-memory': [
    {
      fault: 'refuses a memory that may be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('record-memory', false),
    },
    {
      fault: 'ignores a memory that may not be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('record-memory', true),
    },
    {
      fault: 'overwrites a memory instead of ignoring it',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: overwriting((command) =>
        command.type === 'record-memory'
          ? [
              { type: 'delete-memory', owner: command.memory.scope, id: command.memory.id },
              { type: 'record-memory', memory: command.memory },
            ]
          : [],
      ),
    },
    {
      fault: 'adds the tags of a memory that is ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: addingTagsOfIgnored,
    },
    {
      fault: 'takes an external id for everybody’s',
      caughtBy: 'memories from elsewhere',
      breakStore: takingExternalIdsForEverybodys,
    },
    {
      fault: 'lets an owner have two memories of one external id',
      caughtBy: 'memories from elsewhere',
      breakStore: lettingExternalIdsRepeat,
    },
    {
      fault: 'loses the conversation a memory comes from',
      caughtBy: 'histories from elsewhere',
      breakStore: changing('record-memory', (command) => [
        {
          ...command,
          memory: {
            ...command.memory,
            provenance: { ...command.memory.provenance, sessionId: null, position: null },
          },
        },
      ]),
    },
  ],
  'save-lesson': [
    {
      fault: 'refuses a lesson that may be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('save-lesson', false),
    },
    {
      fault: 'ignores a lesson that may not be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('save-lesson', true),
    },
    {
      fault: 'overwrites a lesson instead of ignoring it',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: overwriting((command) =>
        command.type === 'save-lesson'
          ? [
              { type: 'delete-lesson', owner: command.lesson.scope, id: command.lesson.id },
              { type: 'save-lesson', lesson: { ...command.lesson, revision: 0 } },
            ]
          : [],
      ),
    },
  ],
  'save-template': [
    {
      fault: 'refuses a template that may be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('save-template', false),
    },
    {
      fault: 'ignores a template that may not be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('save-template', true),
    },
  ],
  'create-token': [
    {
      fault: 'refuses a token that may be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('create-token', false),
    },
    {
      fault: 'ignores a token that may not be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('create-token', true),
    },
    {
      fault: 'overwrites a token instead of ignoring it',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: replacing((sound) => ({
        async commit(commands) {
          const committed = await sound.commit(commands);
          for (const place of committed.ignored) {
            const command = commands[place];
            if (command?.type !== 'create-token') continue;
            const there = await sound.findToken(command.token.hash);
            if (there === undefined) continue;
            const revoke = { type: 'revoke-token', owner: there.scope, id: there.id } as const;
            await sound.commit([revoke, { ...command, ifAbsent: false }]);
          }
          return committed;
        },
      })),
    },
  ],
  'begin-workflow': [
    {
      fault: 'refuses work that may be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('begin-workflow', false),
    },
    {
      fault: 'ignores work that may not be ignored',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: flagging('begin-workflow', true),
    },
  ],
};

/** A store that answers something else about what it ignored. */
const answering = (
  change: (ignored: readonly number[], commands: readonly Command[]) => readonly number[],
): Mutant['breakStore'] =>
  replacing((sound) => ({
    async commit(commands) {
      const { ignored } = await sound.commit(commands);
      return { ignored: change(ignored, commands) };
    },
  }));

/** Ways to get the answer of a commit wrong. */
export const ignoredMutants: readonly Mutant[] = [
  {
    fault: 'never says what it ignored',
    caughtBy: 'what is there already is ignored when it is asked for',
    breakStore: answering(() => []),
  },
  {
    fault: 'names only the first of those it ignored',
    caughtBy: 'what is there already is ignored when it is asked for',
    breakStore: answering((all) => all.slice(0, 1)),
  },
  {
    fault: 'counts places from one',
    caughtBy: 'what is there already is ignored when it is asked for',
    breakStore: answering((ignored) => ignored.map((place) => place + 1)),
  },
  {
    fault: 'counts places among the commands that may be ignored',
    caughtBy: 'what is there already is ignored when it is asked for',
    breakStore: answering((ignored, commands) =>
      ignored.map((place) => commands.slice(0, place).filter((command) => 'ifAbsent' in command).length),
    ),
  },
  {
    fault: 'calls everything ignored that could have been',
    caughtBy: 'what is there already is ignored when it is asked for',
    breakStore: answering((_ignored, commands) =>
      commands.flatMap((command, place) => ('ifAbsent' in command && command.ifAbsent ? [place] : [])),
    ),
  },
  {
    fault: 'calls every step ignored',
    caughtBy: 'what is there already is ignored when it is asked for',
    breakStore: answering((ignored, commands) => [
      ...ignored,
      ...commands.flatMap((command, place) => (command.type === 'append-step' ? [place] : [])),
    ]),
  },
  {
    fault: 'leaves out the commands after an ignored one',
    caughtBy: 'what is there already is ignored when it is asked for',
    breakStore: replacing((sound) => ({
      async commit(commands) {
        const there = new Set((await exportedFrom(sound)).map(recordOf));
        const ignored = commands.findIndex(
          (command) => 'ifAbsent' in command && command.ifAbsent && there.has(recordOf(command)),
        );
        return sound.commit(ignored < 0 ? commands : commands.slice(0, ignored + 1));
      },
    })),
  },
];
