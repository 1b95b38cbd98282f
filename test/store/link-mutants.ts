import type { Command, Store } from '../../src/ports/store.ts';
import type { GrantedViewer } from '../../src/records/grant.ts';
import { changing, forgetting, forgiving, type Mutant, replacing } from './mutant.ts';

const caughtBy = 'links between memories';

/** Answers links as this store would with other readers. */
const readingAs = (change: (reader: GrantedViewer) => GrantedViewer): Mutant['breakStore'] =>
  replacing((sound) => ({ listLinks: (reader, ids, limit) => sound.listLinks(change(reader), ids, limit) }));

/** Keeps what was linked when an end is deleted or pruned, and links it again when the end is recorded again. */
const keepingLinks: Mutant['breakStore'] = (sound) => {
  const links: Command[] = [];
  return {
    ...sound,
    async commit(commands) {
      const committed = await sound.commit(commands);
      links.push(...commands.filter(({ type }) => type === 'link-memories'));
      if (commands.some(({ type }) => type === 'record-memory')) await sound.commit(links);
      return committed;
    },
  };
};

/** Ways to get links between memories wrong. */
export const linkCommandMutants: Readonly<Record<'link-memories' | 'unlink-memories', readonly Mutant[]>> = {
  'link-memories': [
    { fault: 'links nothing', caughtBy, breakStore: forgetting('link-memories') },
    {
      fault: 'loses the note of a link',
      caughtBy,
      breakStore: changing('link-memories', ({ type, link }) => [{ type, link: { ...link, note: '' } }]),
    },
    {
      fault: 'turns links round',
      caughtBy,
      breakStore: changing('link-memories', ({ type, link }) => [
        { type, link: { ...link, from: link.to, to: link.from } },
      ]),
    },
    {
      fault: 'gives every link to the project',
      caughtBy,
      breakStore: changing('link-memories', ({ type, link }) => [
        { type, link: { ...link, scope: { ...link.scope, agent: null } } },
      ]),
    },
    { fault: 'keeps links when an end is gone', caughtBy, breakStore: keepingLinks },
  ],
  'unlink-memories': [
    { fault: 'unlinks nothing', caughtBy, breakStore: forgetting('unlink-memories') },
    {
      fault: 'takes a link that is not there for removed',
      caughtBy,
      breakStore: forgiving('unlink-memories'),
    },
  ],
};

export const linkMutants: Readonly<Record<'listLinks', readonly Mutant[]>> = {
  listLinks: [
    {
      fault: 'shows the links of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: readingAs((reader) => ({ ...reader, agent: null })),
    },
    {
      fault: 'shows no links with what is shared',
      caughtBy,
      breakStore: readingAs(({ user, project, agent }) => ({ user, project, agent })),
    },
    {
      fault: 'follows links in one direction only',
      caughtBy,
      breakStore: replacing((sound: Store) => ({
        listLinks: async (reader, ids, limit) =>
          (await sound.listLinks(reader, ids, limit)).filter(({ from }) => ids.includes(from)),
      })),
    },
    {
      fault: 'answers the oldest links first',
      caughtBy,
      breakStore: replacing((sound) => ({
        listLinks: async (...asked) => (await sound.listLinks(...asked)).toReversed(),
      })),
    },
    {
      fault: 'answers more links than it is asked for',
      caughtBy,
      breakStore: replacing((sound) => ({ listLinks: (reader, ids) => sound.listLinks(reader, ids, 1_000) })),
    },
  ],
};
