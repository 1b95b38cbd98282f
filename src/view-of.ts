import { setTimeout as sleep } from 'node:timers/promises';
import { type Learning, learningFor } from './apply/gate.ts';
import { afterSession } from './apply/session-templates/automatic.ts';
import { listExperiments, runExperiment, showExperiment } from './apply/session-templates/experiment.ts';
import { injectTemplate } from './apply/session-templates/seed.ts';
import {
  bestSessionTemplate,
  createSessionTemplate,
  deleteSessionTemplate,
  listSessionTemplates,
  sessionTemplateStatistics,
  showSessionTemplate,
} from './apply/session-templates/session-templates.ts';
import { openRun, recordRun } from './capture/capture.ts';
import { importMemories } from './capture/import-memories.ts';
import { importSessions, importSessionText, type SessionImport } from './capture/import-sessions.ts';
import { deleteMemory, recordMemory } from './capture/memories.ts';
import {
  appendStep,
  type FinishedRun,
  type FinishRun,
  finishRun,
  type StartRun,
  startRun,
} from './capture/runs.ts';
import { appendMessage, openSession } from './capture/sessions.ts';
import { createTask, showTask, type UpdateTask, updateTask } from './capture/tasks.ts';
import {
  applicationsOf,
  applyPattern,
  endingOf,
  settleApplications,
  taskTurn,
} from './learn/apply-pattern.ts';
import { suggest } from './learn/decisions/suggest.ts';
import { predict, recommendFor, trends } from './learn/executions/advise.ts';
import { listFailures, recognise, solutionsFor } from './learn/failures/failures.ts';
import { forgetPattern } from './learn/failures/forget.ts';
import { groupLines, groupMessages } from './learn/failures/group-messages.ts';
import { solved } from './learn/failures/learn-failure.ts';
import { learned } from './learn/learned.ts';
import { consolidate } from './learn/life/consolidate.ts';
import { historyOf, whyOf } from './learn/life/explain.ts';
import { prune } from './learn/life/prune.ts';
import { feedback } from './learn/life/uses.ts';
import { listPatterns, renamePattern, showPattern } from './learn/patterns.ts';
import {
  createCheck,
  deleteCheck,
  generateChecks,
  listChecks,
  showCheck,
  switchCheck,
} from './learn/prevention/prevent.ts';
import { renameCheck } from './learn/prevention/rename-check.ts';
import { settleTrials } from './learn/prevention/settle.ts';
import { teach } from './learn/prevention/teach.ts';
import { checkCall, guardFor } from './learn/prevention/watch.ts';
import { type AskReport, learningStatistics, reportFor } from './measure/learning.ts';
import { statistics } from './measure/measure.ts';
import { watchReport } from './measure/watch-report.ts';
import type { Outcome } from './model/record.ts';
import type { Report } from './model/report.ts';
import type { RunMode } from './model/run.ts';
import type { Viewer } from './model/scope.ts';
import type { Task } from './model/task.ts';
import type { Template } from './model/template.ts';
import type { Context } from './ports/context.ts';
import type { RunHandle, RunOptions } from './ports/run-handle.ts';
import * as browse from './recall/browse.ts';
import { contextFor } from './recall/prompt-context.ts';
import { retrieveMemories, searchMemories } from './recall/recall.ts';
import { similarTasks, similarWork, type TaskQuestion } from './recall/similar-tasks.ts';
import { executeWith } from './run/execute/execute.ts';
import { readSessionFile } from './session-files.ts';
import { createToken, listTokens, revokeToken } from './share/tokens.ts';
import { afterTemplateRun, templateKnowledge, templatesOf } from './template-view-of.ts';
import type { Toolbox } from './toolbox.ts';
import type { View } from './view.ts';

/** The stages in the order data flows through them, bound to one viewer. */
export function viewOf(context: Context, viewer: Viewer, toolbox: Toolbox): View {
  /** Every run begins here, and only here the gate is asked what it may know (TPL-4). */
  async function beginRun(
    input: StartRun,
    mode: RunMode,
    known?: Template,
    options: RunOptions = {},
  ): Promise<{ run: RunHandle; learning: Learning | null }> {
    const learning = await learningFor(mode, templateKnowledge(context, viewer, known));
    const guard = (await guardFor(context, viewer)) ?? undefined;
    const run = await openRun(context, viewer, input, mode, { ...options, guard });
    return { run: followedUp(run, input.task, learning), learning };
  }

  /** The same handle, after whose end it is found out what came of checks and patterns. */
  function followedUp(run: RunHandle, taskId: string | undefined, learning: Learning | null): RunHandle {
    return {
      ...run,
      async finish(end) {
        const report = await run.finish(end);
        context.inBackground(() => afterRun(run.id, taskId ?? null, end.outcome));
        if (learning !== null)
          context.inBackground(() => afterTemplateRun(context, viewer, learning, run.id));
        return report;
      },
    };
  }

  async function afterRun(runId: string, taskId: string | null, outcome: Outcome): Promise<void> {
    await settleTrials(context, viewer, runId);
    if (taskId !== null) await settleApplications(context, viewer, taskId, outcome);
    await afterSession(context, viewer, { sessionId: null, runId, outcome });
  }

  async function startNormalRun(input: StartRun, options?: RunOptions): Promise<RunHandle> {
    return (await beginRun(input, { kind: 'normal' }, undefined, options)).run;
  }

  async function finishOutside(input: FinishRun): Promise<FinishedRun> {
    const end = await finishRun(context, viewer, input);
    const run = await context.store.getRun(viewer, end.id);
    if (run !== undefined) await afterRun(end.id, run.task.id, end.outcome);
    return end;
  }

  async function changeTask(input: UpdateTask): Promise<Task> {
    const task = await context.inTurn(taskTurn(viewer, input.id), () => updateTask(context, viewer, input));
    const ending = endingOf(task.status);
    if (ending === undefined || task.guidance.length === 0) return task;
    await settleApplications(context, viewer, task.id, ending);
    return showTask(context, viewer, task.id);
  }

  /** What only this memory told of is forgotten with it. */
  async function forgetMemory(id: string): Promise<{ deleted: string }> {
    const memory = await context.store.getMemory(viewer, id);
    const deleted = await deleteMemory(context, viewer, id);
    if (memory !== undefined) await forgetPattern(context, viewer, memory);
    return deleted;
  }

  /** What came of session templates is seen when sessions come in, too; and some become templates. */
  function withTemplates(imported: SessionImport): SessionImport {
    context.inBackground(async () => {
      for (const { sessionId, runId, outcome } of imported.runs) {
        if (outcome !== null) await afterSession(context, viewer, { sessionId, runId, outcome });
      }
    });
    return imported;
  }

  const reportNow = async (input: AskReport = {}): Promise<Report> =>
    reportFor(context, viewer, input, await learned(context, viewer));

  const findSimilar = (question: TaskQuestion) => similarWork(context, viewer, question);

  return {
    viewer,

    // capture
    startRun: startNormalRun,
    run: async (input, work, options) => recordRun(await startNormalRun(input, options), work),
    session: (id) => openSession(context, viewer, id),
    tasks: {
      create: (input) => createTask(context, viewer, input),
      update: changeTask,
      show: (id) => showTask(context, viewer, id),
      list: (input = {}) => browse.listTasks(context, viewer, input),
      similar: (input) => similarTasks(context, viewer, input),
    },
    runs: {
      start: (input) => startRun(context, viewer, input),
      step: (input) => appendStep(context, viewer, input),
      finish: finishOutside,
      show: (id) => browse.showRun(context, viewer, id),
      list: (input = {}) => browse.listRuns(context, viewer, input),
    },
    sessions: {
      append: (input) => appendMessage(context, viewer, input),
      import: async (input) => withTemplates(await importSessionText(context, viewer, input)),
      importFile: async (path, { format = 'auto', task, outcome, onProgress } = {}) => {
        const sessions = readSessionFile(path, format);
        return withTemplates(await importSessions(context, viewer, sessions, { task, outcome }, onProgress));
      },
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
      delete: forgetMemory,
      feedback: (input) => feedback(context, viewer, input),
      why: (id) => whyOf(context, viewer, id),
      history: (id) => historyOf(context, viewer, id),
      prune: (input = {}) => prune(context, viewer, input),
      consolidate: (input = {}) => consolidate(context, viewer, input),
    },

    // learn
    learning: {
      suggest: (input) =>
        suggest(context, viewer, input, async (task) => {
          const work = await findSimilar({ task });
          return { description: work.task.description, runs: work.runs };
        }),
      patterns: (input = {}) => listPatterns(context, viewer, input),
      show: async (name) => {
        const pattern = await showPattern(context, viewer, name);
        return { pattern, applications: await applicationsOf(context, viewer, pattern.slug) };
      },
      rename: (input) => renamePattern(context, viewer, input),
      applyPattern: (input) => applyPattern(context, viewer, input),
      failures: (input = {}) => listFailures(context, viewer, input),
      recognise: (input) => recognise(context, viewer, input),
      learn: (input) => teach(context, viewer, input),
      solutions: (input) => solutionsFor(context, viewer, input),
      solved: (input) => solved(context, viewer, input),
      recommend: (input) => recommendFor(context, viewer, input, findSimilar),
      predict: (input) => predict(context, viewer, input, findSimilar),
      trends: (input = {}) => trends(context, viewer, input),
      signatures: async (input) => groupMessages(input),
      groupLines,
      stats: async () => learningStatistics(context, viewer, await learned(context, viewer)),
    },
    prevention: {
      check: (input) => checkCall(context, viewer, input),
      generate: (input) => generateChecks(context, viewer, input),
      create: (input) => createCheck(context, viewer, input),
      list: (input = {}) => listChecks(context, viewer, input),
      show: (idOrSlug) => showCheck(context, viewer, idOrSlug),
      switch: (input) => switchCheck(context, viewer, input),
      rename: (input) => renameCheck(context, viewer, input),
      delete: (idOrSlug) => deleteCheck(context, viewer, idOrSlug),
    },

    // apply and run
    ...templatesOf(context, viewer, beginRun, toolbox),
    sessionTemplates: {
      create: (input) => createSessionTemplate(context, viewer, input),
      list: (input = {}) => listSessionTemplates(context, viewer, input),
      show: (name) => showSessionTemplate(context, viewer, name),
      best: (input = {}) => bestSessionTemplate(context, viewer, input),
      delete: (name) => deleteSessionTemplate(context, viewer, name),
      stats: () => sessionTemplateStatistics(context, viewer),
      inject: (input) => injectTemplate(context, viewer, input),
      experiment: (input) => runExperiment(context, viewer, input),
      experiments: (input = {}) => listExperiments(context, viewer, input),
      showExperiment: (name) => showExperiment(context, viewer, name),
    },

    execute: executeWith({
      recommend: (question) => recommendFor(context, viewer, question, findSimilar),
      startRun: startNormalRun,
      solutionsFor: async ({ errorType, message, category }) => {
        const asked = { error: message, errorType, ...(category === null ? {} : { category }) };
        const known = await solutionsFor(context, viewer, asked);
        // A type alone is enough to read about, and not to act upon.
        return known.filter(({ similarity }) => similarity >= 0.5);
      },
      noteTrial: async (id, run, worked) => {
        await solved(context, viewer, { id, run, outcome: worked ? 'success' : 'failure' });
      },
      sleep: async (milliseconds, signal) => {
        await sleep(milliseconds, undefined, { signal });
      },
      clock: context.clock,
      random: context.random,
      settings: { minimumConfidence: context.settings.learning.minimumConfidence },
    }),

    // share
    tokens: {
      create: (input) => createToken(context, viewer, input),
      list: () => listTokens(context, viewer),
      revoke: (id) => revokeToken(context, viewer, id),
    },

    // measure
    agents: { list: () => context.store.listAgents(viewer) },
    stats: async () => ({ ...(await statistics(context, viewer)), resultCache: toolbox.cache() }),
    report: reportNow,
    watchReport: (options) => watchReport(context, reportNow, options),
  };
}
