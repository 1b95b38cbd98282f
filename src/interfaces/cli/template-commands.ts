import { EngramError } from '../../errors.ts';
import type { DryRun, TemplateRun } from '../../view.ts';
import { templateOperations } from '../operations/template-operations.ts';
import { workOperations } from '../operations/work-operations.ts';
import { approveOnTerminal, yesFlag } from './approve-template.ts';
import type { CarryOut } from './call.ts';
import { commandsOf } from './command.ts';
import * as memory from './present/agent-memory.ts';
import { presentComparison } from './present/comparison.ts';
import * as runs from './present/template-runs.ts';
import * as templates from './present/templates.ts';
import { askedToolFlags, moduleFlag, serversFlag } from './tool-flags.ts';

/** A run that stopped has told what happened; scripts see by this that it is not done. */
const stopped = ({ status }: Pick<TemplateRun | DryRun, 'status'>): number =>
  status === 'diverged' || status === 'failed' || status === 'needs_input' ? 6 : 0;

/** `--agent` says who acts. */
const ofAgent = { agent: 'of-agent' };

/** `engram run --json list` would be a task of the word "list", and a model would be asked to do it. */
const refuseVerb: CarryOut = async ({ input }) => {
  const { task } = input;
  if (!workOperations.some(({ name }) => name === `run.${task}`)) return undefined;
  throw new EngramError('invalid_input', `Flags stand behind the command: engram run ${task} …`);
};

/** Runs that worked, and running them again, on the command line. */
export const templateCommands = commandsOf(templateOperations, {
  'template.save': {
    ownFlags: askedToolFlags,
    present: templates.presentSaved,
    examples: [
      'engram template save --run run_01… --name refund-order --tools mcp.json',
      'engram template save --run run_01… --further run_02… --name refund-order',
    ],
  },
  'template.list': {
    present: templates.presentTemplates,
    examples: ['engram template list', 'engram template list --status draft'],
  },
  'template.show': {
    positional: ['id'],
    present: templates.presentTemplate,
    examples: ['engram template show refund-order'],
  },
  'template.run': {
    positional: ['id'],
    ownFlags: [serversFlag, moduleFlag],
    textPairs: true,
    present: runs.presentTemplateRun,
    exitCode: stopped,
    examples: [
      'engram template run refund-order --dry-run',
      'engram template run refund-order --tools mcp.json --input orderId=43',
      'engram template run refund-order --module ./tools.js --task "Refund order 43"',
      'engram template run refund-order --tools mcp.json --input orderId=43 --fill',
      'engram template run refund-order --mode adaptive --tools mcp.json',
      'engram template run refund-order --resume run_02… --tools mcp.json',
      'engram template run refund-order --resume run_02… --uncertain made --tools mcp.json',
    ],
  },
  'template.approve': {
    positional: ['id'],
    ownFlags: [yesFlag],
    carryOut: approveOnTerminal,
    present: templates.presentApproved,
    examples: ['engram template approve refund-order', 'engram template approve refund-order --yes'],
  },
  'template.retire': {
    positional: ['id'],
    present: templates.presentRetired,
    examples: ['engram template retire refund-order --reason "The shop has another API now"'],
  },
  'template.learn': {
    positional: ['id'],
    ownFlags: askedToolFlags,
    present: templates.presentLearned,
    examples: [
      'engram template learn refund-order --run run_02…',
      'engram template learn refund-order --run run_02… --discard-edits',
    ],
  },
  'template.edit': {
    positional: ['id'],
    clearable: ['reexecuteModel'],
    present: templates.presentChanged,
    examples: [
      `engram template edit refund-order --constant '2:$.reason' --free '1:$.customer'`,
      'engram template edit refund-order --drop 1 --reason "The page is not needed"',
      'engram template edit refund-order --reexecute-model small',
      'engram template edit refund-order --reexecute-model ""',
      'engram template edit refund-order --body plan.json --reason "The amount is given"',
    ],
  },
  'template.compare': {
    positional: ['id'],
    present: presentComparison,
    examples: ['engram template compare refund-order'],
  },
  'template.versions': {
    positional: ['id'],
    present: templates.presentVersions,
    examples: ['engram template versions refund-order'],
  },
  'template.diff': {
    positional: ['id'],
    present: templates.presentDiff,
    examples: ['engram template diff refund-order', 'engram template diff refund-order --from 1 --to 3'],
  },
  'template.delete': {
    positional: ['id'],
    present: templates.presentDeletedTemplate,
    examples: ['engram template delete refund-order'],
  },
  'template.memory': {
    positional: ['template'],
    aliases: ofAgent,
    present: memory.presentAgentMemories,
    examples: ['engram template memory refund-order', 'engram template memory refund-order --of-agent alice'],
  },
  'template.remember': {
    positional: ['template'],
    aliases: ofAgent,
    present: memory.presentAgentMemory,
    examples: [
      `engram template remember refund-order --memory '{"pitfalls":["A shipped order cannot be refunded"]}'`,
    ],
  },
  'template.examples': {
    positional: ['template'],
    aliases: ofAgent,
    present: memory.presentExamples,
    examples: ['engram template examples refund-order --limit 10'],
  },
  'template.add-examples': {
    positional: ['template'],
    present: memory.presentAddedExamples,
    examples: [
      `engram template add-examples refund-order --examples '[{"tool":"get_order","arguments":{"id":7},"result":{"status":"open"}}]'`,
    ],
  },
  solve: {
    words: ['run'],
    positional: ['task'],
    ownFlags: [serversFlag, moduleFlag],
    carryOut: refuseVerb,
    present: runs.presentSolved,
    exitCode: stopped,
    examples: [
      'engram run "Refund order 42" --tools mcp.json',
      'engram run "Refund the order" --input orderId=42 --module ./tools.js',
    ],
  },
});
