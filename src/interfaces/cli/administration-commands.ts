import type { Diagnosis } from '../../diagnose.ts';
import { administration } from '../operations/administration.ts';
import { commandsOf } from './command.ts';
import * as system from './present/system.ts';

/** The installation itself, on the command line. */
export const administrationCommands = commandsOf(administration, {
  'token.create': {
    present: system.presentCreatedToken,
    examples: [
      'engram token create --name laptop',
      'engram token create --name ci --agent alice --scopes read,write --expires-at 2030-01-31',
    ],
  },
  'token.list': { present: system.presentTokens, examples: ['engram token list'] },
  'token.revoke': {
    positional: ['id'],
    present: system.presentRevoked,
    examples: ['engram token revoke tok_01…'],
  },
  'job.list': { present: system.presentJobs, examples: ['engram job list'] },
  'job.run': { present: system.presentJobs, examples: ['engram job run'] },
  stats: { present: system.presentStatistics, examples: ['engram stats'] },
  'config.show': { present: system.presentSettings, examples: ['engram config show'] },
  doctor: {
    present: system.presentDiagnosis,
    exitCode: ({ healthy }: Diagnosis) => (healthy ? 0 : 1),
    examples: ['engram doctor'],
  },
});
