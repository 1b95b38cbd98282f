import type { Store } from '../../ports/store.ts';
import { sameScope } from '../../records/scope.ts';
import type { Template } from '../../records/template.ts';
import { refusalOf } from '../records/records.ts';
import { deleteDerivedFrom } from './derived.ts';
import { ownRecord, referenceRecord, rewritten } from './handler.ts';
import { pageOf } from './page.ts';
import { type State, visible } from './state.ts';

const versionKey = ({ id, version }: Template): string => `${id} ${String(version).padStart(12, '0')}`;

export const templates = referenceRecord({
  handlers: {
    'save-template': {
      isTaken: (state, { template: { id, scope, slug } }) =>
        [...state.templates.values()].some(
          (other) => other.id === id || (other.slug === slug && sameScope(other.scope, scope)),
        ),
      apply: (state, { template }, journal) => journal.set(state.templates, template.id, template),
    },
    'revise-template': {
      apply(state, command, journal) {
        const { owner, template } = command;
        const before = ownRecord(state.templates, template.id, owner, command);
        const isNext = before.revision === template.revision - 1 && before.version <= template.version;
        if (!isNext) throw refusalOf(command, true);
        const isTaken = [...state.templates.values()].some(
          (other) =>
            other.id !== template.id && other.slug === template.slug && sameScope(other.scope, owner),
        );
        if (isTaken) throw refusalOf(command, true, true);
        if (before.version < template.version) {
          journal.set(state.templateVersions, versionKey(before), before);
        }
        const { scope, createdAt } = before;
        journal.set(state.templates, template.id, { ...template, scope, createdAt });
      },
    },
    'keep-template-version': {
      apply(state, { template: version }, journal) {
        const template = state.templates.get(version.id);
        if (template === undefined || !sameScope(template.scope, version.scope)) return;
        const key = versionKey(version);
        if (version.version >= template.version || state.templateVersions.has(key)) return;
        journal.set(state.templateVersions, key, { ...version, createdAt: template.createdAt });
      },
    },
    'delete-template': {
      apply(state, command, journal) {
        const template = ownRecord(state.templates, command.id, command.owner, command);
        journal.remove(state.templates, template.id);
        for (const [key, { id }] of [...state.templateVersions]) {
          if (id === command.id) journal.remove(state.templateVersions, key);
        }
        deleteDerivedFrom(state, 'template', command, journal);
      },
    },
  },
  exported: (state) => [
    rewritten(state.templates, (template) => ({ type: 'save-template', template, ifAbsent: true })),
    rewritten(state.templateVersions, (template) => ({ type: 'keep-template-version', template })),
  ],
});

export function readTemplates(
  state: State,
): Pick<Store, 'findTemplates' | 'listTemplates' | 'listTemplateVersions'> {
  return {
    async findTemplates(viewer, idOrSlug) {
      return visible(state.templates, viewer).filter(({ id, slug }) => id === idOrSlug || slug === idOrSlug);
    },
    async listTemplates(viewer, page) {
      return pageOf(visible(state.templates, viewer), page);
    },
    async listTemplateVersions(viewer, id) {
      const versions = visible(state.templateVersions, viewer).filter((template) => template.id === id);
      return versions.sort((left, right) => right.version - left.version);
    },
  };
}
