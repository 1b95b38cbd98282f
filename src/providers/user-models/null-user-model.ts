import type { UserModelBackend } from '../../ports/user-model.ts';

/** Switched off: every call is accepted, nothing is kept, nothing costs anything. */
export const nullUserModel: UserModelBackend = {
  name: 'null (disabled)',
  isCloud: false,
  location: 'nowhere',
  requiresApiKey: false,
  isAvailable: async () => true,
  store: async () => false,
  retrieve: async () => undefined,
  query: async () => [],
  listKeys: async () => [],
  delete: async () => false,
};
