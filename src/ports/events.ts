/** What happened, for live views, metrics and plug-ins. Noun, then verb. */
export type EngramEvent =
  | { readonly type: 'run-started' | 'run-finished'; readonly runId: string }
  | { readonly type: 'step-recorded'; readonly runId: string; readonly stepId: string }
  | { readonly type: 'memory-recorded' | 'memory-deleted'; readonly memoryId: string }
  | { readonly type: 'template-saved'; readonly templateId: string }
  /** Records that could not be written although the agent's work went on. */
  | { readonly type: 'records-lost'; readonly count: number; readonly reason: string };

/** Receives events. It must not throw and should return at once. */
export type EventListener = (event: EngramEvent) => void;
