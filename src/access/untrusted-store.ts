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
  const drafted = (template: Template): Template =>
    template.status === 'approved'
      ? { ...template, status: 'draft', statusReason: `approved in ${place}, which the user does not trust` }
      : template;
  const exported = (command: Command): Command[] => {
    switch (command.type) {
      case 'create-token':
        return [];
      case 'record-memory':
        return [{ ...command, memory: unstated(command.memory) }];
      case 'keep-revision':
        return [{ ...command, revision: { ...command.revision, before: unstated(command.revision.before) } }];
      case 'save-template':
      case 'keep-template-version':
        return [{ ...command, template: drafted(command.template) }];
      case 'begin-workflow':
        return [{ ...command, workflow: unapproved(command.workflow) }];
      default:
        return [command];
    }
  };
  return {
    ...store,
    findToken: async () => undefined,
    findTemplates: async (viewer, name) => (await store.findTemplates(viewer, name)).map(drafted),
    listTemplateVersions: async (viewer, id) => (await store.listTemplateVersions(viewer, id)).map(drafted),
    async listTemplates(viewer, page) {
      const { items, next } = await store.listTemplates(viewer, page);
      return { items: items.map(drafted), next };
    },
    async getMemory(reader, id) {
      const memory = await store.getMemory(reader, id);
      return memory && unstated(memory);
    },
    getMemories: async (reader, ids) => (await store.getMemories(reader, ids)).map(unstated),
    async listMemories(reader, filter, page) {
      const { items, next } = await store.listMemories(reader, filter, page);
      return { items: items.map(unstated), next };
    },
    findWorkflows: async (viewer, names) => (await store.findWorkflows(viewer, names)).map(unapproved),
    async export(after, limit) {
      const { commands, next } = await store.export(after, limit);
      return { commands: commands.flatMap(exported), next };
    },
    async commit(commands) {
      if (!commands.some(raisesTrust)) return store.commit(commands);
      throw new EngramError(
        'forbidden',
        `${place} came with a project, and the user does not trust it: it can hold no approval, no token and no statement of the user. Its user trusts a database on a terminal.`,
        { details: { database: place } },
      );
    },
  };
}

function unstated<Recorded extends Pick<Memory, 'provenance'>>(memory: Recorded): Recorded {
  const { provenance } = memory;
  return provenance.byPerson === null ? memory : { ...memory, provenance: { ...provenance, byPerson: null } };
}

/** A replay may be resumed with the version that was approved when it began. */
function unapproved(workflow: Workflow): Workflow {
  return 'approvedVersion' in workflow.input
    ? { ...workflow, input: { ...workflow.input, approvedVersion: null } }
    : workflow;
}

function raisesTrust(command: Command): boolean {
  if (command.type === 'create-token') return true;
  if ('template' in command) return command.template.status === 'approved';
  return 'memory' in command && command.memory.provenance.byPerson === true;
}
