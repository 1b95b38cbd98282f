import { EngramError } from '../errors.ts';
import type { ServiceFailure } from './attempts.ts';

/** A service that speaks as OpenAI's does, as errors name it. */
export interface NamedService {
  readonly kind: 'embedder' | 'model';
  readonly address: string;
  /** The model that is asked for, and the setting that names it. */
  readonly model: string;
  readonly modelSetting: string;
  /** What was asked for: `vectors`. */
  readonly expected: string;
  /** What to do when it does not answer, answers something else, or refuses what was asked. */
  readonly advice: Readonly<Record<ServiceFailure['kind'], string>>;
}

/** The failure of a service for people, with the setting to look at. */
export function explainOpenaiFailure(failure: ServiceFailure, service: NamedService): EngramError {
  const { kind, address, model, expected } = service;
  const status = failure.kind === 'refused' ? failure.status : null;
  const problem = `The ${kind} at ${address} gave no ${expected}: ${failure.reason}.`;
  const details = { [kind]: `openai:${model}`, ...(status === null ? {} : { status }) };
  // Not "unauthorized": Engram's own interfaces answer with it.
  const code = failure.kind === 'unavailable' ? 'timeout' : 'config_invalid';
  return new EngramError(code, `${problem} ${adviceFor(failure, service)}`, { details });
}

function adviceFor(failure: ServiceFailure, { kind, model, modelSetting, advice }: NamedService): string {
  if (failure.kind !== 'refused') return advice[failure.kind];
  const key = `ENGRAM_${kind.toUpperCase()}_API_KEY (${kind}.apiKey)`;
  const { status } = failure;
  if (status === null) return `See that ${kind}.url is an address, and ${key} a key.`;
  if (status === 401 || status === 403) return `Set ${key} to a key that may use "${model}".`;
  if (status < 400) return `Set ${kind}.url to the address it leads to: redirects are not followed.`;
  if (status === 404 || status === 405)
    return `See that ${kind}.url is right (most end in /v1) and that ${modelSetting} "${model}" is there.`;
  return advice.refused;
}
