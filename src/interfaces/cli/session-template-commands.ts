import { sessionTemplateOperations } from '../operations/session-template-operations.ts';
import { commandsOf } from './command.ts';
import * as experiments from './present/experiments.ts';
import * as sessions from './present/session-templates.ts';

/** Calls that worked in one session, shown to the next, on the command line. */
export const sessionTemplateCommands = commandsOf(sessionTemplateOperations, {
  'session-templates.create': {
    positional: ['session'],
    present: sessions.presentCreatedSessionTemplate,
    examples: [
      'engram session-templates create chat-1 --name fix-tests --tags tests,python',
      'engram session-templates create chat-1 --type code --max-examples 5 --description "Fixing a red test"',
    ],
  },
  'session-templates.list': {
    present: sessions.presentSessionTemplates,
    examples: ['engram session-templates list', 'engram session-templates list --type code --tags tests'],
  },
  'session-templates.show': {
    positional: ['name'],
    present: sessions.presentSessionTemplate,
    examples: ['engram session-templates show fix-tests'],
  },
  'session-templates.best': {
    present: sessions.presentBest,
    examples: ['engram session-templates best --type code --tags tests'],
  },
  'session-templates.delete': {
    positional: ['name'],
    present: sessions.presentDeletedSessionTemplate,
    examples: ['engram session-templates delete fix-tests'],
  },
  'session-templates.stats': {
    present: sessions.presentSessionTemplateStatistics,
    examples: ['engram session-templates stats'],
  },
  'session-templates.inject': {
    positional: ['name'],
    present: sessions.presentInjected,
    examples: [
      `engram session-templates inject fix-tests --messages '[{"role":"user","content":"The tests are red"}]' --json`,
      'engram session-templates inject fix-tests --body chat.json --session chat-2 --json',
    ],
  },
  'session-templates.experiment': {
    positional: ['name'],
    present: experiments.presentExperiment,
    examples: [
      'engram session-templates experiment fix-tests',
      'engram session-templates experiment fix-tests --cold chat-1,chat-2 --seeded chat-3,chat-4',
    ],
  },
  'session-templates.experiments': {
    present: experiments.presentExperiments,
    examples: ['engram session-templates experiments --name fix-tests'],
  },
  'session-templates.show-experiment': {
    positional: ['id'],
    present: experiments.presentExperimentDetails,
    examples: ['engram session-templates show-experiment fix-tests-experiment'],
  },
});
