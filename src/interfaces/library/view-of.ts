import {
  loadCapture,
  loadCoordinate,
  loadLearn,
  loadMeasure,
  loadRun,
  loadTemplates,
  loadWorkflows,
} from '../../engine/stages.ts';
import type { OperationFiles } from '../../operations/operations.ts';
import type { ViewerContext } from '../../ports/context.ts';
import { executeTyped } from '../../run/execute/contract.ts';
import { libraryOf } from './library.ts';
import type { RunTemplateAgain, View } from './view.ts';

/** Everything Engram does, for one viewer: a method for each operation, and what only a library can offer. */
export function viewOf(context: ViewerContext): View {
  const { viewer } = context;
  const startRun: View['startRun'] = async (input, options) =>
    (await loadRun()).beginNormalRun(context, viewer, input, options);
  const library = <File extends keyof OperationFiles>(file: File) => libraryOf(context, file);
  const { append } = library('sessions');
  return {
    viewer,
    startRun,
    run: async (input, work, options) => {
      const { recordRun } = await loadCapture();
      return recordRun(await startRun(input, options), work);
    },
    session: (id = context.ids('ses')) => ({
      id,
      append: (message) => append({ ...message, session: id }),
    }),
    tasks: {
      ...library('tasks'),
      runPending: async (input = {}, runners, options) => {
        const { modelRunner, runPendingTasks } = await loadCoordinate();
        return runPendingTasks(context, input, runners ?? modelRunner(context), options);
      },
    },
    runs: library('runs'),
    sessions: {
      ...library('sessions'),
      importFile: async (path, options) =>
        (await loadTemplates()).importSessionFile(context, viewer, path, options),
    },
    memories: {
      ...library('memories'),
      ...library('memoryLife'),
      ...library('memoryKeeping'),
      ...library('sharing'),
    },
    retention: library('retention'),
    knowledge: library('knowledge'),
    learning: {
      ...library('patterns'),
      ...library('failures'),
      ...library('advice'),
      async *groupLines(lines) {
        yield* (await loadLearn()).groupLines(lines);
      },
    },
    prevention: library('prevention'),
    ...library('report'),
    watchReport: async (options) => (await loadMeasure()).watchReport(context, viewer, options),
    templates: {
      ...library('templates'),
      ...library('templateChanges'),
      // It answers a dry run exactly when it is asked for one.
      run: library('templates').run as RunTemplateAgain,
      begin: async (input) => (await loadRun()).beginTemplate(context, viewer, input),
      memory: library('templateMemory'),
      examples: library('templateExamples'),
    },
    ...library('solve'),
    sessionTemplates: library('sessionTemplates'),
    execute: executeTyped(async (...asked) => (await loadRun()).executeTask(context, viewer, ...asked)),
    tokens: library('tokens'),
    agents: library('agents'),
    github: library('github'),
    backend: library('backend'),
    audit: library('audit'),
    users: library('users'),
    workflows: {
      ...library('workflows'),
      register: async (...definitions) => (await context.workflows()).register(definitions),
      work: async () => (await context.workflows()).work(),
      run: async (...asked) => {
        const { runWorkflow, shownWorkflow } = await loadWorkflows();
        return shownWorkflow(await runWorkflow(context, ...asked));
      },
      result: async (id, { signal } = {}) => {
        const runtime = await context.workflows();
        return (await loadWorkflows()).shownWorkflow(await runtime.whenSettled(viewer, id, signal));
      },
      resumeWith: async (id, again) => {
        const { resumeWith, shownWorkflow } = await loadWorkflows();
        return shownWorkflow(await resumeWith(context, id, again));
      },
    },
    plans: {
      ...library('plans'),
      run: async (input, runners, options) => {
        const { modelRunner, runPlan } = await loadCoordinate();
        return runPlan(context, input, runners ?? modelRunner(context), options);
      },
    },
    ...library('statistics'),
  };
}
