/**
 * The values that fields of the API can have, for filters and forms. Each list is checked against the types of the OpenAPI
 * document: a value that is missing here, or is none any more, does not compile.
 */
import type { Memory, Schema, Task } from './types.ts';

const valuesOf = <Value extends string>(values: Readonly<Record<Value, true>>): readonly Value[] =>
  Object.keys(values) as Value[];

export const memoryKinds = valuesOf<Memory['kind']>({
  decision: true,
  failure: true,
  success: true,
  collaboration: true,
  knowledge: true,
  experience: true,
  entity: true,
  rule: true,
  preference: true,
});

export const standings = valuesOf<Memory['standing']>({
  active: true,
  demoted: true,
  superseded: true,
  merged: true,
  archived: true,
});

export const taskStatuses = valuesOf<Task['status']>({
  open: true,
  running: true,
  done: true,
  failed: true,
  cancelled: true,
});

export const templateStatuses = valuesOf<Schema<'Template'>['status']>({
  draft: true,
  approved: true,
  retired: true,
});

export const workflowStatuses = valuesOf<Schema<'WorkflowShowAnswer'>['status']>({
  queued: true,
  running: true,
  waiting: true,
  paused: true,
  needs_input: true,
  failed: true,
  cancelled: true,
  uncertain: true,
  stopped: true,
  done: true,
});

export const auditActions = valuesOf<Schema<'AuditListAnswer'>['items'][number]['action']>({
  access: true,
  share: true,
  revoke: true,
  export: true,
  import: true,
  merge: true,
  delete: true,
  erase: true,
  hold: true,
  release: true,
  'create-token': true,
  'revoke-token': true,
  trust: true,
  refuse: true,
});

export const tokenScopes = valuesOf<Schema<'TokenListAnswer'>['items'][number]['scopes'][number]>({
  read: true,
  write: true,
  delete: true,
  admin: true,
  trust: true,
  act: true,
  model: true,
  github: true,
  backend: true,
  webhooks: true,
});
