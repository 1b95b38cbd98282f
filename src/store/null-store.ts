import type { Store } from '../ports/store.ts';

const nothing = async (): Promise<readonly never[]> => [];
const emptyPage = async () => ({ items: [], next: null });
const absent = async (): Promise<undefined> => undefined;

/** Memory switched off: every call is accepted, nothing is kept, nothing costs anything. */
export function createNullStore(): Store {
  return {
    name: 'null',
    keeps: false,
    commit: async () => ({ ignored: [] }),
    findTasks: nothing,
    listTasks: emptyPage,
    getRun: absent,
    listRuns: emptyPage,
    listSteps: nothing,
    findFailedSteps: nothing,
    findSessions: nothing,
    listSessions: emptyPage,
    listMessages: nothing,
    getMemory: absent,
    listMemories: emptyPage,
    getMemories: nothing,
    listRevisions: nothing,
    listUses: nothing,
    memoryChanges: async () => ({ entries: [], removed: [], mark: '', more: false, restart: false }),
    vectorsOf: nothing,
    dueUses: nothing,
    expiredMemories: nothing,
    listPlaces: nothing,
    findTemplates: nothing,
    listTemplates: emptyPage,
    listTokens: nothing,
    findToken: absent,
    hasTokens: async () => false,
    listJobs: nothing,
    listAgents: nothing,
    count: async () => ({
      tasks: 0,
      runs: 0,
      finishedRuns: 0,
      successfulRuns: 0,
      steps: 0,
      sessions: 0,
      messages: 0,
      memories: 0,
      memoriesByKind: {},
      templates: 0,
    }),
    health: async () => ({
      backend: 'null',
      location: null,
      formatVersion: 0,
      sizeBytes: 0,
      problems: [],
      details: {},
    }),
    tidy: async () => ({ done: 0, left: 0 }),
    export: async () => ({ commands: [], next: null }),
    close: async () => {},
  };
}
