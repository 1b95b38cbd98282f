import type { Command } from '../../src/ports/store.ts';
import { changing, forgetting, forgiving, type Mutant, replacing } from './mutant.ts';

const audit = 'the audit';
const erasure = 'a user is erased';

/** Ways to get the writing of the audit, and erasing, wrong. */
export const auditCommandMutants: Readonly<
  Record<'append-audit' | 'keep-audit-key' | 'erase-user', readonly Mutant[]>
> = {
  'append-audit': [
    { fault: 'forgets an audit record', caughtBy: audit, breakStore: forgetting('append-audit') },
    { fault: 'takes a refused record for written', caughtBy: audit, breakStore: forgiving('append-audit') },
    {
      fault: 'puts a record anywhere',
      caughtBy: audit,
      breakStore: changing('append-audit', (command) => [{ ...command, ifAbsent: true }]),
    },
    {
      fault: 'writes another moment',
      caughtBy: audit,
      breakStore: changing('append-audit', (command) => [
        { ...command, record: { ...command.record, at: 0 } },
      ]),
    },
  ],
  'keep-audit-key': [
    { fault: 'forgets a key', caughtBy: audit, breakStore: forgetting('keep-audit-key') },
    { fault: 'takes a refused key for kept', caughtBy: audit, breakStore: forgiving('keep-audit-key') },
    {
      fault: 'keeps one key for all',
      caughtBy: audit,
      breakStore: changing('keep-audit-key', (command) => [{ ...command, key: 'one' }]),
    },
  ],
  'erase-user': [
    { fault: 'forgets to erase', caughtBy: erasure, breakStore: forgetting('erase-user') },
    {
      fault: 'erases another user',
      caughtBy: erasure,
      breakStore: changing('erase-user', () => [{ type: 'erase-user', user: 'bob' }]),
    },
    {
      fault: 'erases those whose names begin alike',
      caughtBy: erasure,
      breakStore: changing('erase-user', (command): Command[] => [
        command,
        { type: 'erase-user', user: command.user.slice(0, -1) },
      ]),
    },
  ],
};

/** Ways to get reading the audit wrong. */
export const auditMutants: Readonly<
  Record<'auditHead' | 'listAudit' | 'walkAudit' | 'auditKey' | 'auditKeys' | 'countUser', readonly Mutant[]>
> = {
  auditHead: [
    {
      fault: 'takes the first record for the last',
      caughtBy: audit,
      breakStore: replacing((sound) => ({ auditHead: async () => (await sound.walkAudit(0, 1))[0] })),
    },
  ],
  listAudit: [
    {
      fault: 'lists the first records first',
      caughtBy: audit,
      breakStore: replacing((sound) => ({
        listAudit: async (filter, limit) => (await sound.listAudit(filter, limit)).toReversed(),
      })),
    },
    {
      fault: 'lists those about everybody',
      caughtBy: audit,
      breakStore: replacing((sound) => ({
        listAudit: async (_, limit) => (await sound.walkAudit(0, limit)).toReversed(),
      })),
    },
    {
      fault: 'lists whatever was done',
      caughtBy: audit,
      breakStore: replacing((sound) => ({
        listAudit: ({ action: _, ...filter }, limit) => sound.listAudit(filter, limit),
      })),
    },
    {
      fault: 'begins each page anew',
      caughtBy: audit,
      breakStore: replacing((sound) => ({
        listAudit: ({ before: _, ...filter }, limit) => sound.listAudit(filter, limit),
      })),
    },
  ],
  walkAudit: [
    {
      fault: 'walks from the start each time',
      caughtBy: audit,
      breakStore: replacing((sound) => ({ walkAudit: (_, limit) => sound.walkAudit(0, limit) })),
    },
    {
      fault: 'walks without end',
      caughtBy: audit,
      breakStore: replacing((sound) => ({ walkAudit: (after) => sound.walkAudit(after, 1_000) })),
    },
  ],
  countUser: [
    {
      fault: 'counts what another user has',
      caughtBy: erasure,
      breakStore: replacing((sound) => ({ countUser: () => sound.countUser('ada') })),
    },
  ],
  auditKeys: [
    {
      fault: 'gives one key only',
      caughtBy: audit,
      breakStore: replacing((sound) => ({ auditKeys: async () => (await sound.auditKeys()).slice(0, 1) })),
    },
  ],
  auditKey: [
    {
      fault: 'gives the key of another',
      caughtBy: audit,
      breakStore: replacing((sound) => ({ auditKey: () => sound.auditKey('ada') })),
    },
  ],
};
