import type { Command, Store } from '../../src/ports/store.ts';
import { latestMoment } from '../../src/records/record.ts';
import { auditCommandMutants } from './audit-mutants.ts';
import { counterCommandMutants } from './counter-mutants.ts';
import { ifAbsentMutants } from './if-absent-mutants.ts';
import { jobCommandMutants } from './job-mutants.ts';
import { keptIndexCommandMutants } from './kept-index-mutants.ts';
import { learnedFromMemoryMutants, lessonCommandMutants } from './lesson-mutants.ts';
import { lifeCommandMutants } from './life-command-mutants.ts';
import { linkCommandMutants } from './link-mutants.ts';
import { metFailureCommandMutants } from './met-failure-mutants.ts';
import { changing, commanding, forgetting, forgiving, type Mutant, replacing } from './mutant.ts';
import { ownedCommandMutants } from './owned-mutants.ts';
import { retentionCommandMutants } from './retention-mutants.ts';
import { templateCommandMutants } from './template-mutants.ts';
import { tokenCommandMutants } from './token-mutants.ts';
import { workflowCommandMutants } from './workflow-mutants.ts';

/** Gives each repeated id a new one, as a store would that does not look for it. */
function renamingRepeated(type: 'append-step' | 'append-message'): Mutant['breakStore'] {
  return (sound) => {
    const seen = new Set<string>();
    const fresh = (id: string): string => {
      if (seen.has(id)) return `${id}-again`;
      seen.add(id);
      return id;
    };
    return commanding((command): Command[] => {
      if (command.type !== type) return [command];
      if (command.type === 'append-step') {
        return [{ ...command, step: { ...command.step, id: fresh(command.step.id) } }];
      }
      return [{ ...command, message: { ...command.message, id: fresh(command.message.id) } }];
    })(sound);
  };
}

/** Looks for what a command names among everybody's records, not only its owner's. */
const ignoringOwner = (
  type: 'join-run' | 'finish-run' | 'delete-memory' | 'revise-memory' | 'update-task' | 'revoke-token',
): Mutant['breakStore'] =>
  replacing((sound) => ({
    async commit(commands) {
      const anyAgent = async (command: Command): Promise<Command> => {
        if (command.type !== type || !('owner' in command)) return command;
        const viewer = { ...command.owner, agent: null };
        const found = await scopeOf(sound, command, viewer);
        return found === undefined ? command : { ...command, owner: found };
      };
      return sound.commit(await Promise.all(commands.map(anyAgent)));
    },
  }));

async function scopeOf(store: Store, command: Command, viewer: Parameters<Store['getRun']>[0]) {
  if (command.type === 'finish-run' || command.type === 'join-run')
    return (await store.getRun(viewer, command.runId))?.scope;
  if (command.type === 'delete-memory') return (await store.getMemory(viewer, command.id))?.scope;
  if (command.type === 'revise-memory') return (await store.getMemory(viewer, command.memory.id))?.scope;
  if (command.type === 'update-task') return (await store.findTasks(viewer, command.task.id))[0]?.scope;
  if (command.type === 'revoke-token') {
    return (await store.listTokens(viewer)).find(({ id }) => id === command.id)?.scope;
  }
  return undefined;
}

/** Deletes the memory but leaves what was derived from it, by writing that anew without the connection. */
const leavingDerived: Mutant['breakStore'] = changing('record-memory', (command) => [
  {
    ...command,
    memory: {
      ...command.memory,
      derivedFrom: command.memory.derivedFrom.filter((source) => source.kind !== 'memory'),
    },
  },
]);

/** For every command at least one way to get it wrong; a new command does not compile without. */
export const commandMutants: Readonly<Record<Command['type'], readonly Mutant[]>> = {
  ...linkCommandMutants,
  ...metFailureCommandMutants,
  ...keptIndexCommandMutants,
  ...retentionCommandMutants,
  ...workflowCommandMutants,
  ...ownedCommandMutants,
  'create-task': [
    ...ifAbsentMutants['create-task'],
    { fault: 'forgets a new task', caughtBy: 'tasks', breakStore: forgetting('create-task') },
    {
      fault: 'takes a task whose id is taken for created',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: forgiving('create-task'),
    },
    {
      fault: 'writes a new task twice, for its agent and for the project',
      caughtBy: 'tasks',
      breakStore: changing('create-task', (command) => [
        command,
        { ...command, task: { ...command.task, scope: { ...command.task.scope, agent: null } } },
      ]),
    },
    {
      fault: 'loses the effort of a task',
      caughtBy: 'what is written is read',
      breakStore: changing('create-task', (command) => [
        { ...command, task: { ...command.task, effort: null } },
      ]),
    },
  ],
  'update-task': [
    { fault: 'forgets a change of a task', caughtBy: 'tasks', breakStore: forgetting('update-task') },
    {
      fault: 'takes a change of a missing task for done',
      caughtBy: 'a commit takes effect as a whole, or is refused',
      breakStore: forgiving('update-task'),
    },
    {
      fault: 'changes the task of another owner',
      caughtBy: 'a commit takes effect as a whole, or is refused',
      breakStore: ignoringOwner('update-task'),
    },
    {
      fault: 'keeps a task with its former agent',
      caughtBy: 'tasks',
      breakStore: changing('update-task', (command) => [
        { ...command, task: { ...command.task, scope: command.owner } },
      ]),
    },
  ],
  'start-run': [
    ...ifAbsentMutants['start-run'],
    { fault: 'forgets a new run', caughtBy: 'uses of memories', breakStore: forgetting('start-run') },
    {
      fault: 'takes a run whose id is taken for started',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: forgiving('start-run'),
    },
    {
      fault: 'loses the inputs of a run',
      caughtBy: 'what is written is read',
      breakStore: changing('start-run', (command) => [{ ...command, run: { ...command.run, inputs: {} } }]),
    },
  ],
  'join-run': [
    {
      fault: 'forgets that an agent takes part',
      caughtBy: 'runs with several agents',
      breakStore: forgetting('join-run'),
    },
    {
      fault: 'lets agents into no run at all',
      caughtBy: 'a commit takes effect as a whole, or is refused',
      breakStore: forgiving('join-run'),
    },
    {
      fault: 'lets agents into the run of another owner',
      caughtBy: 'a commit takes effect as a whole, or is refused',
      breakStore: ignoringOwner('join-run'),
    },
    {
      fault: 'lets in only the first of several agents',
      caughtBy: 'runs with several agents',
      breakStore: changing('join-run', (command) => [{ ...command, agents: command.agents.slice(0, 1) }]),
    },
  ],
  'append-step': [
    {
      fault: 'lets an agent into a run by its step',
      caughtBy: 'runs with several agents',
      breakStore: changing('append-step', (command) => {
        const { agent, scope, runId } = command.step;
        if (agent === null) return [command];
        return [{ type: 'join-run', owner: scope, runId, agents: [agent] }, command];
      }),
    },
    {
      fault: 'forgets which agent made a step',
      caughtBy: 'runs with several agents',
      breakStore: changing('append-step', (command) => [
        { ...command, step: { ...command.step, agent: null } },
      ]),
    },
    {
      fault: 'forgets a step',
      caughtBy: 'runs and failures, counted',
      breakStore: forgetting('append-step'),
    },
    {
      fault: 'takes a step without a run for kept',
      caughtBy: 'runs and steps',
      breakStore: forgiving('append-step'),
    },
    {
      fault: 'keeps a repeated step twice',
      caughtBy: 'runs that have ended',
      breakStore: renamingRepeated('append-step'),
    },
    {
      fault: 'rounds the duration of a step',
      caughtBy: 'steps across runs',
      breakStore: changing('append-step', (command) => [
        { ...command, step: { ...command.step, durationMs: Math.round(command.step.durationMs) } },
      ]),
    },
    {
      fault: 'refuses a step that arrives after its run was finished',
      caughtBy: 'runs and failures, counted',
      breakStore: replacing((sound) => ({
        async commit(commands) {
          for (const command of commands) {
            if (command.type !== 'append-step') continue;
            const run = await sound.getRun(command.step.scope, command.step.runId);
            if (run !== undefined && run.outcome !== null) throw new Error('late');
          }
          return sound.commit(commands);
        },
      })),
    },
  ],
  'finish-run': [
    { fault: 'forgets the end of a run', caughtBy: 'uses of memories', breakStore: forgetting('finish-run') },
    {
      fault: 'lets a run end twice, differently',
      caughtBy: 'a commit takes effect as a whole, or is refused',
      breakStore: forgiving('finish-run'),
    },
    {
      fault: 'ends the run of another owner',
      caughtBy: 'a commit takes effect as a whole, or is refused',
      breakStore: ignoringOwner('finish-run'),
    },
    {
      fault: 'loses how a run was done in the end',
      caughtBy: 'moving what was learned',
      breakStore: changing('finish-run', ({ end: { approach: _, ...end }, ...command }) => [
        { ...command, end },
      ]),
    },
    {
      fault: 'loses the success factors of the end',
      caughtBy: 'runs that have ended',
      breakStore: changing('finish-run', (command) => [
        { ...command, end: { ...command.end, successFactors: [] } },
      ]),
    },
  ],
  'append-message': [
    {
      fault: 'forgets a message',
      caughtBy: 'sessions and messages',
      breakStore: forgetting('append-message'),
    },
    {
      fault: 'keeps a repeated message twice',
      caughtBy: 'sessions and messages',
      breakStore: renamingRepeated('append-message'),
    },
    {
      fault: 'loses the tool calls of a message',
      caughtBy: 'what is written is read',
      breakStore: changing('append-message', (command) => [
        { ...command, message: { ...command.message, toolCalls: [] } },
      ]),
    },
    {
      fault: 'takes the session of the last message for the session',
      caughtBy: 'sessions and messages',
      breakStore: replacing((sound) => {
        const moments = new Map<string, number>();
        const commit: Store['commit'] = async (commands) => {
          const committed = await sound.commit(commands);
          for (const command of commands) {
            if (command.type === 'append-message') moments.set(command.session.id, command.session.createdAt);
          }
          return committed;
        };
        const findSessions: Store['findSessions'] = async (viewer, id) =>
          (await sound.findSessions(viewer, id)).map((session) => ({
            ...session,
            createdAt: moments.get(id) ?? session.createdAt,
          }));
        return { commit, findSessions };
      }),
    },
  ],
  'record-memory': [
    ...ifAbsentMutants['record-memory'],
    {
      fault: 'forgets a memory',
      caughtBy: 'histories from elsewhere',
      breakStore: forgetting('record-memory'),
    },
    {
      fault: 'takes a memory whose id is taken for recorded',
      caughtBy: 'memories from elsewhere',
      breakStore: forgiving('record-memory'),
    },
    {
      fault: 'loses the links of a memory',
      caughtBy: 'histories from elsewhere',
      breakStore: changing('record-memory', (command) => [
        { ...command, memory: { ...command.memory, links: [] } },
      ]),
    },
    {
      fault: 'records every memory as one that was never changed',
      caughtBy: 'histories from elsewhere',
      breakStore: changing('record-memory', (command) => [
        { ...command, memory: { ...command.memory, revision: 0 } },
      ]),
    },
    {
      fault: 'trims the text of a memory',
      caughtBy: 'what is written is read',
      breakStore: changing('record-memory', (command) => [
        { ...command, memory: { ...command.memory, text: command.memory.text.trim() } },
      ]),
    },
    {
      fault: 'keeps each tag once',
      caughtBy: 'what is written is read',
      breakStore: changing('record-memory', (command) => [
        { ...command, memory: { ...command.memory, tags: [...new Set(command.memory.tags)] } },
      ]),
    },
  ],
  'delete-memory': [
    ...learnedFromMemoryMutants,
    { fault: 'deletes nothing', caughtBy: 'deletion', breakStore: forgetting('delete-memory') },
    {
      fault: 'takes a missing memory for deleted',
      caughtBy: 'deletion',
      breakStore: forgiving('delete-memory'),
    },
    {
      fault: 'deletes the memory of another owner',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: ignoringOwner('delete-memory'),
    },
    {
      fault: 'leaves what was derived from a deleted memory',
      caughtBy: 'deletion',
      breakStore: leavingDerived,
    },
    {
      fault: 'leaves what was derived in another scope',
      caughtBy: 'deletion',
      breakStore: changing('record-memory', (command) =>
        command.memory.scope.agent === 'ali' && command.memory.scope.user === 'ada'
          ? [command]
          : [{ ...command, memory: { ...command.memory, derivedFrom: [] } }],
      ),
    },
  ],
  'count-access': [
    { fault: 'counts no use', caughtBy: 'memories are revised', breakStore: forgetting('count-access') },
    {
      fault: 'counts only the first memory used',
      caughtBy: 'memories',
      breakStore: changing('count-access', (command) => [{ ...command, ids: command.ids.slice(0, 1) }]),
    },
    {
      fault: 'counts every use twice',
      caughtBy: 'memories are revised',
      breakStore: changing('count-access', (command) => [command, command]),
    },
    {
      fault: 'takes every use for the latest one',
      caughtBy: 'memories are revised',
      breakStore: changing('count-access', (command) => [{ ...command, at: latestMoment }]),
    },
  ],
  'save-template': [
    ...ifAbsentMutants['save-template'],
    { fault: 'forgets a template', caughtBy: 'templates', breakStore: forgetting('save-template') },
    {
      fault: 'takes a template whose slug is taken for saved',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: forgiving('save-template'),
    },
    {
      fault: 'lets two templates of one scope have one slug',
      caughtBy: 'templates are deleted',
      breakStore: replacing((sound) => {
        const given = new Map<string, string>();
        const commit: Store['commit'] = (commands) =>
          sound.commit(
            commands.map((command) => {
              if (command.type !== 'save-template' && command.type !== 'revise-template') return command;
              const { template } = command;
              given.set(template.id, template.slug);
              return { ...command, template: { ...template, slug: `${template.slug}.${template.id}` } };
            }),
          );
        const findTemplates: Store['findTemplates'] = async (viewer, name) => {
          const { items } = await sound.listTemplates(viewer, { limit: 1_000 });
          const named = items.map((template) => ({ ...template, slug: given.get(template.id) ?? '' }));
          return named.filter((template) => template.id === name || template.slug === name);
        };
        const listTemplates: Store['listTemplates'] = async (viewer, page) => {
          const { items, next } = await sound.listTemplates(viewer, page);
          return { items: items.map((item) => ({ ...item, slug: given.get(item.id) ?? '' })), next };
        };
        return { commit, findTemplates, listTemplates };
      }),
    },
    {
      fault: 'loses the parameters of a template',
      caughtBy: 'templates',
      breakStore: changing('save-template', (command) => [
        { ...command, template: { ...command.template, parameters: [] } },
      ]),
    },
  ],
  ...templateCommandMutants,
  ...jobCommandMutants,
  ...counterCommandMutants,
  ...auditCommandMutants,
  ...lifeCommandMutants,
  ...lessonCommandMutants,
  'save-lesson': [...ifAbsentMutants['save-lesson'], ...lessonCommandMutants['save-lesson']],
  'revise-memory': [
    ...lifeCommandMutants['revise-memory'],
    {
      fault: 'changes the memory of another owner',
      caughtBy: 'memories are revised',
      breakStore: ignoringOwner('revise-memory'),
    },
  ],
  'create-token': [...ifAbsentMutants['create-token'], ...tokenCommandMutants['create-token']],
  'revoke-token': [
    ...tokenCommandMutants['revoke-token'],
    {
      fault: 'revokes the token of another owner',
      caughtBy: 'tokens',
      breakStore: ignoringOwner('revoke-token'),
    },
  ],
};
