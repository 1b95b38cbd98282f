import type { MemoryKind } from '../../src/records/memory-kinds.ts';

/** One memory of each kind with all its fields, as flags and as they are kept. A new field is red until added. */
export const memoryExamples: Readonly<
  Record<
    MemoryKind,
    { readonly flags: readonly string[]; readonly content: Readonly<Record<string, unknown>> }
  >
> = {
  decision: {
    flags: [
      ...['--context', 'api-auth-timeout', '--action', 'retry', '--outcome', 'success'],
      ...['--outcome-quality', '0.9', '--alternatives', 'wait, then ask', '--alternatives', 'give up'],
      ...['--features', '{"retries":4,"region":"eu"}'],
    ],
    content: {
      context: 'api-auth-timeout',
      action: 'retry',
      outcome: 'success',
      outcomeQuality: 0.9,
      alternatives: ['wait, then ask', 'give up'],
      features: { retries: 4, region: 'eu' },
    },
  },
  failure: {
    flags: [
      ...['--error-signature', 'ETIMEDOUT', '--root-cause', 'slow proxy'],
      ...['--solution', 'bypass it', '--prevention', 'ping first'],
    ],
    content: {
      errorSignature: 'ETIMEDOUT',
      rootCause: 'slow proxy',
      solution: 'bypass it',
      prevention: 'ping first',
    },
  },
  success: {
    flags: [
      ...['--context', 'migration', '--approach', 'in two phases', '--key-factors', 'backup, tested'],
      ...['--replication-steps', 'copy', '--replication-steps', 'switch'],
    ],
    content: {
      context: 'migration',
      approach: 'in two phases',
      keyFactors: ['backup, tested'],
      replicationSteps: ['copy', 'switch'],
    },
  },
  collaboration: {
    flags: [
      '--partners',
      'bob,carol',
      '--interaction',
      'review',
      '--outcome',
      'partial',
      '--lessons',
      'ask early',
    ],
    content: {
      partners: ['bob', 'carol'],
      interaction: 'review',
      outcome: 'partial',
      lessons: ['ask early'],
    },
  },
  knowledge: {
    flags: [
      ...['--domain', 'auth', '--knowledge-kind', 'fact', '--expertise', 'expert'],
      ...['--related-entities', 'OAuth,JWT'],
    ],
    content: {
      domain: 'auth',
      knowledgeKind: 'fact',
      expertise: 'expert',
      relatedEntities: ['OAuth', 'JWT'],
    },
  },
  experience: {
    flags: [
      ...['--context', 'release', '--action', 'deployed', '--tools', 'git,npm', '--outcome', 'failure'],
      ...['--metrics', '{"minutes":12}', '--lesson', 'not on Friday', '--issue-id', '7'],
      ...['--pull-request-id', '8'],
    ],
    content: {
      context: 'release',
      action: 'deployed',
      tools: ['git', 'npm'],
      outcome: 'failure',
      metrics: { minutes: 12 },
      lesson: 'not on Friday',
      issueId: '7',
      pullRequestId: '8',
    },
  },
  entity: {
    flags: [
      ...['--entity-type', 'person', '--name', 'Ann', '--properties', '{"role":"lead"}', '--first-seen', '1'],
      ...['--last-updated', '2', '--interaction-count', '3'],
      ...['--relations', '[{"relation":"leads","entity":"Bob"}]'],
    ],
    content: {
      entityType: 'person',
      name: 'Ann',
      properties: { role: 'lead' },
      firstSeen: 1,
      lastUpdated: 2,
      interactionCount: 3,
      relations: [{ relation: 'leads', entity: 'Bob' }],
    },
  },
  rule: {
    flags: [
      ...['--rule-kind', 'constraint', '--learned-from', 'mem_1', '--times-applied', '4'],
      ...['--rule-success-rate', '0.75', '--text', 'Never deploy on Friday'],
    ],
    content: { ruleKind: 'constraint', learnedFrom: 'mem_1', timesApplied: 4, ruleSuccessRate: 0.75 },
  },
  preference: {
    flags: ['--key', 'language', '--value', '["de","en"]', '--metadata', '{"from":"chat"}'],
    content: { key: 'language', value: ['de', 'en'], metadata: { from: 'chat' } },
  },
};
