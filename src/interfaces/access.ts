import type { Access } from '../access/tokens.ts';
import { EngramError } from '../errors.ts';
import { meansNeeded, type Operation, raisesTrust } from '../operations/operation.ts';
import { createTokenInput } from '../records/inputs.ts';
import type { Viewer } from '../records/scope.ts';
import { type Means, scopeOfMeans, type TokenScope, tokenScopes } from '../records/token.ts';

/** Rules that every interface on a network keeps, as pure functions: who is acting, and what that one may do. */

/** Which project and agent a caller asked to act as; what is left out is decided by its token. */
export interface RequestedViewer {
  readonly project?: string | undefined;
  readonly agent?: string | undefined;
}

/** What is allowed when no token is needed: all that the owner of the configured project may do; what only people do, to people. */
export function openAccess(configured: Viewer, isPerson: boolean): Access {
  return {
    tokenId: null,
    owner: { ...configured, agent: null },
    anyProject: true,
    scopes: isPerson ? tokenScopes : tokenScopes.filter((scope) => scope !== 'trust'),
    isOperator: true,
    expiresAt: null,
  };
}

/** The same for a language model, which does not do what only people do. */
export function accessOfModel(access: ScopedAccess): ScopedAccess {
  return { ...access, scopes: access.scopes.filter((scope) => scope !== 'trust'), isModel: true };
}

/** The means of the configuration that a caller may use. */
export function meansOf({ isOperator, scopes }: Access): ReadonlySet<Means> {
  const all = Object.keys(scopeOfMeans) as Means[];
  return new Set(all.filter((means) => isOperator || scopes.includes(scopeOfMeans[means])));
}

/**
 * Who is acting. Never another user; another project only with a token for every project; another agent only
 * with a token that has none of its own.
 *
 * @example
 * viewerFor(access, { agent: 'alice' }); // { user: 'acme', project: 'shop', agent: 'alice' }
 */
export function viewerFor({ owner, anyProject }: Access, requested: RequestedViewer): Viewer {
  const { project = owner.project, agent = owner.agent } = requested;
  if (project !== owner.project && !anyProject) {
    throw forbidden(
      `This token is for the project "${owner.project}" only. Use a token for every project, or one of "${project}".`,
      { project },
    );
  }
  if (agent !== owner.agent && owner.agent !== null) {
    throw forbidden(
      `This token is for the agent "${owner.agent}" only. Use one of "${agent}", or one of the project's owner.`,
      { agent },
    );
  }
  return { user: owner.user, project, agent };
}

/** Whether a caller may see what concerns the whole installation. */
export function mayAdminister({ scopes }: Access): boolean {
  return scopes.includes('admin');
}

/** What is known of a caller where it is decided what it may do. */
interface ScopedAccess extends Pick<Access, 'scopes' | 'anyProject' | 'isOperator'> {
  readonly owner?: Access['owner'];
  /** A language model asks. */
  readonly isModel?: boolean;
}

type OperationScopes = Pick<
  Operation,
  'name' | 'effect' | 'effectOf' | 'administers' | 'spansProjects' | 'trust' | 'means' | 'needs'
>;

/** Refuses an operation that the caller has no scope for, and names the scope that is missing. Without an input, what every call needs. */
export function requireScopes(access: ScopedAccess, operation: OperationScopes, input?: unknown): void {
  const { effectOf, administers, spansProjects } = operation;
  if (spansProjects === true && !access.anyProject) {
    throw forbidden(
      `${operation.name} concerns every project; this token is for one. Use one for all of them.`,
      {
        operation: operation.name,
        project: access.owner?.project,
      },
    );
  }
  // What some calls do is not known before their input is.
  const isKnown = input !== undefined;
  const effects = effectOf === undefined ? [operation.effect] : isKnown ? [effectOf(Object(input))] : [];
  const means = isKnown && !access.isOperator ? meansNeeded(operation, input) : [];
  const needed: TokenScope[] = [
    ...effects,
    ...(administers === true ? (['admin'] as const) : []),
    ...(raisesTrust(operation, input) ? (['trust'] as const) : []),
    ...means.map((one) => scopeOfMeans[one]),
  ];
  const missing = needed.filter((scope) => !access.scopes.includes(scope));
  if (missing.length === 0) return;
  if (access.isModel === true && missing.includes('trust')) throw forPeople(operation.name);
  throw forbidden(
    `${operation.name} needs the scope ${missing.map(quoted).join(' and ')}; this token has ${access.scopes.join(', ')}. Use a token that has it.`,
    { operation: operation.name, missing, scopes: access.scopes },
  );
}

/** Nobody can make a token that opens more than their own. Input that is not valid is left to the engine. */
export function refuseWiderToken(access: Access, operation: Pick<Operation, 'name'>, input: unknown): void {
  if (operation.name !== 'token.create') return;
  const { success, data } = createTokenInput.safeParse(input);
  if (!success) return;
  const more = data.scopes.filter((scope) => !access.scopes.includes(scope));
  if (more.length > 0) {
    throw forbidden(
      `A token cannot give what it does not have: ${more.map(quoted).join(', ')}. Ask for scopes among: ${access.scopes.join(', ')}.`,
      { fields: ['scopes'], missing: more, scopes: access.scopes },
    );
  }
  if (data.anyProject && !access.anyProject) {
    throw forbidden('A token for one project cannot make one for every project. Leave out "anyProject".', {
      fields: ['anyProject'],
    });
  }
  const { expiresAt } = access;
  if (expiresAt !== null && (data.expiresAt === null || data.expiresAt > expiresAt)) {
    throw forbidden(
      `A token cannot make one that outlives it. Give an "expiresAt" of at most ${expiresAt}.`,
      { fields: ['expiresAt'], expiresAt },
    );
  }
}

/** What a model reads that tries what is offered to no model. */
export function forPeople(operation: string): EngramError {
  return forbidden(`${operation} is for people, and for no model in this way: ask the person you work for.`, {
    operation,
    missing: ['trust'],
  });
}

function forbidden(message: string, details: Readonly<Record<string, unknown>>): EngramError {
  return new EngramError('forbidden', message, { details });
}

const quoted = (text: string): string => `"${text}"`;
