import type { View } from '../../src/interfaces/library/view.ts';

/** A page, what must be seen on it in the world of the tests, and what an empty Engram says there. */
export interface TestedPage {
  readonly path: string;
  readonly shows: string;
  /** What is seen on a phone, where that differs. */
  readonly phone?: string;
  /** Left out for pages of one record. */
  readonly empty?: string;
}

/** Every page. A page that is added to the dashboard is added here. */
export async function testedPages(shop: View): Promise<TestedPage[]> {
  const { items: runs } = await shop.runs.list({ limit: 2 });
  const { items: all } = await shop.runs.list({ limit: 100 });
  const shared = all.find(({ agents }) => agents.length > 0);
  const stopped = all.find(({ approach }) => approach === 'replay_stopped');
  const [failure] = await shop.learning.failures({ limit: 1 });
  const [run = '', other = ''] = runs.map(({ id }) => id);
  const { items: workflows } = await shop.workflows.list({});
  const release = workflows.find(({ name }) => name === 'release');
  const [experiment] = await shop.sessionTemplates.experiments({});
  return [
    { path: '/', shows: 'Success rate with and without memory', empty: 'Nothing is recorded yet' },
    { path: '/memories', shows: 'Refund while in transit → Cancel shipment first', empty: 'No memories yet' },
    { path: '/memories?query=refund+an+order', shows: 'best first', empty: 'No results' },
    { path: '/patterns', shows: 'cannot be refunded', empty: 'No failures yet' },
    { path: '/patterns?tab=decisions', shows: 'Cancel shipment first', empty: 'No decisions yet' },
    { path: '/patterns?tab=successes', shows: 'cancel first', empty: 'No successes yet' },
    {
      path: '/patterns?tab=sequences',
      shows: 'Flow of calls',
      phone: 'Sequences',
      empty: 'No tool sequences yet',
    },
    { path: `/patterns/${failure?.slug}`, shows: 'Error signature' },
    { path: '/patterns/refund-while-in-transit', shows: 'Recommended' },
    { path: '/runs', shows: 'Refund order 1045', empty: 'No runs yet' },
    { path: `/runs/${run}`, shows: 'cancel_shipment' },
    { path: `/runs/${run}/compare/${other}`, shows: 'Model calls' },
    { path: `/runs/${shared?.id}`, shows: 'roll_out' },
    { path: `/runs/${stopped?.id}`, shows: 'before anything was written' },
    { path: '/sessions', shows: 'support-4711', empty: 'No sessions yet' },
    { path: '/sessions/support-4711', shows: 'Where is my refund' },
    { path: '/tasks', shows: 'Write to customers of the recall', empty: 'No tasks yet' },
    { path: '/docs', shows: '/api/memories/search' },
    { path: '/tasks/refund-backlog', shows: 'A run names its task when it starts' },
    { path: '/templates', shows: 'refund-order', empty: 'No templates yet' },
    { path: '/templates/refund-order', shows: 'Expected answer' },
    { path: '/templates/refund-order?tab=run', shows: 'Run this template' },
    { path: '/templates/refund-order?tab=compare', shows: 'that stopped in time' },
    { path: '/templates/refund-order?tab=versions', shows: 'What changed' },
    { path: '/session-templates', shows: 'How files are read', empty: 'No session templates yet' },
    { path: '/session-templates/fix-a-red-test', shows: 'What a seeded session sees' },
    { path: '/experiments', shows: '4 cold, 4 seeded', phone: 'Fix a red test', empty: 'No experiments yet' },
    { path: `/experiments/${experiment?.id}`, shows: 'Error rate in the first 30 turns' },
    { path: '/agents', shows: 'succeeded', empty: 'No agents yet' },
    { path: '/plans', shows: 'launch', empty: 'No plans yet' },
    { path: '/plans/launch', shows: 'durable workflow' },
    { path: '/workflows', shows: 'release-2', empty: 'No workflows yet' },
    { path: `/workflows/${release?.id}`, shows: 'Fork from here' },
    { path: '/sharing', shows: 'memories tagged support', empty: 'No grants yet' },
    { path: '/audit', shows: 'memory.share', phone: 'shared', empty: 'No audit records yet' },
    { path: '/user-models', shows: 'Enter a user id', empty: 'Enter a user id' },
    { path: '/user-models?user=maria', shows: 'Spanish', empty: 'No entries for maria' },
    { path: '/settings', shows: 'No tokens', empty: 'No tokens' },
    { path: '/settings?tab=retention', shows: 'The court asked for it', empty: 'No policies' },
    { path: '/settings?tab=jobs', shows: 'Background jobs' },
    { path: '/settings?tab=configuration', shows: 'memory:' },
    { path: '/settings?tab=health', shows: 'All checks passed' },
  ];
}
