/** Reading the audit, loaded together when it is first needed. */
export { exportAudit, listAudit, verifyAudit } from './read-audit.ts';
