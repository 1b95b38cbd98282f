import { invalidInput } from '../errors.ts';
import { type BackendAction, backendActions } from '../records/user-model-inputs.ts';

const needed: Readonly<Partial<Record<BackendAction, readonly string[]>>> = {
  store: ['key', 'value'],
  retrieve: ['key'],
  query: ['query_text'],
  delete: ['key'],
};

/** Refuses what is no action, and says which there are. */
export function knownAction(action: unknown): BackendAction {
  const known = backendActions.find((one) => one === action);
  if (known !== undefined) return known;
  const said =
    typeof action === 'string'
      ? `Unknown action ${JSON.stringify(action.slice(0, 100))}.`
      : 'There is no action.';
  throw invalidInput(`${said} Known actions: ${backendActions.join(', ')}.`, {
    details: { fields: ['action'] },
  });
}

/** Refuses an action whose fields are not all given. */
export function requireFields(action: BackendAction, given: Readonly<Record<string, unknown>>): void {
  const missing = (needed[action] ?? []).filter((name) => given[name] === undefined);
  if (missing.length === 0) return;
  throw invalidInput(`The action "${action}" needs ${missing.map((name) => `"${name}"`).join(' and ')}.`, {
    details: { fields: missing },
  });
}
