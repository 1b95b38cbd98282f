/**
 * Engram for agents of the AI SDK, `ai` 6 and 7. Any name added here is a promise; a test pins the list.
 */
export type { AiSdkTool, AiSdkTools } from './contract.ts';
export { engramTools } from './engram-tools.ts';
export {
  type EngramMiddleware,
  engramMiddleware,
  type InjectMemories,
  type MiddlewareOptions,
} from './middleware.ts';
export { type RecordToolsOptions, recordTools } from './record-tools.ts';
export { type CallToApprove, type ReplayToolsOptions, replayTools } from './replay-tools.ts';
export { type AgentRun, type AgentWork, withEngram } from './with-engram.ts';
