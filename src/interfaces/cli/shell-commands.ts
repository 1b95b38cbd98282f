import { invalidInput } from '../../errors.ts';
import { type CommandCall, ownFlag } from './call.ts';
import { completionScript } from './completion.ts';
import { executeFlags } from './execute/flags.ts';
import type { CommandLine, Flag } from './flags.ts';
import { moduleFlag } from './tool-flags.ts';

/** A command of the shell itself, which is no operation of the engine. Answers the exit code. */
export interface ShellCommand extends CommandLine {
  readonly words: readonly string[];
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly examples: readonly string[];
  run(call: CommandCall): Promise<number>;
}

const address: readonly Flag[] = [
  ownFlag('host', 'Address to listen at; wider than this machine only with a token', {
    fallback: '127.0.0.1',
  }),
  ownFlag('port', 'Port to listen at; 0 takes a free one', { type: 'number', fallback: 3647 }),
];

const offeredTools: Flag = {
  ...ownFlag(
    'tools',
    'Tools that agents are offered: core, all, or groups such as core,memory; over HTTP also /mcp?tools=all',
    { fallback: 'core' },
  ),
  // Of other commands, --tools is a file of servers.
  field: 'offeredTools',
};

export const shellCommands: readonly ShellCommand[] = [
  {
    words: ['serve'],
    summary: 'Serve HTTP and MCP until it is stopped',
    flags: [
      ...address,
      offeredTools,
      ownFlag('demo', 'Serve a database of its own with the demo in it', { type: 'switch' }),
    ],
    examples: ['engram serve', 'engram serve --port 8080 --db postgres://ann@db.internal/engram'],
    run: async (call) => (await import('./serve/serve.ts')).serve(call),
  },
  {
    words: ['mcp'],
    summary: 'Speak MCP with an agent over standard input and output, or HTTP',
    flags: [
      ownFlag('http', 'Listen for streamable HTTP instead', { type: 'switch' }),
      ...address,
      offeredTools,
      moduleFlag,
    ],
    examples: ['engram mcp --agent alice', 'engram mcp --tools all', 'engram mcp --http --port 3648'],
    run: async (call) => (await import('./serve/mcp.ts')).speakMcp(call),
  },
  {
    words: ['execute'],
    summary: 'Do a task by the strategy that worked, with the functions of a module',
    // Made when they are asked for: it takes longer than starting another command should.
    get flags() {
      return executeFlags();
    },
    examples: [
      'engram execute --module ./work.js --task auth-123 --strategy incremental',
      'engram execute --module ./work.js --description "Ship the orders" --category shop --retries 2',
    ],
    run: async (call) => (await import('./execute/execute.ts')).executeModule(call),
  },
  {
    words: ['workflow', 'work'],
    summary: 'Run a worker for the workflows of a module',
    flags: [
      { ...moduleFlag, description: 'File that exports workflows: export const release = defineWorkflow(…)' },
    ],
    examples: ['engram workflow work --module ./workflows.js'],
    run: async (call) => (await import('./watch-workflow.ts')).workOnWorkflows(call),
  },
  {
    words: ['workflow', 'watch'],
    summary: 'Watch a workflow until it ends or needs attention',
    positional: ['id'],
    flags: [ownFlag('id', 'The workflow')],
    examples: ['engram workflow watch release-v2'],
    run: async (call) => (await import('./watch-workflow.ts')).watchWorkflow(call),
  },
  {
    words: ['plan', 'watch'],
    summary: 'Watch a plan until it ends or needs attention',
    positional: ['name'],
    flags: [ownFlag('name', 'The plan')],
    examples: ['engram plan watch ship-checkout'],
    run: async (call) => (await import('./run-plan.ts')).watchPlan(call),
  },
  {
    words: ['store', 'migrate'],
    summary: 'Copy a whole store to another database, and compare the two',
    flags: [
      ownFlag('from', 'Database to copy: file:PATH or postgres://…', { required: true }),
      ownFlag('to', 'Database to copy to; it must be empty, or the copy begun before', { required: true }),
    ],
    examples: ['engram store migrate --from file:memory.db --to postgres://ann@localhost/engram'],
    run: async (call) => (await import('./bulk/migrate-store.ts')).migrate(call),
  },
  {
    words: ['trust'],
    summary: 'Trust what came with a project: its configuration as it is now, or its database',
    positional: ['path'],
    flags: [
      ownFlag('path', 'A configuration file or a database; without it, what this project needs'),
      ownFlag('list', 'List what you trust', { type: 'switch' }),
      ownFlag('remove', 'Trust this file or database no longer'),
      ownFlag('yes', 'Ask nothing', { type: 'switch' }),
    ],
    examples: ['engram trust', 'engram trust engram.config.json', 'engram trust --list'],
    run: async (call) => (await import('./trust.ts')).trust(call),
  },
  {
    words: ['demo'],
    summary: 'See in a minute what Engram does, on a database of its own',
    flags: [
      ownFlag('fast', 'Do not pause between chapters', { type: 'switch' }),
      ownFlag('keep', 'Keep the database of the demo, to look around in it', { type: 'switch' }),
    ],
    examples: ['engram demo', 'engram demo --keep'],
    run: async (call) => (await import('./demo/demo.ts')).runDemo(call),
  },
  {
    words: ['completion'],
    summary: 'Print shell completion: engram completion bash|zsh|fish',
    positional: ['shell'],
    flags: [ownFlag('shell', 'Which shell', { choices: ['bash', 'zsh', 'fish'] })],
    examples: ['eval "$(engram completion bash)"'],
    async run({ own, terminal }) {
      const { shell } = own;
      if (typeof shell !== 'string')
        throw invalidInput('Name the shell: engram completion bash, zsh or fish.');
      terminal.write(completionScript(shell, shellCommands));
      return 0;
    },
  },
];
