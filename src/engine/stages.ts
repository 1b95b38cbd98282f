import { once } from '../store/once.ts';

/**
 * Stages and providers, and parts of them, that are loaded when they are first needed. Loading all of them takes longer
 * than most commands take to run; listing needs none of them.
 */
export const loadCapture = once(() => import('../capture/index.ts'));
export const loadRedaction = once(() => import('../text/redact/redact.ts'));
export const loadAudit = once(() => import('../audit/index.ts'));
export const loadRecall = once(() => import('../recall/index.ts'));
export const loadPromptContext = once(() => import('../recall/prompt-context.ts'));
export const loadSimilarTasks = once(() => import('../recall/similar-tasks.ts'));
export const loadLearn = once(() => import('../learn/index.ts'));
/** The questions that are asked in the middle of work: they need little of what learning is made of. */
export const loadRecognise = once(() => import('../learn/failures/recognise.ts'));
export const loadSuggest = once(() => import('../learn/decisions/suggest.ts'));
export const loadTemplates = once(() => import('../templates/index.ts'));
export const loadRun = once(() => import('../run/index.ts'));
export const loadWorkflows = once(() => import('../workflows/index.ts'));
export const loadCoordinate = once(() => import('../coordinate/index.ts'));
export const loadShare = once(() => import('../share/index.ts'));
export const loadRetain = once(() => import('../retain/index.ts'));
export const loadMeasure = once(() => import('../measure/index.ts'));
export const loadTelemetry = once(() => import('../measure/telemetry/telemetry.ts'));
export const loadUsers = once(() => import('../users/index.ts'));
export const loadGitHubWork = once(() => import('../github/index.ts'));
export const loadGitHub = once(() => import('../providers/github/open-github.ts'));
export const loadEmbedders = once(() => import('../providers/open-embedder.ts'));
export const loadFleet = once(() => import('./open-fleet.ts'));
