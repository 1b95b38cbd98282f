import type { Store } from '../../src/ports/store.ts';
import type { Token } from '../../src/records/token.ts';
import { everyone } from './faults.ts';
import { changing, forgetting, forgiving, type Mutant, replacing } from './mutant.ts';

/** Ways to get the commands about tokens wrong. */
export const tokenCommandMutants: Readonly<Record<'create-token' | 'revoke-token', readonly Mutant[]>> = {
  'create-token': [
    { fault: 'forgets a token', caughtBy: 'tokens', breakStore: forgetting('create-token') },
    {
      fault: 'takes a token whose id or hash is taken for created',
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: forgiving('create-token'),
    },
    {
      fault: 'gives every token to one project only',
      caughtBy: 'what is written is read',
      breakStore: changing('create-token', (command) => [
        { ...command, token: { ...command.token, anyProject: false } },
      ]),
    },
    {
      fault: 'lets every token last for ever',
      caughtBy: 'what is written is read',
      breakStore: changing('create-token', (command) => [
        { ...command, token: { ...command.token, expiresAt: null } },
      ]),
    },
  ],
  'revoke-token': [
    { fault: 'revokes nothing', caughtBy: 'tokens', breakStore: forgetting('revoke-token') },
    { fault: 'takes a missing token for revoked', caughtBy: 'tokens', breakStore: forgiving('revoke-token') },
  ],
};

/** A store with a list of every token that was ever created. */
function remembering(replace: (sound: Store, created: readonly Token[]) => Partial<Store>) {
  return replacing((sound) => {
    const created: Token[] = [];
    const commit: Store['commit'] = async (commands) => {
      const committed = await sound.commit(commands);
      for (const command of commands) if (command.type === 'create-token') created.push(command.token);
      return committed;
    };
    return { commit, ...replace(sound, created) };
  });
}

/** Ways to get the reading of tokens wrong. */
export const tokenMutants: Readonly<Record<'listTokens' | 'findToken' | 'hasTokens', readonly Mutant[]>> = {
  listTokens: [
    {
      fault: 'shows the tokens of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({ listTokens: (viewer) => sound.listTokens(everyone(viewer)) })),
    },
    {
      fault: 'shows the tokens of another user',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listTokens: (viewer) => sound.listTokens({ ...viewer, user: 'ada' }),
      })),
    },
    {
      fault: 'hides the tokens of the project from its agents',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listTokens: async (viewer) =>
          (await sound.listTokens(viewer)).filter(
            ({ scope }) => viewer.agent === null || scope.agent === viewer.agent,
          ),
      })),
    },
    {
      fault: 'gives the oldest first',
      caughtBy: 'tokens',
      breakStore: replacing((sound) => ({
        listTokens: async (viewer) => (await sound.listTokens(viewer)).toReversed(),
      })),
    },
  ],
  findToken: [
    {
      fault: 'finds a token after it was revoked',
      caughtBy: 'tokens',
      breakStore: remembering((_sound, created) => ({
        findToken: async (hash) => created.findLast((token) => token.hash === hash),
      })),
    },
    {
      fault: 'finds a token by its id',
      caughtBy: 'tokens',
      breakStore: remembering((sound, created) => ({
        findToken: async (hash) => (await sound.findToken(hash)) ?? created.find(({ id }) => id === hash),
      })),
    },
    {
      fault: 'finds a token by the beginning of its hash',
      caughtBy: 'tokens',
      breakStore: remembering((sound, created) => ({
        findToken: async (hash) =>
          (await sound.findToken(hash)) ?? created.find((token) => hash && token.hash.startsWith(hash)),
      })),
    },
    {
      fault: 'finds a hash in capital letters',
      caughtBy: 'tokens',
      breakStore: replacing((sound) => ({ findToken: (hash) => sound.findToken(hash.toLowerCase()) })),
    },
    {
      fault: 'finds the tokens of one user only',
      caughtBy: 'tokens',
      breakStore: replacing((sound) => ({
        async findToken(hash) {
          const token = await sound.findToken(hash);
          return token?.scope.user === 'ada' ? token : undefined;
        },
      })),
    },
  ],
  hasTokens: [
    {
      fault: 'always claims to have tokens',
      caughtBy: 'an empty store',
      breakStore: replacing(() => ({ hasTokens: async () => true })),
    },
    {
      fault: 'never has tokens',
      caughtBy: 'tokens',
      breakStore: replacing(() => ({ hasTokens: async () => false })),
    },
    {
      fault: 'knows of the tokens of one user only',
      caughtBy: 'tokens',
      breakStore: replacing((sound) => ({
        hasTokens: async () =>
          (await sound.listTokens({ user: 'ada', project: 'shop', agent: null })).length > 0,
      })),
    },
    {
      fault: 'forgets that there were tokens when all are revoked',
      caughtBy: 'tokens',
      breakStore: remembering((sound, created) => ({
        async hasTokens() {
          const found = await Promise.all(created.map(({ hash }) => sound.findToken(hash)));
          return found.some((token) => token !== undefined);
        },
      })),
    },
  ],
};
