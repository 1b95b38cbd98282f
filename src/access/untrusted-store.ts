import { EngramError } from '../errors.ts';
import type { Command, Store } from '../ports/store.ts';
import type { Memory } from '../records/memory.ts';
import type { Template } from '../records/template.ts';
import type { Workflow } from '../records/workflow.ts';

/**
 * A store that somebody else may have filled: its records are data, and carry no trust. Its approved templates are drafts,
 * none of its memories is the user's own word, and its tokens open nothing. None of these can be added either. The store
 * itself stays as it is.
 *
 * @param place what the store is called in errors
 *
 * @example
 * const store = withoutTrust(await openStore('file:theirs.db', opening), 'theirs.db');
 */
export function withoutTrust(store: Store, place: string): Store {
  const drafted = (template: Template): Template => {
    const statusReason = `approved in ${place}, which the user does not trust`;
    return template.status === 'approved' ? { ...template, status: 'draft', statusReason } : template;
  };
  const exported = (command: Command): Command => {
    if (command.type === 'record-memory') return { ...command, memory: unstated(command.memory) };
    if (command.type === 'begin-workflow') return { ...command, workflow: unapproved(command.workflow) };
    if (command.type === 'save-template' || command.type === 'keep-template-version')
      return { ...command, template: drafted(command.template) };
    if (command.type !== 'keep-revision') return command;
    return { ...command, revision: { ...command.revision, before: unstated(command.revision.before) } };
  };
  return {
    ...store,
    findToken: async () => undefined,
    findTemplates: async (...asked) => (await store.findTemplates(...asked)).map(drafted),
    listTemplateVersions: async (...asked) => (await store.listTemplateVersions(...asked)).map(drafted),
    async listTemplates(...asked) {
      const { items, next } = await store.listTemplates(...asked);
      return { items: items.map(drafted), next };
    },
    async getMemory(...asked) {
      const memory = await store.getMemory(...asked);
      return memory && unstated(memory);
    },
    getMemories: async (...asked) => (await store.getMemories(...asked)).map(unstated),
    async listMemories(...asked) {
      const { items, next } = await store.listMemories(...asked);
      return { items: items.map(unstated), next };
    },
    findWorkflows: async (...asked) => (await store.findWorkflows(...asked)).map(unapproved),
    async export(after, limit) {
      const { commands, next } = await store.export(after, limit);
      return { commands: commands.filter(({ type }) => type !== 'create-token').map(exported), next };
    },
    async commit(commands) {
      if (!commands.some(raisesTrust)) return store.commit(commands);
      throw new EngramError(
        'forbidden',
        `${place} came with a project, and the user does not trust it: it can hold no approval, no token and no statement of the user. A person trusts a database on a terminal.`,
        { details: { database: place } },
      );
    },
  };
}

function unstated<Recorded extends Pick<Memory, 'provenance'>>(memory: Recorded): Recorded {
  return { ...memory, provenance: { ...memory.provenance, byPerson: null } };
}

/** A replay may be resumed with the version that was approved when it began. */
function unapproved(workflow: Workflow): Workflow {
  if (!('approvedVersion' in workflow.input)) return workflow;
  return { ...workflow, input: { ...workflow.input, approvedVersion: null } };
}

function raisesTrust(command: Command): boolean {
  if ('template' in command) return command.template.status === 'approved';
  return (
    command.type === 'create-token' || ('memory' in command && command.memory.provenance.byPerson === true)
  );
}
