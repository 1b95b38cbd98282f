import { EngramError } from '../../errors.ts';
import { isJsonObject } from '../../model/json.ts';
import type { Verdict } from '../../view.ts';
import { preventionOperations } from '../operations/prevention-operations.ts';
import { type Call, ownFlag } from './call.ts';
import { commandsOf } from './command.ts';
import { presentRenamed } from './present/patterns.ts';
import * as prevention from './present/prevention.ts';

/** Checks before tool calls, on the command line. */
export const preventionCommands = commandsOf(preventionOperations, {
  'prevention.check': {
    present: prevention.presentVerdict,
    // A script goes on after a warning, and stops where a check blocks.
    exitCode: ({ verdict }: Verdict) => (verdict === 'block' ? 6 : 0),
    examples: [
      `engram prevention check --tool npm_install --arguments '{"timeout":30}'`,
      'engram prevention check --tool npm_install --run run_01…',
    ],
  },
  'prevention.generate': {
    positional: ['pattern'],
    carryOut: generate,
    present: prevention.presentGenerated,
    examples: [
      'engram prevention generate --pattern npm-install-timeout',
      'engram prevention generate --pattern npm-install-timeout --stage testing --action block',
    ],
  },
  'prevention.create': {
    positional: ['message'],
    ownFlags: [
      ownFlag('tool', 'The tool it stands before; "*" stands for any characters'),
      ownFlag('stage', 'The phase of work it is for', { fallback: 'development' }),
    ],
    carryOut: create,
    present: prevention.presentCreated,
    examples: [
      'engram prevention create "Is the backup done?" --tool "db_*" --stage release --action block',
      `engram prevention create "Give it a minute" --tool npm_install --verify '{"kind":"predicate","all":[{"of":"argument","path":"$.timeout","is":"at-least","value":60}]}'`,
    ],
  },
  'prevention.list': {
    present: prevention.presentChecks,
    examples: ['engram prevention list', 'engram prevention list --stage testing'],
  },
  'prevention.show': {
    positional: ['id'],
    present: prevention.presentCheck,
    examples: ['engram prevention show verify-npm-cache-status'],
  },
  'prevention.switch': {
    positional: ['id', 'state'],
    withoutFlags: ['enabled'],
    ownFlags: [
      ownFlag('state', 'Whether it is on', { choices: ['on', 'off'], required: true, insteadOf: 'enabled' }),
    ],
    carryOut: switchCheck,
    present: prevention.presentSwitched,
    examples: [
      'engram prevention switch verify-npm-cache-status off',
      'engram prevention switch verify-npm-cache-status on',
    ],
  },
  'prevention.rename': {
    positional: ['id', 'name'],
    present: presentRenamed,
    examples: ['engram prevention rename give-it-a-minute npm-needs-a-minute'],
  },
  'prevention.delete': {
    positional: ['id'],
    present: prevention.presentDeletedCheck,
    examples: ['engram prevention delete verify-npm-cache-status'],
  },
});

/** People are told which checks are new. Programs get what the operation answers. */
async function generate({ desk, input, asJson }: Call): Promise<prevention.GeneratedChecks | undefined> {
  if (asJson) return undefined;
  const view = await desk.view();
  const before = new Set((await view.prevention.list({ limit: 1_000 })).map(({ id }) => id));
  const checks = await view.prevention.generate(input as never);
  return {
    created: checks.filter(({ id }) => !before.has(id)),
    already: checks.filter(({ id }) => before.has(id)),
  };
}

/** `--tool` and `--stage` say in a word what `--when` says in JSON. */
async function create({ desk, input, own }: Call): Promise<unknown> {
  const { tool, stage } = own;
  if (tool === undefined && stage === undefined) return undefined;
  const when = input['when'] ?? {};
  if (!isJsonObject(when)) return undefined;
  const view = await desk.view();
  const said = { ...(tool !== undefined && { tool }), ...(stage !== undefined && { stage }) };
  return view.prevention.create({ ...input, when: { ...when, ...said } } as never);
}

async function switchCheck({ desk, input, own }: Call): Promise<unknown> {
  const { state } = own;
  if (state === undefined) return undefined;
  if (state !== 'on' && state !== 'off') {
    throw new EngramError('invalid_input', `STATE must be on or off, not "${String(state).slice(0, 60)}".`, {
      details: { fields: ['enabled'] },
    });
  }
  const view = await desk.view();
  return view.prevention.switch({ ...input, enabled: state === 'on' } as never);
}
