import { EngramError } from '../errors.ts';
import type { ViewerContext } from '../ports/context.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import { type Means, scopeOfMeans } from '../records/token.ts';

/**
 * The context of a caller who has only some means of the configuration. What can be done without one is done without it, as if it
 * were not configured; all else is refused.
 *
 * @param withoutServers the tools a caller brings along, without those of the configuration
 * @example
 * limitMeans(context, new Set(['model']), withoutServers); // asks the model, and reaches no tool, no GitHub, no Honcho
 */
export function limitMeans(
  context: ViewerContext,
  allowed: ReadonlySet<Means>,
  withoutServers: Toolbox,
): ViewerContext {
  const refuse = (means: Means) => async () => {
    throw new EngramError(
      'forbidden',
      `This needs ${needed[means]} of the server's configuration, and so a token with the scope "${scopeOfMeans[means]}".`,
      { details: { missing: [scopeOfMeans[means]] } },
    );
  };
  return {
    ...context,
    ...(!allowed.has('tools') && { toolbox: { ...withoutServers, cache: context.toolbox.cache } }),
    ...(!allowed.has('model') && { model: () => null }),
    ...(!allowed.has('github') && { github: refuse('github') }),
    ...(!allowed.has('backend') &&
      context.settings.backend.honcho.apiKey !== null && { userModels: refuse('backend') }),
  };
}

const needed: Readonly<Record<Means, string>> = {
  tools: 'the tools',
  model: 'the language model',
  github: 'the access to GitHub',
  backend: 'the account at Honcho',
  webhooks: 'the webhooks',
};
