import { EngramError, invalidInput, phrase } from '../errors.ts';
import type { Grant } from '../records/grant.ts';
import { sameScope, type Viewer } from '../records/scope.ts';
import type { AskedShare } from './select-records.ts';

export function notOnward(what: string): EngramError {
  return new EngramError('forbidden', `"${what}" was shared with you, but not for sharing it on.`, {
    hint: phrase`Ask its owner for a grant that may be shared on, or to share it with them directly.`,
  });
}

export function ofTheProject(id: string): EngramError {
  return new EngramError(
    'forbidden',
    `The memory "${id}" is the project's, which every agent of it reads already.`,
    {
      hint: phrase`Only the owner shares it with another project: act without ${{ acting: 'agent' }}.`,
    },
  );
}

/** Refuses a receiver that is not said, not allowed, or has the records anyway. */
export function refuseReceiver(
  asked: AskedShare,
  viewer: Viewer,
  { scope, what, to }: Pick<Grant, 'scope' | 'what' | 'to'>,
): void {
  const isNobody = asked.to === undefined && asked.toProject === undefined && !asked.failures;
  if (isNobody) {
    throw invalidInput(
      phrase`Say who receives it: an agent with ${{ field: 'to' }}, or all agents of a project with ${{ field: 'toProject' }}.`,
    );
  }
  if (viewer.agent !== null && to.project !== viewer.project) {
    throw new EngramError('forbidden', 'Only the owner of a project shares something with another project.', {
      hint: phrase`Act without ${{ acting: 'agent' }}.`,
    });
  }
  if (what.of !== 'memories' && to.project !== scope.project) {
    throw invalidInput('Failures and patterns are shared within a project.', {
      hint: phrase`Share memories of kind failure instead, with ${{ field: 'kind' }}.`,
    });
  }
  if (to.agent !== null && sameScope(scope, { ...scope, ...to }))
    throw invalidInput(`"${to.agent}" has these records already: they are its own.`);
}

/** A caller without the scope `trust` opens no records but its own. */
export function ofAnother(): EngramError {
  return new EngramError(
    'forbidden',
    'This would open records of another agent, or of the whole project, which a person does, or a token with the scope "trust".',
    {
      details: { missing: ['trust'] },
      hint: phrase`Share what is your own, as ${{ acting: 'agent' }}.`,
    },
  );
}
