import { expect } from 'vitest';
import { aToken } from '../builders.ts';
import { ali, create, expectRefusal, idsOf, revoke, type StoreCase } from './store-case.ts';

const bob = { user: 'bob', project: 'bakery', agent: null };

export const tokenCases: readonly StoreCase[] = [
  {
    title: 'API-2: a token is found by its whole hash and by nothing else',
    async check(store) {
      const [token, other] = [aToken({ hash: 'ab'.repeat(32) }), aToken()];
      await store.commit([create(token), create(other)]);
      expect(await store.findToken(token.hash)).toStrictEqual(token);
      const { id, name, hash } = token;
      for (const guess of [id, name, hash.slice(0, 63), `${hash}0`, hash.toUpperCase(), '%', '', 'ab']) {
        expect(await store.findToken(guess)).toBeUndefined();
      }
    },
  },
  {
    title: 'API-2: a token is found whoever owns it: nobody is asking yet',
    async check(store) {
      const tokens = [aToken(), aToken({ scope: bob })];
      await store.commit(tokens.map(create));
      for (const token of tokens) expect(await store.findToken(token.hash)).toStrictEqual(token);
    },
  },
  {
    title: 'API-2: listTokens gives the newest first, and of the same moment the highest id',
    async check(store) {
      const at = (id: string, createdAt: number) => create(aToken({ id, createdAt }));
      await store.commit([at('b', 200), at('a', 300), at('d', 100), at('c', 200)]);
      expect(idsOf(await store.listTokens(ali))).toStrictEqual(['a', 'c', 'b', 'd']);
    },
  },
  {
    title: 'API-2: a revoked token is neither found nor listed, and the others stay',
    async check(store) {
      const [gone, kept] = [aToken(), aToken()];
      await store.commit([create(gone), create(kept)]);
      expect(await store.commit([revoke(gone)])).toStrictEqual({ ignored: [] });
      expect(await store.findToken(gone.hash)).toBeUndefined();
      expect(await store.findToken(kept.hash)).toStrictEqual(kept);
      expect(await store.listTokens(ali)).toStrictEqual([kept]);
    },
  },
  {
    title: 'API-2: revoking twice is refused with not_found, as for what never was',
    async check(store) {
      const token = aToken();
      await store.commit([create(token)]);
      await store.commit([revoke(token)]);
      await expectRefusal(store, [revoke(token)], 'not_found');
    },
  },
  {
    title: 'API-2: only its owner revokes a token, label by label',
    async check(store) {
      const token = aToken();
      await store.commit([create(token)]);
      const strangers = [
        { ...ali, user: 'bob' },
        { ...ali, project: 'shop2' },
        { ...ali, agent: 'al' },
        { ...ali, agent: null },
      ];
      for (const scope of strangers) await expectRefusal(store, [revoke({ ...token, scope })], 'not_found');
      expect(await store.findToken(token.hash)).toStrictEqual(token);
    },
  },
  {
    title: 'API-2: hasTokens tells whether there is or was any, of any user',
    async check(store) {
      const tokens = [aToken(), aToken({ scope: bob })] as const;
      await store.commit(tokens.map(create));
      expect(await store.hasTokens()).toBe(true);
      await store.commit([revoke(tokens[0])]);
      expect(await store.hasTokens()).toBe(true);
      await store.commit([revoke(tokens[1])]);
      expect(await store.hasTokens()).toBe(true);
      expect((await store.export(null, 1_000)).commands).toStrictEqual([]);
    },
  },
  {
    title: 'API-2: the id and the hash of a revoked token are free again',
    async check(store) {
      const token = aToken({ name: 'old' });
      const again = { ...token, name: 'new', scope: bob };
      await store.commit([create(token), revoke(token), create(again)]);
      expect(await store.findToken(token.hash)).toStrictEqual(again);
      expect(await store.listTokens(ali)).toStrictEqual([]);
    },
  },
];
