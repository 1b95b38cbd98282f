export { listGrants, revokeGrant } from './grants.ts';
export { share } from './share.ts';
