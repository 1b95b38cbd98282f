export { deleteMany } from './delete-records.ts';
export { retentionWork, runPolicies } from './enforce.ts';
export {
  listHolds,
  listPolicies,
  previewPolicies,
  releaseHold,
  removePolicy,
  retentionReport,
  setHold,
  setPolicy,
} from './policies.ts';
