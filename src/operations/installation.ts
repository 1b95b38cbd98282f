import * as system from '../interfaces/cli/present/system.ts';
import { noInput } from '../records/inputs.ts';
import { command, defineOperation, route } from './operation.ts';
import type { Diagnosis } from './outputs.ts';
import * as outputs from './outputs.ts';
import { listSettings } from './settings-list.ts';

/** Settings and health of the installation. */
export const installationOperations = {
  show: defineOperation({
    name: 'config.show',
    summary: 'Show the settings and where each came from',
    effect: 'read',
    group: 'server',
    administers: true,
    input: noInput,
    output: outputs.settingsList,
    runWithoutStore: async (request) => listSettings(await request.settings()),
    cli: command(system.presentSettings, 'engram config show'),
    http: route('GET /api/config', {}),
    mcp: `Shows the settings of this Engram and where each came from. Use it when it does not behave as expected, or to see which database, project and agent you work with.
Example: {}`,
  }),
  doctor: defineOperation({
    name: 'doctor',
    summary: 'Check the store, versions, permissions and configuration',
    effect: 'read',
    group: 'server',
    administers: true,
    input: noInput,
    output: outputs.diagnosis,
    runWithoutStore: (request) => request.diagnose(),
    cli: {
      present: system.presentDiagnosis,
      exitCode: ({ healthy }: Diagnosis) => (healthy ? 0 : 1),
      examples: ['engram doctor'],
    },
    http: route('GET /api/doctor', {}),
    mcp: `Examines the installation: versions, configuration, store, permissions. Use it when calls fail for no visible reason. Answers each check with what was found and how to fix it.
Example: {}`,
  }),
};
