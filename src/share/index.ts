export { listGrants, revokeGrant } from './grants.ts';
export { exportKnowledge } from './knowledge/export.ts';
export { importKnowledge } from './knowledge/import.ts';
export { mergeKnowledge } from './knowledge/merge.ts';
export { share } from './share.ts';
