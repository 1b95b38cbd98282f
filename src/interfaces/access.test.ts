import { describe, expect, it } from 'vitest';
import type { Access } from '../access/tokens.ts';
import type { TokenScope } from '../records/token.ts';
import { refusal } from '../testing/refusal.ts';
import { accessOfModel, meansOf, openAccess, refuseWiderToken, requireScopes, viewerFor } from './access.ts';

const access = (
  agent: string | null,
  scopes: TokenScope[] = ['read', 'write'],
  anyProject = false,
): Access => ({
  tokenId: 'tok_1',
  owner: { user: 'acme', project: 'shop', agent },
  anyProject,
  scopes,
  isOperator: true,
  expiresAt: null,
});

describe('who is acting', () => {
  it('is whom the token was made for, when nothing else is wished', () => {
    expect(viewerFor(access('alice'), {})).toEqual({ user: 'acme', project: 'shop', agent: 'alice' });
  });

  it('is any agent of the project, with the token of its owner', () => {
    expect(viewerFor(access(null), { agent: 'bob' })).toEqual({
      user: 'acme',
      project: 'shop',
      agent: 'bob',
    });
  });

  it('is never another agent, with the token of an agent', () => {
    expect(viewerFor(access('alice'), { agent: 'alice' }).agent).toBe('alice');
    expect(refusal(() => viewerFor(access('alice'), { agent: 'ali' }))).toMatchObject({ code: 'forbidden' });
  });

  it('is in another project only with a token for every project', () => {
    expect(viewerFor(access(null, ['read'], true), { project: 'bank' }).project).toBe('bank');
    expect(viewerFor(access(null), { project: 'shop' }).project).toBe('shop');
    expect(refusal(() => viewerFor(access(null), { project: 'bank' }))).toMatchObject({ code: 'forbidden' });
  });

  it('is of one user, whatever is wished', () => {
    const wished = { user: 'rival', project: 'bank', agent: 'bob' };
    expect(viewerFor(access(null, ['read'], true), wished).user).toBe('acme');
  });

  it('may be anybody of the configured user where nothing has to be shown', () => {
    const open = openAccess({ user: 'local', project: 'default', agent: 'alice' }, false);
    expect(viewerFor(open, { project: 'p', agent: 'bob' })).toEqual({
      user: 'local',
      project: 'p',
      agent: 'bob',
    });
    expect(open.scopes).toContain('admin');
    expect(open.scopes).not.toContain('trust');
    expect(openAccess(open.owner, true).scopes).toContain('trust');
  });
});

describe('what a token allows', () => {
  it('is what its scopes name', () => {
    expect(() =>
      requireScopes(access(null, ['delete']), { name: 'memory.delete', effect: 'delete' }),
    ).not.toThrow();
    const refused = refusal(() => requireScopes(access(null), { name: 'memory.delete', effect: 'delete' }));
    expect(refused).toMatchObject({ code: 'forbidden', details: { missing: ['delete'] } });
    expect(refused.message).toContain('needs the scope "delete"');
  });

  it('is what concerns the whole installation only with the scope admin as well', () => {
    const operation = { name: 'token.list', effect: 'read', administers: true } as const;
    expect(() => requireScopes(access(null, ['read', 'admin']), operation)).not.toThrow();
    expect(refusal(() => requireScopes(access(null, ['read']), operation)).details['missing']).toEqual([
      'admin',
    ]);
    expect(refusal(() => requireScopes(access(null, ['admin']), operation)).details['missing']).toEqual([
      'read',
    ]);
  });
});

describe('what raises trust (TPL-15)', () => {
  const operation = { name: 'template.save', effect: 'write', trust: ['approve'] } as const;
  const missing = (scopes: TokenScope[], input: unknown) =>
    refusal(() => requireScopes(access(null, scopes), operation, input)).details['missing'];

  it('needs the scope trust besides its own, as soon as one of its fields is given', () => {
    expect(missing(['write'], { approve: true })).toEqual(['trust']);
    expect(() => requireScopes(access(null, ['write']), operation, { approve: false })).not.toThrow();
    expect(() => requireScopes(access(null, ['write', 'trust']), operation, { approve: true })).not.toThrow();
  });

  it('is for no model, whatever its token says', () => {
    const model = accessOfModel(access(null, ['write', 'trust']));
    expect(refusal(() => requireScopes(model, operation, { approve: true }))).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('for people'),
    });
  });
});

describe('the means of the configuration', () => {
  const solve = { name: 'solve', effect: 'write', means: ['tools', 'model'] } as const;

  it('serve the user the server was started for, and others who have the scope of each', () => {
    expect(() => requireScopes(access(null), solve, {})).not.toThrow();
    const other = (...scopes: TokenScope[]) => ({ ...access(null, ['write', ...scopes]), isOperator: false });
    expect(refusal(() => requireScopes(other('act'), solve, {})).details['missing']).toEqual(['model']);
    expect(() => requireScopes(other('act', 'model'), solve, {})).not.toThrow();
    expect([...meansOf(other('github'))]).toEqual(['github']);
  });
});

describe('a token made by a token', () => {
  const create = { name: 'token.create' };

  it('opens no more than its maker', () => {
    const maker = access(null, ['write', 'admin']);
    expect(() => refuseWiderToken(maker, create, { scopes: ['write'] })).not.toThrow();
    expect(refusal(() => refuseWiderToken(maker, create, { scopes: ['write', 'delete'] }))).toMatchObject({
      code: 'forbidden',
      details: { missing: ['delete'] },
    });
  });

  it('is measured by the scopes it gets when none are named', () => {
    const maker = access(null, ['write', 'admin']);
    expect(refusal(() => refuseWiderToken(maker, create, {})).details['missing']).toEqual(['read']);
  });

  it('is for every project only when its maker is', () => {
    const input = { scopes: ['read'], anyProject: true };
    expect(() => refuseWiderToken(access(null, ['read'], true), create, input)).not.toThrow();
    expect(refusal(() => refuseWiderToken(access(null, ['read']), create, input))).toMatchObject({
      code: 'forbidden',
      details: { fields: ['anyProject'] },
    });
  });

  it('makes no token that outlives it', () => {
    const ending: Access = { ...access(null), expiresAt: 1_000 };
    const make = (expiresAt: number | null) => () =>
      refuseWiderToken(ending, create, { scopes: ['read'], expiresAt });
    expect(make(1_000)).not.toThrow();
    expect(refusal(make(1_001))).toMatchObject({ code: 'forbidden' });
    expect(refusal(make(null))).toMatchObject({ code: 'forbidden' });
  });

  it('is left to the engine when the input is no input, and other operations are left alone', () => {
    expect(() => refuseWiderToken(access(null), create, { scopes: 'all' })).not.toThrow();
    expect(() =>
      refuseWiderToken(access(null), { name: 'memory.record' }, { scopes: ['admin'] }),
    ).not.toThrow();
  });
});
