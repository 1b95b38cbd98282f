import { describe, expect, it } from 'vitest';
import type { EngramEvent } from '../../ports/events.ts';
import type { Command } from '../../ports/store.ts';
import { aRevision, aUse } from '../../testing/builders.ts';
import {
  aCheckpoint,
  aJob,
  aLesson,
  aMemory,
  aMessage,
  aRun,
  aSession,
  aStep,
  aTask,
  aTemplate,
  aToken,
  aWorkflow,
  resetBuilders,
} from '../../testing/index.ts';
import { aLink } from '../../testing/retention-builders.ts';
import { anAuditRecord } from '../../testing/store-suite/audit.ts';
import { anOwned, createOwned, reviseOwned } from '../../testing/store-suite/owned-records.ts';
import { eventOf, records } from './records.ts';

const at = 1_234;
/** Not the owner that builders give, so that an event which takes its scope from elsewhere is noticed. */
const scope = { user: 'zoe', project: 'bakery', agent: 'baker' };
const end = { outcome: 'success', finishedAt: 1, summary: 'Secret.', successFactors: [] } as const;

/** Every command with what it means; a new command does not compile without a line here. */
const meanings: { readonly [Type in Command['type']]: () => [Command, object | undefined] } = {
  'create-task': () => [
    { type: 'create-task', task: aTask({ id: 't', scope }) },
    { type: 'task-created', taskId: 't' },
  ],
  'update-task': () => [
    { type: 'update-task', owner: { ...scope, agent: 'former' }, task: aTask({ id: 't', scope }) },
    { type: 'task-updated', taskId: 't' },
  ],
  'start-run': () => [
    { type: 'start-run', run: aRun({ id: 'r', scope }) },
    { type: 'run-started', runId: 'r' },
  ],
  'join-run': () => [{ type: 'join-run', owner: scope, runId: 'r', agents: ['helper'] }, undefined],
  'append-step': () => [
    { type: 'append-step', step: aStep({ id: 's', runId: 'r', scope }) },
    { type: 'step-recorded', runId: 'r', stepId: 's' },
  ],
  'finish-run': () => [
    { type: 'finish-run', owner: scope, runId: 'r', end },
    { type: 'run-finished', runId: 'r' },
  ],
  'settle-failures': () => [{ type: 'settle-failures', owner: scope, mark: 1 }, undefined],
  'delete-run': () => [
    { type: 'delete-run', owner: scope, id: 'r' },
    { type: 'run-deleted', runId: 'r' },
  ],
  'delete-session': () => [
    { type: 'delete-session', owner: scope, id: 'c' },
    { type: 'session-deleted', sessionId: 'c' },
  ],
  'link-memories': () => [
    { type: 'link-memories', link: aLink({ from: 'k', to: 'l', scope }) },
    { type: 'memories-linked', memoryId: 'k', otherId: 'l' },
  ],
  'unlink-memories': () => [
    { type: 'unlink-memories', owner: scope, from: 'k', relation: 'supports', to: 'l' },
    { type: 'memories-unlinked', memoryId: 'k', otherId: 'l' },
  ],
  'append-message': () => [
    {
      type: 'append-message',
      session: aSession({ id: 'c', scope }),
      message: aMessage({ id: 'm', sessionId: 'c', scope }),
    },
    { type: 'message-appended', sessionId: 'c', messageId: 'm' },
  ],
  'record-memory': () => [
    { type: 'record-memory', memory: aMemory({ id: 'k', scope }) },
    { type: 'memory-recorded', memoryId: 'k' },
  ],
  'revise-memory': () => [
    {
      type: 'revise-memory',
      owner: scope,
      memory: aMemory({ id: 'k', scope: { ...scope, agent: 'another' }, revision: 1 }),
      change: { at: 1, reason: 'demoted', note: 'Secret.' },
    },
    { type: 'memory-revised', memoryId: 'k' },
  ],
  'delete-memory': () => [
    { type: 'delete-memory', owner: scope, id: 'k' },
    { type: 'memory-deleted', memoryId: 'k' },
  ],
  'save-lesson': () => [
    { type: 'save-lesson', lesson: aLesson('check', { id: 'l', scope }) },
    { type: 'lesson-saved', lessonId: 'l' },
  ],
  'delete-lesson': () => [
    { type: 'delete-lesson', owner: scope, id: 'l' },
    { type: 'lesson-deleted', lessonId: 'l' },
  ],
  'save-template': () => [
    { type: 'save-template', template: aTemplate({ id: 'p', scope }) },
    { type: 'template-saved', templateId: 'p' },
  ],
  'revise-template': () => [
    {
      type: 'revise-template',
      owner: scope,
      template: aTemplate({ id: 'p', scope: { ...scope, agent: 'another' }, revision: 1 }),
    },
    { type: 'template-revised', templateId: 'p' },
  ],
  'keep-template-version': () => [{ type: 'keep-template-version', template: aTemplate() }, undefined],
  'delete-template': () => [
    { type: 'delete-template', owner: scope, id: 'p' },
    { type: 'template-deleted', templateId: 'p' },
  ],
  'create-token': () => [
    { type: 'create-token', token: aToken({ id: 'o', scope }) },
    { type: 'token-created', tokenId: 'o' },
  ],
  'revoke-token': () => [
    { type: 'revoke-token', owner: scope, id: 'o' },
    { type: 'token-revoked', tokenId: 'o' },
  ],
  'prune-memories': () => [{ type: 'prune-memories', ids: ['k'], now: 1 }, undefined],
  'keep-revision': () => [{ type: 'keep-revision', revision: aRevision() }, undefined],
  'note-uses': () => [{ type: 'note-uses', uses: [aUse()] }, undefined],
  'keep-vectors': () => [
    { type: 'keep-vectors', embedder: 'e', vectors: [{ id: 'k', revision: 0, vector: new Uint8Array(1) }] },
    undefined,
  ],
  'keep-index': () => [
    {
      type: 'keep-index',
      place: scope,
      index: { generation: 0, about: new Uint8Array(1) },
      dropped: [],
      parts: [],
    },
    undefined,
  ],
  'forget-shared-indexes': () => [{ type: 'forget-shared-indexes', place: scope }, undefined],
  'count-access': () => [{ type: 'count-access', ids: ['k'], at: 1 }, undefined],
  'count-retrievals': () => [{ type: 'count-retrievals', times: { days: [] } }, undefined],
  'begin-workflow': () => [
    { type: 'begin-workflow', workflow: aWorkflow({ id: 'w', scope }) },
    { type: 'workflow-changed', workflowId: 'w', status: 'running' },
  ],
  'hold-workflow': () => [
    { type: 'hold-workflow', workflow: aWorkflow({ id: 'w', scope, status: 'paused', beat: 3 }), epoch: 1 },
    { type: 'workflow-changed', workflowId: 'w', status: 'paused' },
  ],
  'keep-checkpoint': () => [
    { type: 'keep-checkpoint', checkpoint: aCheckpoint({ scope, workflowId: 'w', key: 'plan' }), epoch: 1 },
    { type: 'workflow-checkpoint', workflowId: 'w', key: 'plan', state: 'done' },
  ],
  'signal-workflow': () => [
    { type: 'signal-workflow', checkpoint: aCheckpoint({ scope, workflowId: 'w', key: 'signal' }) },
    { type: 'workflow-checkpoint', workflowId: 'w', key: 'signal', state: 'done' },
  ],
  'request-of-workflow': () => [
    { type: 'request-of-workflow', owner: aWorkflow().scope, id: 'w', request: 'pause' },
    undefined,
  ],
  'end-workflow': () => [{ type: 'end-workflow', owner: aWorkflow().scope, id: 'w', epoch: 1 }, undefined],
  'create-record': () => [
    createOwned('agent', anOwned('agent', { id: 'g', scope })),
    { type: 'record-created', kind: 'agent', recordId: 'g' },
  ],
  'revise-record': () => [
    reviseOwned('agent', anOwned('agent', { id: 'g', scope })),
    { type: 'record-revised', kind: 'agent', recordId: 'g' },
  ],
  'delete-record': () => [
    { type: 'delete-record', kind: 'agent', owner: scope, id: 'g' },
    { type: 'record-deleted', kind: 'agent', recordId: 'g' },
  ],
  'erase-user': () => [{ type: 'erase-user', user: 'zoe' }, undefined],
  'keep-audit-key': () => [{ type: 'keep-audit-key', user: 'zoe', key: 'key' }, undefined],
  'append-audit': () => [{ type: 'append-audit', record: anAuditRecord(1) }, undefined],
  'hold-job': () => [{ type: 'hold-job', job: aJob(), epoch: 0 }, undefined],
};

describe('API-2: what a committed command means to those who listen', () => {
  for (const [type, meaning] of Object.entries(meanings)) {
    const [, told] = meaning();
    const title =
      told === undefined
        ? `${type} concerns nobody`
        : `${type} is told with its time, its owner and its ids, and with nothing of its content`;
    it(title, () => {
      resetBuilders();
      const [command, expected] = meaning();
      const event: EngramEvent | undefined = eventOf(command, at);
      expect(event).toStrictEqual(expected && { at, scope, ...expected });
    });
  }

  it.each(['trial', 'grouping'] as const)('a lesson of kind %s concerns nobody', (kind) => {
    expect(eventOf({ type: 'save-lesson', lesson: aLesson(kind, { scope }) }, at)).toBeUndefined();
  });
});

it('every command is defined by one record', () => {
  const types = records.flatMap(({ commands }) => Object.keys(commands));
  expect(types.toSorted()).toStrictEqual(Object.keys(meanings).toSorted());
});
