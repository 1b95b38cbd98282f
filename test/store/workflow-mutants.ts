import { everyone } from './faults.ts';
import { ifAbsentMutants } from './if-absent-mutants.ts';
import { changing, forgetting, forgiving, type Mutant, replacing } from './mutant.ts';

const caughtBy = 'durable work' as const;

/** Lets whoever was taken over act as if nobody had. */
const ignoringEpoch = (type: 'hold-workflow' | 'keep-checkpoint' | 'end-workflow'): Mutant['breakStore'] =>
  replacing((sound) => ({
    async commit(commands) {
      const current = await Promise.all(
        commands.map(async (command) => {
          if (command.type !== type) return command;
          const id =
            command.type === 'keep-checkpoint'
              ? command.checkpoint.workflowId
              : command.type === 'hold-workflow'
                ? command.workflow.id
                : command.id;
          const [known] = (
            await sound.findWorkflows({ user: 'ada', project: 'shop', agent: null }, [id])
          ).filter((workflow) => workflow.id === id);
          return known === undefined ? command : { ...command, epoch: known.epoch };
        }),
      );
      return sound.commit(current);
    },
  }));

type WorkflowCommand =
  | 'begin-workflow'
  | 'hold-workflow'
  | 'keep-checkpoint'
  | 'signal-workflow'
  | 'request-of-workflow'
  | 'end-workflow';

/** Ways to get the commands about durable work wrong. */
export const workflowCommandMutants: Readonly<Record<WorkflowCommand, readonly Mutant[]>> = {
  'begin-workflow': [
    ...ifAbsentMutants['begin-workflow'],
    { fault: 'forgets work', caughtBy, breakStore: forgetting('begin-workflow') },
    { fault: 'takes refused work for begun', caughtBy, breakStore: forgiving('begin-workflow') },
    {
      fault: 'lets two do the same at once',
      caughtBy,
      breakStore: changing('begin-workflow', (command) => [
        { ...command, workflow: { ...command.workflow, subject: command.workflow.id } },
      ]),
    },
    {
      fault: 'forgets request keys',
      caughtBy,
      breakStore: changing('begin-workflow', (command) => [
        { ...command, workflow: { ...command.workflow, requestKey: null } },
      ]),
    },
    {
      fault: 'forgets what was asked for',
      caughtBy,
      breakStore: changing('begin-workflow', (command) => [
        { ...command, workflow: { ...command.workflow, input: {} } },
      ]),
    },
  ],
  'hold-workflow': [
    { fault: 'forgets reports', caughtBy, breakStore: forgetting('hold-workflow') },
    { fault: 'takes a refused report for written', caughtBy, breakStore: forgiving('hold-workflow') },
    { fault: 'hears whoever was taken over', caughtBy, breakStore: ignoringEpoch('hold-workflow') },
    {
      fault: 'takes uncertain work for stopped',
      caughtBy,
      breakStore: changing('hold-workflow', (command) => [
        command.workflow.status === 'uncertain'
          ? { ...command, workflow: { ...command.workflow, status: 'stopped' } }
          : command,
      ]),
    },
    {
      fault: 'forgets which run goes on with it',
      caughtBy,
      breakStore: changing('hold-workflow', (command) => [
        { ...command, workflow: { ...command.workflow, runId: command.workflow.id } },
      ]),
    },
  ],
  'keep-checkpoint': [
    { fault: 'forgets checkpoints', caughtBy, breakStore: forgetting('keep-checkpoint') },
    { fault: 'takes a refused checkpoint for kept', caughtBy, breakStore: forgiving('keep-checkpoint') },
    { fault: 'lets whoever was taken over write', caughtBy, breakStore: ignoringEpoch('keep-checkpoint') },
    {
      fault: 'takes what was only begun for done',
      caughtBy,
      breakStore: changing('keep-checkpoint', (command) => [
        { ...command, checkpoint: { ...command.checkpoint, state: 'done' } },
      ]),
    },
    {
      fault: 'forgets what was to be done',
      caughtBy,
      breakStore: changing('keep-checkpoint', (command) => [
        { ...command, checkpoint: { ...command.checkpoint, input: null } },
      ]),
    },
  ],
  'signal-workflow': [
    { fault: 'forgets signals', caughtBy, breakStore: forgetting('signal-workflow') },
    {
      fault: 'takes a refused signal for sent',
      caughtBy: 'a commit takes effect as a whole, or is refused',
      breakStore: forgiving('signal-workflow'),
    },
    {
      fault: 'keeps another time for a signal',
      caughtBy,
      breakStore: changing('signal-workflow', (command) => [
        { ...command, checkpoint: { ...command.checkpoint, at: command.checkpoint.at + 1 } },
      ]),
    },
  ],
  'request-of-workflow': [
    { fault: 'forgets requests', caughtBy, breakStore: forgetting('request-of-workflow') },
    { fault: 'takes a refused request for heard', caughtBy, breakStore: forgiving('request-of-workflow') },
    {
      fault: 'takes every request for one to pause',
      caughtBy,
      breakStore: changing('request-of-workflow', (command) => [{ ...command, request: 'pause' }]),
    },
  ],
  'end-workflow': [
    { fault: 'never ends work', caughtBy, breakStore: forgetting('end-workflow') },
    { fault: 'takes a refused end for done', caughtBy, breakStore: forgiving('end-workflow') },
    { fault: 'lets whoever was taken over end it', caughtBy, breakStore: ignoringEpoch('end-workflow') },
  ],
};

/** Ways to get the reading of durable work wrong. */
export const workflowMutants: Readonly<
  Record<'findWorkflows' | 'listWorkflows' | 'dueWorkflows' | 'listCheckpoints', readonly Mutant[]>
> = {
  listWorkflows: [
    {
      fault: 'lists the work of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listWorkflows: (viewer, filter, page) => sound.listWorkflows(everyone(viewer), filter, page),
      })),
    },
    ...(['status', 'name', 'parentId'] as const).map((field) => ({
      fault: `lists work of whatever ${field}`,
      caughtBy,
      breakStore: replacing((sound) => ({
        listWorkflows: (viewer, filter, page) =>
          sound.listWorkflows(viewer, { ...filter, [field]: undefined }, page),
      })),
    })),
  ],
  dueWorkflows: [
    {
      fault: 'gives an agent the work of every agent',
      caughtBy,
      breakStore: replacing((sound) => ({
        dueWorkflows: (viewer, names, now, limit) => sound.dueWorkflows(everyone(viewer), names, now, limit),
      })),
    },
    {
      fault: 'takes work for due a moment too late',
      caughtBy,
      breakStore: replacing((sound) => ({
        dueWorkflows: (viewer, names, now, limit) => sound.dueWorkflows(viewer, names, now - 1, limit),
      })),
    },
    {
      fault: 'gives all that is due',
      caughtBy,
      breakStore: replacing((sound) => ({
        dueWorkflows: (viewer, names, now) => sound.dueWorkflows(viewer, names, now, 1_000),
      })),
    },
  ],
  findWorkflows: [
    {
      fault: 'shows the work of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        findWorkflows: (viewer, names) => sound.findWorkflows(everyone(viewer), names),
      })),
    },
    {
      fault: 'gives the newest first',
      caughtBy,
      breakStore: replacing((sound) => ({
        findWorkflows: async (viewer, names) => (await sound.findWorkflows(viewer, names)).toReversed(),
      })),
    },
    {
      fault: 'finds work by its id only',
      caughtBy,
      breakStore: replacing((sound) => ({
        findWorkflows: async (viewer, names) =>
          (await sound.findWorkflows(viewer, names)).filter(({ id }) => names.includes(id)),
      })),
    },
  ],
  listCheckpoints: [
    {
      fault: 'shows the checkpoints of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listCheckpoints: (viewer, id) => sound.listCheckpoints(everyone(viewer), id),
      })),
    },
    {
      fault: 'lists checkpoints in reverse',
      caughtBy,
      breakStore: replacing((sound) => ({
        listCheckpoints: async (viewer, id) => (await sound.listCheckpoints(viewer, id)).toReversed(),
      })),
    },
    {
      fault: 'hides what was only begun',
      caughtBy,
      breakStore: replacing((sound) => ({
        listCheckpoints: async (viewer, id) =>
          (await sound.listCheckpoints(viewer, id)).filter(({ state }) => state === 'done'),
      })),
    },
  ],
};
