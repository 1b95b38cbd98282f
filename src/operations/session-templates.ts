import { loadTemplates } from '../engine/stages.ts';
import { printableJson, readJsonFile, writeJsonFile } from '../interfaces/cli/bulk/json-files.ts';
import { ownFlag } from '../interfaces/cli/call.ts';
import * as experiments from '../interfaces/cli/present/experiments.ts';
import * as sessions from '../interfaces/cli/present/session-templates.ts';
import { noInput } from '../records/inputs.ts';
import * as files from '../records/session-template-file.ts';
import * as inputs from '../records/session-template-inputs.ts';
import { asItems, command, createsAt, defineOperation, route } from './operation.ts';
import { itemsOf } from './outputs.ts';
import * as outputs from './session-template-outputs.ts';

const templateExample = {
  name: 'fix-tests',
  task_type: 'code',
  examples: [
    {
      tool_name: 'run_tests',
      arguments: { path: 'test' },
      result: '12 passed',
      success: true,
      turn_number: 3,
    },
  ],
  description: 'Fixing a red test',
  created_at: '2026-01-31T00:00:00.000Z',
  usage_count: 2,
  source_session_id: 'chat-1',
  tags: ['tests'],
};

/** Calls that worked in one session, shown to the next. */
export const sessionTemplateOperations = {
  /**
   * Makes a template of the calls of a session that worked. A name that you have already gets another version.
   *
   * @example
   * await alice.sessionTemplates.create({ session: 'chat-1', name: 'fix-tests', tags: ['tests'] });
   */
  create: defineOperation({
    name: 'session-templates.create',
    summary: 'Create a session template from a successful session',
    effect: 'write',
    input: inputs.createSessionTemplateInput,
    output: outputs.sessionTemplateDetails,
    run: async (context, input) =>
      (await loadTemplates()).createSessionTemplate(context, context.viewer, input),
    cli: command(
      sessions.presentCreatedSessionTemplate,
      'engram session-templates create chat-1 --name fix-tests --tags tests,python',
      'engram session-templates create chat-1 --type code --max-examples 5 --description "Fixing a red test"',
    ),
    http: createsAt('/api/session-templates', { session: 'chat-1', name: 'fix-tests', tags: ['tests'] }),
    mcp: `Makes a session template of a recorded session or run: up to ten of its calls that worked, each with its own result, to begin other sessions with. Use it for a session that went well; for work that is to be repeated call by call, use engram_template_save. Its type is told from its calls unless you give one. A name that is taken gets another version.
Example: {"session":"chat-1","name":"fix-tests","tags":["tests"]}`,
  }),
  /** By name. Any of the tags is enough. */
  list: defineOperation({
    name: 'session-templates.list',
    summary: 'List session templates, by type and any of the tags',
    effect: 'read',
    input: inputs.listSessionTemplatesInput,
    output: itemsOf(outputs.sessionTemplate),
    run: async (context, input) =>
      (await loadTemplates()).listSessionTemplates(context, context.viewer, input),
    answer: asItems,
    cli: command(
      sessions.presentSessionTemplates,
      'engram session-templates list',
      'engram session-templates list --type code --tags tests',
    ),
    http: route('GET /api/session-templates', { type: 'code', tags: ['tests'] }),
    mcp: `Lists session templates, by type (code, file, research, mixed) and any of the tags, with how often each was used and how sessions that began with it ended.
Example: {"type":"code","tags":["tests"]}`,
  }),
  show: defineOperation({
    name: 'session-templates.show',
    summary: 'Show a session template with its examples and results',
    effect: 'read',
    input: inputs.sessionTemplateInput,
    output: outputs.sessionTemplateDetails,
    run: async (context, { name }) =>
      (await loadTemplates()).showSessionTemplate(context, context.viewer, name),
    library: { by: 'name' },
    cli: command(sessions.presentSessionTemplate, 'engram session-templates show fix-tests'),
    http: route('GET /api/session-templates/{name}', { name: 'fix-tests' }),
    mcp: `Shows a session template with its examples, its earlier versions, and the sessions that began with it.
Example: {"name":"fix-tests"}`,
  }),
  /**
   * A template for a file, to be imported elsewhere.
   *
   * @example
   * await writeFile('fix-tests.json', JSON.stringify(await alice.sessionTemplates.export('fix-tests')));
   */
  export: defineOperation({
    name: 'session-templates.export',
    summary: 'Export a session template as a file',
    effect: 'read',
    input: inputs.sessionTemplateInput,
    output: files.sessionTemplateFileSchema,
    run: async (context, { name }) =>
      (await loadTemplates()).exportSessionTemplate(context, context.viewer, name),
    library: { by: 'name' },
    cli: {
      ownFlags: [ownFlag('file', 'Write it to this file instead of standard output')],
      carryOut: (call, perform) =>
        writeJsonFile(
          call,
          async () => (await perform()) as files.SessionTemplateFile,
          ({ name }) => `the session template ${name}`,
        ),
      present: printableJson,
      examples: ['engram session-templates export fix-tests --file fix-tests.json'],
    },
    http: route('GET /api/session-templates/{name}/file', { name: 'fix-tests' }),
    mcp: `Exports a session template as one JSON document for a file, to be imported elsewhere with engram_session_templates_import. Use it only when you were asked to.
Example: {"name":"fix-tests"}`,
  }),
  /**
   * Brings templates in from files. All are checked first; doing it again changes nothing.
   *
   * @example
   * await bob.sessionTemplates.import({ templates: JSON.parse(await readFile('fix-tests.json', 'utf8')) });
   */
  import: defineOperation({
    name: 'session-templates.import',
    summary: 'Import session templates from a file',
    effect: 'write',
    idempotent: true,
    input: files.importSessionTemplatesInput,
    output: files.sessionTemplateImportSchema,
    run: async (context, input) =>
      (await loadTemplates()).importSessionTemplates(context, context.viewer, input),
    cli: {
      withoutFlags: ['templates'],
      ownFlags: [
        ownFlag('file', 'A template, or a list of them, as an export wrote it; "-" reads standard input', {
          required: true,
          insteadOf: 'templates',
        }),
      ],
      async carryOut(call, perform) {
        const templates = await readJsonFile(call, files.maxTemplateFileBytes);
        return templates === undefined ? undefined : perform({ ...call.input, templates });
      },
      present: sessions.presentImportedTemplates,
      examples: ['engram session-templates import --file fix-tests.json --dry-run'],
    },
    http: route('POST /api/session-templates/import', { templates: [templateExample] }),
    mcp: `Imports session templates, one or a list, as engram_session_templates_export answers them. How often a file says it was used is kept and counts for nothing. A name that is taken gets another version. Use it when you were given such a file. Answers which were created, changed or there already.
Example: {"templates":[${JSON.stringify(templateExample)}]}`,
  }),
  /** The one to use: the least used until it is known how well they work. Null when there is none. */
  best: defineOperation({
    name: 'session-templates.best',
    summary: 'Find the best session template for a type and tags',
    effect: 'read',
    input: inputs.bestSessionTemplateInput,
    output: outputs.bestSessionTemplate,
    run: async (context, input) =>
      (await loadTemplates()).bestSessionTemplate(context, context.viewer, input),
    answer: (template) => ({ template }),
    cli: command(sessions.presentBest, 'engram session-templates best --type code --tags tests'),
    http: route('GET /api/learning/session-template', { type: 'code' }),
    mcp: `Tells which session template to begin a session with, for a type and any of the tags: the one that works best, the least used until that is known. Use it before engram_session_templates_inject. "template" is null when there is none.
Example: {"type":"code","tags":["tests"]}`,
  }),
  delete: defineOperation({
    name: 'session-templates.delete',
    summary: 'Delete a session template',
    effect: 'delete',
    idempotent: true,
    input: inputs.sessionTemplateInput,
    output: outputs.deletedSessionTemplate,
    run: async (context, { name }) =>
      (await loadTemplates()).deleteSessionTemplate(context, context.viewer, name),
    library: { by: 'name' },
    cli: command(sessions.presentDeletedSessionTemplate, 'engram session-templates delete fix-tests'),
    http: route('DELETE /api/session-templates/{name}', { name: 'fix-tests' }),
    mcp: `Deletes a session template for good, with its versions. Use it only when you were asked to; one that does not help is retired by itself. Cannot be undone.
Example: {"name":"fix-tests"}`,
  }),
  stats: defineOperation({
    name: 'session-templates.stats',
    summary: 'Count session templates, their examples and uses',
    effect: 'read',
    input: noInput,
    output: outputs.sessionTemplateStatistics,
    run: async (context) => (await loadTemplates()).sessionTemplateStatistics(context, context.viewer),
    cli: command(sessions.presentSessionTemplateStatistics, 'engram session-templates stats'),
    http: route('GET /api/stats/session-templates', {}),
    mcp: `Counts session templates by type, their examples, and how often they were used.
Example: {}`,
  }),
  /**
   * Puts the examples into a chat, after its leading system messages, and counts the use.
   *
   * @example
   * const { messages } = await alice.sessionTemplates.inject({ name: 'fix-tests', messages: chat, run: run.id });
   */
  inject: defineOperation({
    name: 'session-templates.inject',
    summary: 'Add the examples of a session template to a chat',
    effect: 'write',
    input: inputs.injectSessionTemplateInput,
    output: outputs.injectedChat,
    run: async (context, input) => (await loadTemplates()).injectTemplate(context, context.viewer, input),
    cli: command(
      sessions.presentInjected,
      `engram session-templates inject fix-tests --messages '[{"role":"user","content":"The tests are red"}]' --json`,
      'engram session-templates inject fix-tests --body chat.json --session chat-2 --json',
    ),
    http: route('POST /api/session-templates/{name}/inject', {
      name: 'fix-tests',
      messages: [{ role: 'user', content: 'The tests fail.' }],
      run: 'run_01',
    }),
    mcp: `Puts the examples of a session template into a list of chat messages, after its leading system messages, as calls with their results, and answers the list as the chat API takes it. Use it to begin a session of another agent with calls that worked. Give the "run" or "session" that is seeded: how it ends speaks for or against the template.
Example: {"name":"fix-tests","messages":[{"role":"user","content":"The tests fail."}],"run":"run_01…"}`,
  }),
  /** The same task cold against seeded, with how likely the difference is by chance. It is kept. */
  experiment: defineOperation({
    name: 'session-templates.experiment',
    summary: 'Compare sessions with and without a session template, with significance',
    effect: 'write',
    input: inputs.sessionExperimentInput,
    output: outputs.experiment,
    run: async (context, input) => (await loadTemplates()).runExperiment(context, context.viewer, input),
    cli: command(
      experiments.presentExperiment,
      'engram session-templates experiment fix-tests',
      'engram session-templates experiment fix-tests --cold chat-1,chat-2 --seeded chat-3,chat-4',
    ),
    http: createsAt('/api/session-templates/{name}/experiments', {
      name: 'fix-tests',
      cold: ['run_01', 'run_02'],
      seeded: ['run_03', 'run_04'],
    }),
    mcp: `Compares sessions that began with a session template against those that did not: errors in the first 30 turns, time to the first success, errors in all, tool diversity, each with how likely the difference is by chance. Use it when you are asked whether a template helps. Without lists of sessions it takes those that are recorded.
Example: {"name":"fix-tests","cold":["run_01…","run_02…"],"seeded":["run_03…","run_04…"]}`,
  }),
  /** Experiments, newest first. */
  experiments: defineOperation({
    name: 'session-templates.experiments',
    summary: 'List experiments with session templates, newest first',
    effect: 'read',
    input: inputs.listExperimentsInput,
    output: itemsOf(outputs.experiment),
    run: async (context, input) => (await loadTemplates()).listExperiments(context, context.viewer, input),
    answer: asItems,
    cli: command(experiments.presentExperiments, 'engram session-templates experiments --name fix-tests'),
    http: route('GET /api/session-experiments', { name: 'fix-tests' }),
    mcp: `Lists experiments with session templates, newest first, with their figures.
Example: {"name":"fix-tests"}`,
  }),
  showExperiment: defineOperation({
    name: 'session-templates.show-experiment',
    summary: 'Show an experiment with the figures of every session',
    effect: 'read',
    input: inputs.experimentInput,
    output: outputs.experiment,
    run: async (context, { id }) => (await loadTemplates()).showExperiment(context, context.viewer, id),
    library: { by: 'id' },
    cli: command(
      experiments.presentExperimentDetails,
      'engram session-templates show-experiment fix-tests-experiment',
    ),
    http: route('GET /api/session-experiments/{id}', { id: 'les_01' }),
    mcp: `Shows one experiment with the figures of every session in it.
Example: {"id":"les_01…"}`,
  }),
};
