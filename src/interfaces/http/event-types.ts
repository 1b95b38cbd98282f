import type { EngramEvent } from '../../ports/events.ts';

/** Every type of event, with its description. A type that is missing here does not compile. */
export const eventTypes: Readonly<Record<EngramEvent['type'], string>> = {
  'task-created': 'A task was created.',
  'task-updated': 'A task was changed.',
  'run-started': 'A run began.',
  'run-finished': 'A run ended.',
  'run-deleted': 'A run was deleted with its steps.',
  'step-recorded': 'A step of a run was recorded.',
  'message-appended': 'A message was appended to a session.',
  'session-deleted': 'A session was deleted with its messages.',
  'memory-recorded': 'A memory was recorded.',
  'memory-revised': 'A memory was confirmed, merged, superseded or changed otherwise.',
  'memory-deleted': 'A memory was deleted.',
  'memories-linked': 'Two memories were linked.',
  'memories-unlinked': 'A link between two memories was removed.',
  'lesson-saved':
    'A lesson was recorded or changed: a failure pattern, a check, what an agent knows about a template.',
  'lesson-deleted': 'A lesson was deleted.',
  'template-saved': 'A run was saved as a template.',
  'template-revised': 'A template was approved, retired, or changed otherwise.',
  'template-deleted': 'A template was deleted.',
  'token-created': 'A token was created.',
  'token-revoked': 'A token was revoked.',
  'record-created': 'A record of the kind it names was created.',
  'record-revised': 'A record of the kind it names was changed.',
  'record-deleted': 'A record of the kind it names was deleted.',
  'workflow-changed': 'Durable work began, was taken over, or changed its status.',
  'workflow-checkpoint': 'A step of durable work was begun, failed or done, or a signal came for it.',
  'records-lost': 'Records could not be written although the agent went on.',
};
