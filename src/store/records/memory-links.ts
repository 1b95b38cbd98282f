import { EngramError, phrase } from '../../errors.ts';
import { redactText } from '../../text/redact/redact.ts';
import { decodeLink, linkMemories, linksHead, unlinkMemories } from '../sql/memory-links.ts';
import { defineRecord } from './define-record.ts';

export const memoryLinks = defineRecord({
  commands: {
    'link-memories': {
      redact: ({ link, ...command }) => ({ ...command, link: { ...link, note: redactText(link.note) } }),
      event: ({ link: { scope, from, to } }) => ({
        type: 'memories-linked',
        scope,
        memoryId: from,
        otherId: to,
      }),
      statements: ({ link }) => [linkMemories(link)],
    },
    'unlink-memories': {
      event: ({ owner, from, to }) => ({
        type: 'memories-unlinked',
        scope: owner,
        memoryId: from,
        otherId: to,
      }),
      refuse: ({ from, relation, to }) =>
        new EngramError('not_found', `No link of yours says that "${from}" ${relation} "${to}".`, {
          details: { from, relation, to },
          hint: phrase`Show the links of a memory with ${{ operation: 'memory.get', given: { id: from } }}.`,
        }),
      statements: (command) => [unlinkMemories(command)],
      erases: true,
    },
  },
  exported: [
    {
      head: linksHead,
      key: ['l.id'],
      command: (row) => ({ type: 'link-memories', link: decodeLink(row) }),
    },
  ],
});
