import { saveTemplate, showTemplate } from './apply/apply.ts';
import { type Learning, learningFor } from './apply/gate.ts';
import { openRun, recordRun } from './capture/capture.ts';
import { importMemories } from './capture/import-memories.ts';
import { importSessions, importSessionText } from './capture/import-sessions.ts';
import { deleteMemory, recordMemory } from './capture/memories.ts';
import { appendStep, finishRun, type StartRun, startRun } from './capture/runs.ts';
import { appendMessage, openSession } from './capture/sessions.ts';
import { createTask, showTask, updateTask } from './capture/tasks.ts';
import { recognise, suggest } from './learn/learn.ts';
import { consolidate } from './learn/life/consolidate.ts';
import { historyOf, whyOf } from './learn/life/explain.ts';
import { prune } from './learn/life/prune.ts';
import { feedback } from './learn/life/uses.ts';
import { statistics } from './measure/measure.ts';
import type { RunMode } from './model/run.ts';
import type { Viewer } from './model/scope.ts';
import type { Context } from './ports/context.ts';
import type { RunHandle } from './ports/run-handle.ts';
import * as browse from './recall/browse.ts';
import { contextFor } from './recall/prompt-context.ts';
import { retrieveMemories, searchMemories } from './recall/recall.ts';
import { similarTasks } from './recall/similar-tasks.ts';
import { functionTools } from './run/function-tools.ts';
import { runTemplate } from './run/run.ts';
import { readSessionFile } from './session-files.ts';
import { createToken, listTokens, revokeToken } from './share/tokens.ts';
import type { View } from './view.ts';

/** The stages in the order data flows through them, bound to one viewer. */
export function viewOf(context: Context, viewer: Viewer): View {
  /** Every run begins here, and only here the gate is asked what it may know (TPL-4). */
  async function beginRun(
    input: StartRun,
    mode: RunMode,
  ): Promise<{ run: RunHandle; learning: Learning | null }> {
    const learning = await learningFor(mode, (id) => showTemplate(context, viewer, id));
    return { run: await openRun(context, viewer, input, mode), learning };
  }

  async function startNormalRun(input: StartRun): Promise<RunHandle> {
    return (await beginRun(input, { kind: 'normal' })).run;
  }

  return {
    viewer,

    // capture
    startRun: startNormalRun,
    run: async (input, work) => recordRun(await startNormalRun(input), work),
    session: (id) => openSession(context, viewer, id),
    tasks: {
      create: (input) => createTask(context, viewer, input),
      update: (input) => updateTask(context, viewer, input),
      show: (id) => showTask(context, viewer, id),
      list: (input = {}) => browse.listTasks(context, viewer, input),
      similar: (input) => similarTasks(context, viewer, input),
    },
    runs: {
      start: (input) => startRun(context, viewer, input),
      step: (input) => appendStep(context, viewer, input),
      finish: (input) => finishRun(context, viewer, input),
      show: (id) => browse.showRun(context, viewer, id),
      list: (input = {}) => browse.listRuns(context, viewer, input),
    },
    sessions: {
      append: (input) => appendMessage(context, viewer, input),
      import: (input) => importSessionText(context, viewer, input),
      importFile: (path, { format = 'auto', task, outcome, onProgress } = {}) =>
        importSessions(context, viewer, readSessionFile(path, format), { task, outcome }, onProgress),
      show: (id) => browse.showSession(context, viewer, id),
      list: (input = {}) => browse.listSessions(context, viewer, input),
    },

    // capture, recall and learn
    memories: {
      record: (input) => recordMemory(context, viewer, input),
      get: (id) => browse.getMemory(context, viewer, id),
      list: (input = {}) => browse.listMemories(context, viewer, input),
      search: (input) => searchMemories(context, viewer, input),
      retrieve: (input) => retrieveMemories(context, viewer, input),
      context: (input) => contextFor(context, viewer, input),
      import: (items) => importMemories(context, viewer, items),
      delete: (id) => deleteMemory(context, viewer, id),
      feedback: (input) => feedback(context, viewer, input),
      why: (id) => whyOf(context, viewer, id),
      history: (id) => historyOf(context, viewer, id),
      prune: (input = {}) => prune(context, viewer, input),
      consolidate: (input = {}) => consolidate(context, viewer, input),
    },

    // learn
    learning: {
      suggest: (input) => suggest(context, viewer, input),
      recognise: (input) => recognise(context, viewer, input),
    },

    // apply and run
    templates: {
      save: (input) => saveTemplate(context, viewer, input),
      show: (idOrSlug) => showTemplate(context, viewer, idOrSlug),
      list: (input = {}) => browse.listTemplates(context, viewer, input),
      run: (input, tools) =>
        runTemplate(
          { showTemplate: (id) => showTemplate(context, viewer, id), beginRun },
          input,
          functionTools(tools),
          context.clock.elapsed,
        ),
    },

    // share
    tokens: {
      create: (input) => createToken(context, viewer, input),
      list: () => listTokens(context, viewer),
      revoke: (id) => revokeToken(context, viewer, id),
    },

    // measure
    agents: { list: () => context.store.listAgents(viewer) },
    stats: () => statistics(context, viewer),
  };
}
