import type { AgentSummary, MemoryFilter, Store } from '../../ports/store.ts';
import { isExpired, type Memory, type MemoryKind, memoryTopic } from '../../records/memory.ts';
import { newestFirst } from '../../records/page.ts';
import { noRetrievals } from '../../records/retrieval-times.ts';
import { isByAgent } from '../../records/run.ts';
import { type Scope, sameScope, type Viewer } from '../../records/scope.ts';
import type { Session, SessionSummary } from '../../records/session.ts';
import { applyCommand, commandsThatWrite } from './apply-command.ts';
import { readAudit } from './audit.ts';
import { readByWords } from './by-words.ts';
import { readExecutions, totalsOf } from './executions.ts';
import { createJournal } from './journal.ts';
import { readKeptIndex } from './kept-index.ts';
import { readLessons } from './lessons.ts';
import { entryOf, readLife } from './life.ts';
import { readLinks } from './memory-links.ts';
import { readOwned } from './owned.ts';
import { pageOf } from './page.ts';
import { readRecorded } from './recorded.ts';
import { readSelections } from './selections.ts';
import { emptyState, visible, visibleMemories, visibleRuns, visibleSteps } from './state.ts';
import { readTallies } from './tallies.ts';
import { readTemplates } from './templates.ts';
import { readWorkflows } from './workflows.ts';

/**
 * The store as an executable specification: plain maps, the written rules, no cleverness. It keeps nothing
 * beyond the process. Other backends must answer as this one does.
 */
export function createReferenceStore(): Store {
  const state = emptyState();

  const messagesOf = (session: Pick<Session, 'id' | 'scope'>, viewer: Viewer) =>
    visible(state.messages, viewer).filter(
      (message) => message.sessionId === session.id && sameScope(session.scope, message.scope),
    );

  function summarise(session: Session): SessionSummary {
    const messages = messagesOf(session, session.scope);
    return {
      ...session,
      messages: messages.length,
      lastMessageAt: Math.max(...messages.map((message) => message.createdAt)),
    };
  }

  return {
    name: 'memory',
    keeps: true,

    async commit(commands) {
      const journal = createJournal();
      const ignored: number[] = [];
      try {
        commands.forEach((command, index) => {
          if (!applyCommand(state, command, journal)) ignored.push(index);
        });
        return { ignored };
      } catch (error) {
        journal.undo();
        throw error;
      }
    },

    async findTasks(viewer, id) {
      return visible(state.tasks, viewer).filter((task) => task.id === id);
    },
    async listTasks(viewer, filter, page) {
      const tasks = visible(state.tasks, viewer).filter(
        (task) => agrees(task.status, filter.status) && agrees(task.stage, filter.stage),
      );
      return pageOf(tasks, page);
    },

    async getRun(viewer, id) {
      const run = visibleRuns(state, viewer).find((candidate) => candidate.id === id);
      return run === undefined ? undefined : { ...run, totals: totalsOf(state, run) };
    },
    async getRuns(viewer, ids) {
      return visibleRuns(state, viewer)
        .filter(({ id }) => ids.includes(id))
        .map((run) => ({ ...run, totals: totalsOf(state, run) }));
    },
    async listRuns(viewer, filter, page) {
      const runs = visibleRuns(state, viewer).filter(
        (run) => agrees(run.outcome ?? 'running', filter.outcome) && agrees(run.task.id, filter.taskId),
      );
      const { items, next } = pageOf(runs, page);
      return { items: items.map((run) => ({ ...run, totals: totalsOf(state, run) })), next };
    },
    async listSteps(viewer, runId) {
      return visibleSteps(state, viewer)
        .filter((step) => step.runId === runId)
        .sort((left, right) => left.position - right.position || (left.id < right.id ? -1 : 1));
    },
    ...readExecutions(state),
    ...readTallies(state),

    async findSessions(viewer, id) {
      return visible(state.sessions, viewer)
        .filter((session) => session.id === id)
        .map(summarise);
    },
    async listSessions(viewer, page) {
      const { items, next } = pageOf(visible(state.sessions, viewer), page);
      return { items: items.map(summarise), next };
    },
    async listMessages(viewer, session) {
      return messagesOf(session, viewer);
    },

    async getMemory(viewer, id) {
      return visibleMemories(state, viewer).find((memory) => memory.id === id);
    },
    async listMemories(viewer, filter, page) {
      return pageOf(
        visibleMemories(state, viewer).filter((memory) => satisfies(memory, filter)),
        page,
      );
    },
    async listEntries(viewer, filter, limit) {
      const memories = visibleMemories(state, viewer).filter((memory) => satisfies(memory, filter));
      return pageOf(memories, { limit }).items.map(entryOf);
    },
    async getEntries(viewer, ids) {
      return visibleMemories(state, viewer)
        .filter(({ id }) => ids.includes(id))
        .map(entryOf);
    },
    ...readLife(state),
    ...readKeptIndex(state),
    ...readRecorded(state),
    ...readByWords(state),

    ...readLessons(state),

    ...readTemplates(state),

    ...readLinks(state),

    ...readOwned(state),
    ...readAudit(state),

    ...readSelections(state),

    async listTokens(viewer) {
      return visible(state.tokens, viewer).sort(newestFirst);
    },
    async findToken(hash) {
      return structuredClone([...state.tokens.values()].find((token) => token.hash === hash));
    },
    async hasTokens() {
      return state.tokens.size + state.revokedTokens.size > 0;
    },
    ...readWorkflows(state),
    async listJobs() {
      const jobs = [...state.jobs.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
      return structuredClone(jobs);
    },
    async retrievalTimes() {
      return structuredClone(state.retrievals.get('times') ?? noRetrievals);
    },

    async listAgents(viewer) {
      // A run counts for each of its agents.
      const runs = visibleRuns(state, viewer).flatMap((run) =>
        [run.scope.agent, ...run.agents].map((agent) => ({ ...run, scope: { ...run.scope, agent } })),
      );
      const memories = visible(state.memories, viewer);
      const seen = [
        ...runs,
        ...memories,
        ...visible(state.messages, viewer),
        ...visible(state.tasks, viewer),
      ];
      const agents = new Set(seen.map((item) => item.scope.agent).filter((agent) => agent !== null));
      return [...agents].sort().map((agent): AgentSummary => {
        const own = <Item extends { scope: Scope }>(items: Item[]) =>
          items.filter((item) => item.scope.agent === agent);
        return {
          agent,
          runs: own(runs).filter(isByAgent).length,
          successes: own(runs).filter((run) => run.outcome === 'success' && isByAgent(run)).length,
          finished: own(runs).filter((run) => run.outcome !== null && isByAgent(run)).length,
          memories: own(memories).length,
          lastSeenAt: Math.max(...own(seen).map((item) => item.createdAt)),
        };
      });
    },
    async count(viewer, now) {
      const runs = visibleRuns(state, viewer);
      const memories = visible(state.memories, viewer).filter((memory) => satisfies(memory, { now }));
      const memoriesByKind: Partial<Record<MemoryKind, number>> = {};
      for (const { kind } of memories) memoriesByKind[kind] = (memoriesByKind[kind] ?? 0) + 1;
      return {
        tasks: visible(state.tasks, viewer).length,
        runs: runs.length,
        finishedRuns: runs.filter((run) => run.outcome !== null && isByAgent(run)).length,
        successfulRuns: runs.filter((run) => run.outcome === 'success' && isByAgent(run)).length,
        steps: visibleSteps(state, viewer).length,
        sessions: visible(state.sessions, viewer).length,
        messages: visible(state.messages, viewer).length,
        memories: memories.length,
        memoriesByKind,
        templates: visible(state.templates, viewer).length,
      };
    },
    async health() {
      return {
        backend: 'memory',
        location: null,
        formatVersion: 1,
        sizeBytes: 0,
        problems: [],
        details: {},
      };
    },
    async tidy() {
      return { done: 0, left: 0 };
    },
    async export(after, limit) {
      const rest = commandsThatWrite(state).filter(({ place }) => after === null || place > after);
      const piece = rest.slice(0, limit);
      const next = piece.length < rest.length ? (piece.at(-1)?.place ?? null) : null;
      return { commands: structuredClone(piece.map(({ command }) => command)), next };
    },
    async close() {},
  };
}

function agrees<Value>(value: Value, wanted: Value | undefined): boolean {
  return wanted === undefined || value === wanted;
}

function satisfies(memory: Memory, filter: MemoryFilter): boolean {
  return (
    memory.standing === (filter.standing ?? 'active') &&
    !isExpired(memory, filter.now) &&
    agrees(memory.kind, filter.kind) &&
    agrees(memoryTopic(memory), filter.topic) &&
    (filter.tag === undefined || memory.tags.includes(filter.tag))
  );
}
