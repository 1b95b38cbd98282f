import { setTimeout as sleep } from 'node:timers/promises';
import { createToken, listTokens, revokeToken } from './access/tokens.ts';
import type { SessionImport } from './capture/import-sessions.ts';
import type { FinishedRun, FinishRun, StartRun } from './capture/runs.ts';
import type { AppendMessage } from './capture/sessions.ts';
import type { UpdateTask } from './capture/tasks.ts';
import type { Toolbox } from './engine/toolbox.ts';
import type { AskReport } from './measure/learning.ts';
import type { Context } from './ports/context.ts';
import type { RunHandle, RunOptions } from './ports/run-handle.ts';
import * as browse from './recall/browse.ts';
import type { TaskQuestion } from './recall/similar-tasks.ts';
import type { Outcome } from './records/record.ts';
import type { Report } from './records/report.ts';
import type { RunMode } from './records/run.ts';
import type { Viewer } from './records/scope.ts';
import type { Message } from './records/session.ts';
import type { Task } from './records/task.ts';
import type { Template } from './records/template.ts';
import { executeTyped } from './run/execute/contract.ts';
import type { ExecuteDoors } from './run/execute/execution.ts';
import {
  loadApply,
  loadCapture,
  loadLearn,
  loadMeasure,
  loadRecall,
  loadRun,
  loadSessionFiles,
  loadSessionImport,
} from './stages.ts';
import { afterTemplateRun, templateKnowledge, templatesOf } from './template-view-of.ts';
import { type Learning, learningFor } from './templates/gate.ts';
import type { View } from './view.ts';

/** What records; loaded by whoever first records something. */
type Capture = Awaited<ReturnType<typeof loadCapture>>;

/** The stages in the order data flows through them, bound to one viewer. */
export function viewOf(context: Context, viewer: Viewer, toolbox: Toolbox): View {
  const recording = <Result>(record: (capture: Capture) => Promise<Result>): Promise<Result> =>
    context.beforeClose(async () => record(await loadCapture()));

  const append = (input: AppendMessage): Promise<Message> =>
    recording(({ appendMessage }) => appendMessage(context, viewer, input));

  /** Every run begins here, and only here the gate is asked what it may know (TPL-4). */
  async function beginRun(
    input: StartRun,
    mode: RunMode,
    known?: Template,
    options: RunOptions = {},
  ): Promise<{ run: RunHandle; learning: Learning | null }> {
    const learning = await learningFor(mode, templateKnowledge(context, viewer, known));
    const [{ openRun }, { guardFor }] = await Promise.all([loadCapture(), loadLearn()]);
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
    const { settleApplications, settleTrials } = await loadLearn();
    await settleTrials(context, viewer, runId);
    if (taskId !== null) await settleApplications(context, viewer, taskId, outcome);
    const { afterSession } = await loadApply();
    await afterSession(context, viewer, { sessionId: null, runId, outcome });
  }

  async function startNormalRun(input: StartRun, options?: RunOptions): Promise<RunHandle> {
    return (await beginRun(input, { kind: 'normal' }, undefined, options)).run;
  }

  async function finishOutside(input: FinishRun): Promise<FinishedRun> {
    const end = await recording(({ finishRun }) => finishRun(context, viewer, input));
    const run = await context.store.getRun(viewer, end.id);
    if (run !== undefined) await afterRun(end.id, run.task.id, end.outcome);
    return end;
  }

  async function changeTask(input: UpdateTask): Promise<Task> {
    const [{ showTask, updateTask }, { endingOf, settleApplications, taskTurn }] = await Promise.all([
      loadCapture(),
      loadLearn(),
    ]);
    const task = await context.inTurn(taskTurn(viewer, input.id), () => updateTask(context, viewer, input));
    const ending = endingOf(task.status);
    if (ending === undefined || task.guidance.length === 0) return task;
    await settleApplications(context, viewer, task.id, ending);
    return showTask(context, viewer, task.id);
  }

  /** What only this memory told of is forgotten with it. */
  async function forgetMemory(id: string): Promise<{ deleted: string }> {
    const memory = await context.store.getMemory(viewer, id);
    const deleted = await recording(({ deleteMemory }) => deleteMemory(context, viewer, id));
    if (memory !== undefined) await (await loadLearn()).forgetPattern(context, viewer, memory);
    return deleted;
  }

  /** What came of session templates is seen when sessions come in, too; and some become templates. */
  function withTemplates(imported: SessionImport): SessionImport {
    context.inBackground(async () => {
      const { afterSession } = await loadApply();
      for (const { sessionId, runId, outcome } of imported.runs) {
        if (outcome !== null) await afterSession(context, viewer, { sessionId, runId, outcome });
      }
    });
    return imported;
  }

  async function reportNow(input: AskReport = {}): Promise<Report> {
    const [{ learned }, { reportFor }] = await Promise.all([loadLearn(), loadMeasure()]);
    return reportFor(context, viewer, input, await learned(context, viewer));
  }

  const findSimilar = async (question: TaskQuestion) =>
    (await loadRecall()).similarWork(context, viewer, question);

  /** What a task that is executed needs to know and to tell. */
  async function executeDoors(): Promise<ExecuteDoors> {
    const { recommendFor, solutionsFor, solved } = await loadLearn();
    return {
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
    };
  }

  return {
    viewer,

    // capture
    startRun: startNormalRun,
    run: async (input, work, options) => {
      const { recordRun } = await loadCapture();
      return recordRun(await startNormalRun(input, options), work);
    },
    // Opening writes nothing: the session exists from its first message on.
    session: (id = context.ids('ses')) => ({
      id,
      append: (message) => append({ ...message, session: id }),
    }),
    tasks: {
      create: (input) => recording(({ createTask }) => createTask(context, viewer, input)),
      update: changeTask,
      show: async (id) => (await loadCapture()).showTask(context, viewer, id),
      list: (input = {}) => browse.listTasks(context, viewer, input),
      similar: async (input) => (await loadRecall()).similarTasks(context, viewer, input),
    },
    runs: {
      start: (input) => recording(({ startRun }) => startRun(context, viewer, input)),
      step: (input) => recording(({ appendStep }) => appendStep(context, viewer, input)),
      finish: finishOutside,
      show: (id) => browse.showRun(context, viewer, id),
      list: (input = {}) => browse.listRuns(context, viewer, input),
    },
    sessions: {
      append,
      import: async (input) => {
        const { importSessionText } = await loadSessionImport();
        return withTemplates(await importSessionText(context, viewer, input));
      },
      importFile: async (path, { format = 'auto', task, outcome, onProgress } = {}) => {
        const [{ importSessions }, { readSessionFile }] = await Promise.all([
          loadSessionImport(),
          loadSessionFiles(),
        ]);
        const sessions = readSessionFile(path, format);
        return withTemplates(await importSessions(context, viewer, sessions, { task, outcome }, onProgress));
      },
      show: (id) => browse.showSession(context, viewer, id),
      list: (input = {}) => browse.listSessions(context, viewer, input),
    },

    // capture, recall and learn
    memories: {
      record: (input) => recording(({ recordMemory }) => recordMemory(context, viewer, input)),
      get: (id) => browse.getMemory(context, viewer, id),
      list: (input = {}) => browse.listMemories(context, viewer, input),
      search: async (input) => (await loadRecall()).searchMemories(context, viewer, input),
      retrieve: async (input) => (await loadRecall()).retrieveMemories(context, viewer, input),
      context: async (input) => (await loadRecall()).contextFor(context, viewer, input),
      import: (items) => recording(({ importMemories }) => importMemories(context, viewer, items)),
      delete: forgetMemory,
      feedback: async (input) => (await loadLearn()).feedback(context, viewer, input),
      why: async (id) => (await loadLearn()).whyOf(context, viewer, id),
      history: async (id) => (await loadLearn()).historyOf(context, viewer, id),
      prune: async (input = {}) => (await loadLearn()).prune(context, viewer, input),
      consolidate: async (input = {}) => (await loadLearn()).consolidate(context, viewer, input),
    },

    // learn
    learning: {
      suggest: async (input) =>
        (await loadLearn()).suggest(context, viewer, input, async (task) => {
          const work = await findSimilar({ task });
          return { description: work.task.description, runs: work.runs };
        }),
      patterns: async (input = {}) => (await loadLearn()).listPatterns(context, viewer, input),
      show: async (name) => {
        const { applicationsOf, showPattern } = await loadLearn();
        const pattern = await showPattern(context, viewer, name);
        return { pattern, applications: await applicationsOf(context, viewer, pattern.slug) };
      },
      rename: async (input) => (await loadLearn()).renamePattern(context, viewer, input),
      applyPattern: async (input) => (await loadLearn()).applyPattern(context, viewer, input),
      failures: async (input = {}) => (await loadLearn()).listFailures(context, viewer, input),
      recognise: async (input) => (await loadLearn()).recognise(context, viewer, input),
      learn: async (input) => (await loadLearn()).teach(context, viewer, input),
      solutions: async (input) => (await loadLearn()).solutionsFor(context, viewer, input),
      solved: async (input) => (await loadLearn()).solved(context, viewer, input),
      recommend: async (input) => (await loadLearn()).recommendFor(context, viewer, input, findSimilar),
      predict: async (input) => (await loadLearn()).predict(context, viewer, input, findSimilar),
      trends: async (input = {}) => (await loadLearn()).trends(context, viewer, input),
      signatures: async (input) => (await loadLearn()).groupMessages(input),
      async *groupLines(lines) {
        yield* (await loadLearn()).groupLines(lines);
      },
      stats: async () => {
        const [{ learned }, { learningStatistics }] = await Promise.all([loadLearn(), loadMeasure()]);
        return learningStatistics(context, viewer, await learned(context, viewer));
      },
    },
    prevention: {
      check: async (input) => (await loadLearn()).checkCall(context, viewer, input),
      generate: async (input) => (await loadLearn()).generateChecks(context, viewer, input),
      create: async (input) => (await loadLearn()).createCheck(context, viewer, input),
      list: async (input = {}) => (await loadLearn()).listChecks(context, viewer, input),
      show: async (idOrSlug) => (await loadLearn()).showCheck(context, viewer, idOrSlug),
      switch: async (input) => (await loadLearn()).switchCheck(context, viewer, input),
      rename: async (input) => (await loadLearn()).renameCheck(context, viewer, input),
      delete: async (idOrSlug) => (await loadLearn()).deleteCheck(context, viewer, idOrSlug),
    },

    // apply and run
    ...templatesOf(context, viewer, beginRun, toolbox),
    sessionTemplates: {
      create: async (input) => (await loadApply()).createSessionTemplate(context, viewer, input),
      list: async (input = {}) => (await loadApply()).listSessionTemplates(context, viewer, input),
      show: async (name) => (await loadApply()).showSessionTemplate(context, viewer, name),
      best: async (input = {}) => (await loadApply()).bestSessionTemplate(context, viewer, input),
      delete: async (name) => (await loadApply()).deleteSessionTemplate(context, viewer, name),
      stats: async () => (await loadApply()).sessionTemplateStatistics(context, viewer),
      inject: async (input) => (await loadApply()).injectTemplate(context, viewer, input),
      experiment: async (input) => (await loadApply()).runExperiment(context, viewer, input),
      experiments: async (input = {}) => (await loadApply()).listExperiments(context, viewer, input),
      showExperiment: async (name) => (await loadApply()).showExperiment(context, viewer, name),
    },

    execute: executeTyped(async (...asked) => (await loadRun()).execute(await executeDoors(), ...asked)),

    // share
    tokens: {
      create: (input) => createToken(context, viewer, input),
      list: () => listTokens(context, viewer),
      revoke: (id) => revokeToken(context, viewer, id),
    },

    // measure
    agents: { list: () => context.store.listAgents(viewer) },
    stats: async () => {
      const { statistics } = await loadMeasure();
      return { ...(await statistics(context, viewer)), resultCache: toolbox.cache() };
    },
    report: reportNow,
    watchReport: async (options) => (await loadMeasure()).watchReport(context, reportNow, options),
  };
}
