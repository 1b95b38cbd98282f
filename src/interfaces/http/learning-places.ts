import type { Place } from './place.ts';

/**
 * Where what was learned is found: patterns, failures, solutions and checks as records, questions about them below
 * `/api/learning` and `/api/prevention`. No question stands where a pattern or a check may have any name.
 */
export const learningPlaces: Readonly<Record<string, Place>> = {
  'learning.patterns': {
    method: 'GET',
    path: '/api/patterns',
    example: { type: 'failure', recurring: true },
  },
  'memory.patterns': {
    method: 'GET',
    path: '/api/memories/patterns',
    example: { type: 'decision', successRate: '>80%' },
  },
  'learning.show': { method: 'GET', path: '/api/patterns/{id}', example: { id: 'npm-install-timeout' } },
  'learning.rename': {
    method: 'POST',
    path: '/api/patterns/{id}/rename',
    example: { id: 'connect-etimedout', name: 'database-unreachable' },
  },
  'learning.apply-pattern': {
    method: 'POST',
    path: '/api/tasks/{task}/patterns',
    example: { task: 'db-migration-456', pattern: 'migration-rollback-strategy' },
  },

  'learning.failures': { method: 'GET', path: '/api/failures', example: { recent: '7d' } },
  'learning.learn': {
    method: 'POST',
    path: '/api/failures',
    example: {
      error: 'npm install timed out after 120s',
      name: 'npm-install-timeout',
      tool: 'npm_install',
      solution: 'clear the npm cache',
      prevention: ['verify npm cache status'],
    },
  },
  'learning.solved': {
    method: 'POST',
    path: '/api/solutions/{id}/feedback',
    example: { id: 'les_01', outcome: 'success' },
  },

  'learning.suggest': {
    method: 'GET',
    path: '/api/learning/suggest',
    example: { context: 'api-auth-timeout' },
  },
  // These read, but error messages are long and do not belong into addresses, which are logged.
  'learning.recognise': {
    method: 'POST',
    path: '/api/learning/recognise',
    example: { error: 'connect ETIMEDOUT 10.0.0.7:5432' },
  },
  'learning.solutions': {
    method: 'POST',
    path: '/api/learning/solutions',
    example: { error: 'connect ETIMEDOUT 10.0.0.7:5432', errorType: 'ETIMEDOUT' },
  },
  'learning.signatures': {
    method: 'POST',
    path: '/api/learning/signatures',
    example: { messages: ['order 42 is locked', 'order 77 is locked'] },
  },
  // So may what is to be done.
  'learning.recommend': {
    method: 'POST',
    path: '/api/learning/recommend',
    example: { description: 'Fix the login timeout', category: 'auth', type: 'bug' },
  },
  'learning.predict': {
    method: 'POST',
    path: '/api/learning/predict',
    example: { description: 'Fix the login timeout', category: 'auth', approach: 'incremental' },
  },
  'learning.trends': { method: 'GET', path: '/api/learning/trends', example: { category: 'auth' } },
  'learning.stats': { method: 'GET', path: '/api/learning/stats', example: {} },
  report: { method: 'GET', path: '/api/report', example: { days: 30 } },

  'prevention.check': {
    method: 'POST',
    path: '/api/prevention/check',
    example: { tool: 'npm_install', arguments: { package: 'left-pad' }, run: 'run_01' },
  },
  'prevention.generate': {
    method: 'POST',
    path: '/api/prevention/generate',
    example: { pattern: 'npm-install-timeout' },
  },
  'prevention.list': { method: 'GET', path: '/api/checks', example: { stage: 'development' } },
  'prevention.create': {
    method: 'POST',
    path: '/api/checks',
    status: 201,
    example: {
      name: 'long-enough-timeout',
      message: 'Refunds need at least 30 seconds.',
      when: { tool: 'refund' },
      verify: { kind: 'predicate', all: [{ of: 'argument', path: '$.timeout', is: 'at-least', value: 30 }] },
    },
  },
  'prevention.show': { method: 'GET', path: '/api/checks/{id}', example: { id: 'verify-npm-cache-status' } },
  'prevention.switch': {
    method: 'POST',
    path: '/api/checks/{id}/switch',
    example: { id: 'verify-npm-cache-status', enabled: false },
  },
  'prevention.rename': {
    method: 'POST',
    path: '/api/checks/{id}/rename',
    example: { id: 'verify-npm-cache-status', name: 'npm-cache-is-clean' },
  },
  'prevention.delete': {
    method: 'DELETE',
    path: '/api/checks/{id}',
    example: { id: 'verify-npm-cache-status' },
  },
};
