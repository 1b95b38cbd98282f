import { type Step, step } from './step.ts';

const release = { name: 'release', version: '1', input: { tag: 'v2' }, id: 'release-v2' };
const id = release.id;

/** Workflows, as interfaces see them where no worker knows their definition. */
export const workflowStory: readonly Step[] = [
  step('workflow.list'),
  step('workflow.start', release),
  step('workflow.start', release),
  step('workflow.start', { ...release, input: { tag: 'v3' } }, { refused: 'conflict' }),
  step('workflow.start', { name: 'unknown' }, { refused: 'invalid_input' }),
  step('workflow.show', { id }),
  step('workflow.show', { id: 'wfl_none' }, { refused: 'not_found' }),
  step('workflow.signal', { id, topic: 'approved', payload: { by: 'ada' }, key: 'ticket-7' }),
  step('workflow.signal', { id: 'wfl_none', topic: 'approved' }, { refused: 'not_found' }),
  step('workflow.pause', { id }),
  step('workflow.pause', { id }, { refused: 'conflict' }),
  step('workflow.pause', { id: 'wfl_none' }, { refused: 'not_found' }),
  step('workflow.resume', { id }),
  step('workflow.resume', { id: 'wfl_none' }, { refused: 'not_found' }),
  step('workflow.retry', { id }, { refused: 'conflict' }),
  step('workflow.cancel', { id }),
  step('workflow.cancel', { id }, { refused: 'conflict' }),
  step('workflow.retry', { id }),
  step('workflow.fork', { id, as: 'copy' }),
  step('workflow.fork', { id, step: 'publish' }, { refused: 'invalid_input' }),
  step('workflow.list', { status: 'queued', name: 'release' }),
];
