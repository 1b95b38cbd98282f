import { loadCapture, loadLearn, loadMeasure, loadRun, loadTemplates } from '../../engine/stages.ts';
import { adviceOperations } from '../../operations/advice.ts';
import { agentOperations } from '../../operations/agents.ts';
import { failureOperations } from '../../operations/failures.ts';
import { memoryOperations } from '../../operations/memories.ts';
import { memoryLifeOperations } from '../../operations/memory-life.ts';
import { patternOperations } from '../../operations/patterns.ts';
import { preventionOperations } from '../../operations/prevention.ts';
import { reportOperations } from '../../operations/report.ts';
import { runOperations } from '../../operations/runs.ts';
import { sessionTemplateOperations } from '../../operations/session-templates.ts';
import { sessionOperations } from '../../operations/sessions.ts';
import { solveOperations } from '../../operations/solve.ts';
import { statisticsOperations } from '../../operations/statistics.ts';
import { taskOperations } from '../../operations/tasks.ts';
import { templateChangeOperations } from '../../operations/template-changes.ts';
import { exampleOperations } from '../../operations/template-examples.ts';
import { templateMemoryOperations } from '../../operations/template-memory.ts';
import { templateOperations } from '../../operations/templates.ts';
import { tokenOperations } from '../../operations/tokens.ts';
import type { ViewerContext } from '../../ports/context.ts';
import { executeTyped } from '../../run/execute/contract.ts';
import { libraryOf, methodOf } from './library.ts';
import type { RunTemplateAgain, View } from './view.ts';

/** Everything Engram does, for one viewer: a method for each operation, and what only a library can offer. */
export function viewOf(context: ViewerContext): View {
  const { viewer } = context;
  const startRun: View['startRun'] = async (input, options) =>
    (await loadRun()).beginNormalRun(context, viewer, input, options);
  const { append } = libraryOf(context, sessionOperations);
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
    tasks: libraryOf(context, taskOperations),
    runs: libraryOf(context, runOperations),
    sessions: {
      ...libraryOf(context, sessionOperations),
      importFile: async (path, options) =>
        (await loadTemplates()).importSessionFile(context, viewer, path, options),
    },
    memories: { ...libraryOf(context, memoryOperations), ...libraryOf(context, memoryLifeOperations) },
    learning: {
      ...libraryOf(context, patternOperations),
      ...libraryOf(context, failureOperations),
      ...libraryOf(context, adviceOperations),
      async *groupLines(lines) {
        yield* (await loadLearn()).groupLines(lines);
      },
    },
    prevention: libraryOf(context, preventionOperations),
    ...libraryOf(context, reportOperations),
    watchReport: async (options) => (await loadMeasure()).watchReport(context, viewer, options),
    templates: {
      ...libraryOf(context, templateOperations),
      ...libraryOf(context, templateChangeOperations),
      // It answers a dry run exactly when it is asked for one.
      run: methodOf(context, templateOperations.run) as RunTemplateAgain,
      begin: async (input) => (await loadRun()).beginTemplate(context, viewer, input),
      memory: libraryOf(context, templateMemoryOperations),
      examples: libraryOf(context, exampleOperations),
    },
    ...libraryOf(context, solveOperations),
    sessionTemplates: libraryOf(context, sessionTemplateOperations),
    execute: executeTyped(async (...asked) => (await loadRun()).executeTask(context, viewer, ...asked)),
    tokens: libraryOf(context, tokenOperations),
    agents: libraryOf(context, agentOperations),
    ...libraryOf(context, statisticsOperations),
  };
}
