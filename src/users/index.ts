/** User models, loaded together when they are first needed. */
export { eraseUser } from './erase-user.ts';
export { evaluateBackends } from './evaluate-backends.ts';
export { localUserModel } from './local-user-model.ts';
export { describeBackend, useMemoryBackend } from './use-user-model.ts';
