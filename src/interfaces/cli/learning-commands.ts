import { learningOperations } from '../operations/learning-operations.ts';
import { ownFlag } from './call.ts';
import { commandsOf } from './command.ts';
import * as decisions from './present/decisions.ts';
import * as failures from './present/failures.ts';
import * as patterns from './present/patterns.ts';
import { presentReport } from './present/report.ts';
import * as statistics from './present/statistics.ts';
import { reportFlags } from './report-flags.ts';

/** What was learned, on the command line. */
export const learningCommands = commandsOf(learningOperations, {
  'learning.suggest': {
    positional: ['context'],
    present: decisions.presentSuggestion,
    examples: [
      'engram learning suggest "api-auth-timeout"',
      'engram learning suggest --context "api-auth-timeout"',
      'engram learning suggest --task auth-123',
      'engram learning suggest --context "api-auth-timeout" --explore',
    ],
  },
  'learning.patterns': {
    present: patterns.presentPatterns,
    examples: [
      'engram learning patterns --success-rate ">80%"',
      'engram learning patterns --type failure --recurring',
      'engram learning patterns --type decision',
    ],
  },
  'memory.patterns': {
    present: patterns.presentPatterns,
    examples: ['engram memory patterns --type failure'],
  },
  'learning.show': {
    positional: ['id'],
    present: patterns.presentPattern,
    examples: ['engram learning show npm-install-timeout'],
  },
  'learning.rename': {
    positional: ['id', 'name'],
    present: patterns.presentRenamed,
    examples: ['engram learning rename connect-etimedout database-unreachable'],
  },
  'learning.apply-pattern': {
    positional: ['pattern'],
    present: patterns.presentApplied,
    examples: ['engram learning apply-pattern migration-rollback-strategy --task db-migration-456'],
  },
  'learning.failures': {
    present: failures.presentFailures,
    examples: ['engram learning failures --recent 7d', 'engram learning failures --recurring'],
  },
  'learning.recognise': {
    positional: ['error'],
    present: failures.presentRecognised,
    examples: ['engram learning recognise "connect ETIMEDOUT 10.0.0.7:5432"'],
  },
  'learning.learn': {
    positional: ['error'],
    present: failures.presentLearned,
    examples: [
      'engram learning learn "npm install timed out" --name npm-install-timeout --solution "clear the npm cache" --prevention "verify npm cache status"',
    ],
  },
  'learning.solutions': {
    positional: ['error'],
    present: failures.presentSolutions,
    examples: ['engram learning solutions "connect ETIMEDOUT 10.0.0.7:5432" --error-type ETIMEDOUT'],
  },
  'learning.solved': {
    positional: ['id'],
    present: failures.presentSolved,
    examples: ['engram learning solved les_01… --outcome success'],
  },
  'learning.recommend': {
    positional: ['description'],
    present: decisions.presentRecommendation,
    examples: [
      'engram learning recommend --task auth-123',
      'engram learning recommend --description "Fix the login timeout" --category auth --type bug',
    ],
  },
  'learning.predict': {
    positional: ['description'],
    present: decisions.presentPrediction,
    examples: ['engram learning predict --task auth-123 --approach incremental'],
  },
  'learning.trends': {
    present: decisions.presentTrends,
    examples: ['engram learning trends', 'engram learning trends --category auth'],
  },
  'learning.signatures': {
    aliases: { messages: 'message' },
    ownFlags: [
      ownFlag('file', 'A file with one message a line; .gz is unpacked, "-" reads standard input', {
        insteadOf: 'messages',
      }),
    ],
    carryOut: async (call) => (await import('./bulk/group-messages.ts')).groupMessages(call),
    present: statistics.presentGroups,
    examples: [
      'engram learning signatures --file app.log',
      'engram learning signatures --file app.log.gz --json',
      'engram learning signatures --message "job 12 failed" --message "job 13 failed"',
    ],
  },
  'learning.stats': {
    present: statistics.presentLearningStatistics,
    examples: ['engram learning stats --agent alice'],
  },
  report: {
    ownFlags: reportFlags,
    carryOut: async (call) => (await import('./write-report.ts')).writeReport(call),
    present: presentReport,
    examples: [
      'engram report',
      'engram report --format markdown --days 30',
      'engram report --output report.html --watch',
    ],
  },
});
