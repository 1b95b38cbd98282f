import * as z from 'zod';
import { loadLearn } from '../engine/stages.ts';
import { invalidInput } from '../errors.ts';
import { type CarryOut, ownFlag } from '../interfaces/cli/call.ts';
import { presentRenamed } from '../interfaces/cli/present/patterns.ts';
import * as prevention from '../interfaces/cli/present/prevention.ts';
import { isJsonObject } from '../json/json.ts';
import type { Verdict } from '../learn/prevention/watch.ts';
import { byId } from '../records/inputs.ts';
import * as inputs from '../records/learning-inputs.ts';
import { type Check, checkSchema } from '../records/lesson.ts';
import { renamed } from './learning-outputs.ts';
import { asItems, command, createsAt, defineOperation, route } from './operation.ts';
import * as outputs from './prevention-outputs.ts';

/** People are told which checks are new. Programs get what the operation answers. */
const generate: CarryOut = async ({ request, asJson }, perform) => {
  if (asJson) return undefined;
  const [context, { listChecks }] = await Promise.all([request.open(), loadLearn()]);
  const known = await listChecks(context, context.viewer, { limit: 1_000 });
  const before = new Set(known.map(({ id }) => id));
  const { created: checks } = (await perform()) as { created: readonly Check[] };
  return {
    created: checks.filter(({ id }) => !before.has(id)),
    already: checks.filter(({ id }) => before.has(id)),
  } satisfies prevention.GeneratedChecks;
};

/** `--tool` and `--stage` say in a word what `--when` says in JSON. */
const create: CarryOut = async ({ input, own }, perform) => {
  const { tool, stage } = own;
  if (tool === undefined && stage === undefined) return undefined;
  const when = input['when'] ?? {};
  if (!isJsonObject(when)) return undefined;
  const fromFlags = { ...(tool !== undefined && { tool }), ...(stage !== undefined && { stage }) };
  return perform({ ...input, when: { ...when, ...fromFlags } });
};

const switchCheck: CarryOut = async ({ input, own }, perform) => {
  const { state } = own;
  if (state === undefined) return undefined;
  if (state !== 'on' && state !== 'off') {
    throw invalidInput(`STATE must be on or off, not "${String(state).slice(0, 60)}".`, {
      details: { fields: ['enabled'] },
    });
  }
  return perform({ ...input, enabled: state === 'on' });
};

/** Checks before tool calls. */
export const preventionOperations = {
  /**
   * For agents that call from outside: whether a check warns of a call that is about to be made.
   *
   * @example
   * const { verdict, findings } = await alice.prevention.check({ tool: 'npm_install', arguments: {}, run: run.id });
   */
  check: defineOperation({
    name: 'prevention.check',
    summary: 'Check a tool call before it is made',
    effect: 'write',
    input: inputs.checkCallInput,
    output: outputs.verdict,
    run: async (context, input) => (await loadLearn()).checkCall(context, context.viewer, input),
    cli: {
      present: prevention.presentVerdict,
      // A script goes on after a warning, and stops where a check blocks.
      exitCode: ({ verdict }: Verdict) => (verdict === 'block' ? 6 : 0),
      examples: [
        `engram prevention check --tool npm_install --arguments '{"timeout":30}'`,
        'engram prevention check --tool npm_install --run run_01…',
      ],
    },
    http: route('POST /api/prevention/check', {
      tool: 'npm_install',
      arguments: { package: 'left-pad' },
      run: 'run_01',
    }),
    mcp: `Tells before a tool call whether a check warns of it, from failures of the past. Use it before a call that is risky, slow, or failed before, with the tool and the arguments you are going to use. "allow": nothing is known against it. "warn": read "findings" first; "ask" is a question to answer or a command for you to weigh, never one you must run. "block": do not make the call as it is; change it or do first what is missing. Give "run" when you record one: what came of the warning is then followed up, and checks that are wrong too often switch themselves off.
Example: {"tool":"npm_install","arguments":{"package":"left-pad"},"run":"run_01…"}`,
  }),
  /** Creates checks from a failure pattern and what is known against it. */
  generate: defineOperation({
    name: 'prevention.generate',
    summary: 'Create checks from a failure pattern',
    effect: 'write',
    idempotent: true,
    input: inputs.generateCheckInput,
    output: outputs.created,
    run: async (context, input) => (await loadLearn()).generateChecks(context, context.viewer, input),
    answer: (created) => ({ created }),
    cli: {
      carryOut: generate,
      present: prevention.presentGenerated,
      examples: [
        'engram prevention generate --pattern npm-install-timeout',
        'engram prevention generate --pattern npm-install-timeout --stage testing --action block',
      ],
    },
    http: route('POST /api/prevention/generate', { pattern: 'npm-install-timeout' }),
    mcp: `Creates checks from a failure pattern and what is known against it; engram_prevention_check then looks at them. Use it for a failure that keeps coming back (engram_learning_failures with "recurring"). Those that are there already stay.
Example: {"pattern":"npm-install-timeout"}`,
  }),
  /** Creates a check of your own. */
  create: defineOperation({
    name: 'prevention.create',
    summary: 'Create a check',
    effect: 'write',
    input: inputs.createCheckInput,
    output: checkSchema,
    run: async (context, input) => (await loadLearn()).createCheck(context, context.viewer, input),
    cli: {
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
    http: createsAt('/api/checks', {
      name: 'long-enough-timeout',
      message: 'Refunds need at least 30 seconds.',
      when: { tool: 'refund' },
      verify: {
        kind: 'predicate',
        all: [{ of: 'argument', path: '$.timeout', is: 'at-least', value: 30 }],
      },
    }),
    mcp: `Creates a check of your own: which calls it is about ("when"), what must hold ("verify": a predicate over the arguments or the calls before, a command, or a question), and whether it warns or blocks. Use it when you know what must be true before a call; from a failure that was recorded, engram_prevention_generate does it by itself.
Example: {"name":"long-enough-timeout","message":"Refunds need at least 30 seconds.","when":{"tool":"refund"},"verify":{"kind":"predicate","all":[{"of":"argument","path":"$.timeout","is":"at-least","value":30}]}}`,
  }),
  list: defineOperation({
    name: 'prevention.list',
    summary: 'List checks and how often each was right',
    effect: 'read',
    input: inputs.listChecksInput,
    output: outputs.checks,
    run: async (context, input) => (await loadLearn()).listChecks(context, context.viewer, input),
    answer: asItems,
    cli: command(
      prevention.presentChecks,
      'engram prevention list',
      'engram prevention list --stage testing',
    ),
    http: route('GET /api/checks', { stage: 'development' }),
    mcp: `Lists checks, those that fired most first, with how often each was right.
Example: {"stage":"development"}`,
  }),
  show: defineOperation({
    name: 'prevention.show',
    summary: 'Show a check and its results',
    effect: 'read',
    input: byId,
    output: outputs.checkDetails,
    run: async (context, { id }) => (await loadLearn()).showCheck(context, context.viewer, id),
    library: { by: 'id' },
    cli: command(prevention.presentCheck, 'engram prevention show verify-npm-cache-status'),
    http: route('GET /api/checks/{id}', { id: 'verify-npm-cache-status' }),
    mcp: `Shows a check, and what came of it each time it fired. Use it before you switch off or rely on a check that surprises you.
Example: {"id":"verify-npm-cache-status"}`,
  }),
  switch: defineOperation({
    name: 'prevention.switch',
    summary: 'Switch a check on or off',
    effect: 'write',
    trust: true,
    idempotent: true,
    input: inputs.switchCheckInput,
    output: checkSchema,
    run: async (context, input) => (await loadLearn()).switchCheck(context, context.viewer, input),
    cli: {
      positional: ['id', 'state'],
      withoutFlags: ['enabled'],
      ownFlags: [
        ownFlag('state', 'Whether it is on', {
          choices: ['on', 'off'],
          required: true,
          insteadOf: 'enabled',
        }),
      ],
      carryOut: switchCheck,
      present: prevention.presentSwitched,
      examples: [
        'engram prevention switch verify-npm-cache-status off',
        'engram prevention switch verify-npm-cache-status on',
      ],
    },
    http: route('POST /api/checks/{id}/switch', { id: 'verify-npm-cache-status', enabled: false }),
  }),
  /** Gives a check another name; the old one no longer means it. */
  rename: defineOperation({
    name: 'prevention.rename',
    summary: 'Rename a check',
    effect: 'write',
    idempotent: true,
    input: inputs.renameCheckInput,
    output: renamed,
    run: async (context, input) => (await loadLearn()).renameCheck(context, context.viewer, input),
    cli: command(presentRenamed, 'engram prevention rename give-it-a-minute npm-needs-a-minute'),
    http: route('POST /api/checks/{id}/rename', {
      id: 'verify-npm-cache-status',
      name: 'npm-cache-is-clean',
    }),
    mcp: `Gives a check another name; the old name no longer means it. Use it when a name says too little.
Example: {"id":"verify-npm-cache-status","name":"npm-cache-is-clean"}`,
  }),
  delete: defineOperation({
    name: 'prevention.delete',
    summary: 'Delete a check',
    effect: 'delete',
    trust: true,
    idempotent: true,
    input: byId,
    output: z.object({ deleted: z.string() }),
    run: async (context, { id }) => (await loadLearn()).deleteCheck(context, context.viewer, id),
    library: { by: 'id' },
    cli: command(prevention.presentDeletedCheck, 'engram prevention delete verify-npm-cache-status'),
    http: route('DELETE /api/checks/{id}', { id: 'verify-npm-cache-status' }),
  }),
};
