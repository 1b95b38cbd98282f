import { notFound, phrase } from '../../errors.ts';
import { decodeTemplate, templateVersionsHead } from '../sql/read-templates.ts';
import { create } from '../sql/rows.ts';
import {
  deleteTemplate,
  keepTemplateVersion,
  reviseTemplate,
  templateColumns,
} from '../sql/write-templates.ts';
import { defineRecord } from './define-record.ts';
import { redactTemplate } from './redact-template.ts';
import { changedMeanwhile, held, taken } from './refusals.ts';

export const templates = defineRecord({
  commands: {
    'save-template': {
      redact: (command) => ({ ...command, template: redactTemplate(command.template) }),
      event: ({ template: { scope, id } }) => ({ type: 'template-saved', scope, templateId: id }),
      refuse: ({ template }) =>
        taken('template', template.slug, phrase`Choose another name with ${{ field: 'name' }}.`),
      statements: (command) => [create(command, 'templates', templateColumns(command.template))],
    },
    'revise-template': {
      redact: (command) => ({ ...command, template: redactTemplate(command.template) }),
      event: ({ owner, template }) => ({ type: 'template-revised', scope: owner, templateId: template.id }),
      refuse({ template: { id, slug } }, exists, unchanged) {
        if (!exists) return notFound('template', id);
        return unchanged
          ? taken('template', slug, 'Choose another name, or change the one that has it.')
          : changedMeanwhile('template', id);
      },
      statements: ({ owner, template }) => reviseTemplate(owner, template),
    },
    'keep-template-version': {
      redact: (command) => ({ ...command, template: redactTemplate(command.template) }),
      statements: ({ template }) => [keepTemplateVersion(template)],
    },
    'delete-template': {
      event: ({ owner, id }) => ({ type: 'template-deleted', scope: owner, templateId: id }),
      refuse: ({ id }, exists) => (exists ? held('template', id) : notFound('template', id)),
      statements: ({ owner, id }) => deleteTemplate(owner, id),
      erases: true,
    },
  },
  exported: [
    {
      head: 'SELECT * FROM templates',
      key: ['id'],
      command: (row) => ({ type: 'save-template', template: decodeTemplate(row), ifAbsent: true }),
    },
    {
      head: templateVersionsHead,
      key: ['v.template_id', 'v.version'],
      columns: ['id', 'version'],
      command: (row) => ({ type: 'keep-template-version', template: decodeTemplate(row) }),
    },
  ],
});
