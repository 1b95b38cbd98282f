import { EngramError } from '../../errors.ts';
import { type OperationFile, operationsIn } from '../../operations/operation.ts';
import { type CliCommand, commandsOf } from './command.ts';
import type { CommandEntry } from './command-table.ts';

const files: Readonly<Record<CommandEntry['file'], () => Promise<OperationFile>>> = {
  memories: () => import('../../operations/memories.ts'),
  memoryLife: () => import('../../operations/memory-life.ts'),
  memoryKeeping: () => import('../../operations/memory-keeping.ts'),
  memoryPatterns: () => import('../../operations/memory-patterns.ts'),
  sharing: () => import('../../operations/sharing.ts'),
  retention: () => import('../../operations/retention.ts'),
  knowledge: () => import('../../operations/knowledge.ts'),
  runs: () => import('../../operations/runs.ts'),
  sessions: () => import('../../operations/sessions.ts'),
  tasks: () => import('../../operations/tasks.ts'),
  agents: () => import('../../operations/agents.ts'),
  patterns: () => import('../../operations/patterns.ts'),
  failures: () => import('../../operations/failures.ts'),
  advice: () => import('../../operations/advice.ts'),
  report: () => import('../../operations/report.ts'),
  prevention: () => import('../../operations/prevention.ts'),
  templates: () => import('../../operations/templates.ts'),
  templateChanges: () => import('../../operations/template-changes.ts'),
  templateMemory: () => import('../../operations/template-memory.ts'),
  templateExamples: () => import('../../operations/template-examples.ts'),
  solve: () => import('../../operations/solve.ts'),
  sessionTemplates: () => import('../../operations/session-templates.ts'),
  workflows: () => import('../../operations/workflows.ts'),
  plans: () => import('../../operations/plans.ts'),
  github: () => import('../../operations/github.ts'),
  backend: () => import('../../operations/backend.ts'),
  audit: () => import('../../operations/audit.ts'),
  users: () => import('../../operations/users.ts'),
  statistics: () => import('../../operations/statistics.ts'),
  tokens: () => import('../../operations/tokens.ts'),
  jobs: () => import('../../operations/jobs.ts'),
  installation: () => import('../../operations/installation.ts'),
};

/** The command that an entry of the table describes. Only its file is loaded: the others have schemas of their own to build. */
export async function loadCommand({ file, operation }: CommandEntry): Promise<CliCommand> {
  const command = commandsOf(operationsIn(await files[file]())).find(
    (candidate) => candidate.operation.name === operation,
  );
  if (command !== undefined) return command;
  throw new EngramError('internal', `The command for ${operation} is missing in this build.`);
}
