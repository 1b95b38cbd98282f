import type { View } from '../../src/interfaces/library/view.ts';

/** A page, what must be seen on it in the world of the tests, and what an empty Engram says there. */
export interface TestedPage {
  readonly path: string;
  readonly shows: string;
  /** Left out for pages of one record. */
  readonly empty?: string;
}

/** Every page. A page that is added to the dashboard is added here. */
export async function testedPages(shop: View): Promise<TestedPage[]> {
  const { items: runs } = await shop.runs.list({ limit: 2 });
  const [failure] = await shop.learning.failures({ limit: 1 });
  const [run = '', other = ''] = runs.map(({ id }) => id);
  const { items: workflows } = await shop.workflows.list({});
  const release = workflows.find(({ name }) => name === 'release');
  const [experiment] = await shop.sessionTemplates.experiments({});
  return [
    { path: '/', shows: 'Success with memory against without', empty: 'has nothing to remember yet' },
    { path: '/memories', shows: 'refund-while-in-transit → cancel-shipment-first', empty: 'No memories yet' },
    { path: '/memories?query=refund+an+order', shows: 'best first', empty: 'Nothing fits' },
    { path: '/patterns', shows: 'cannot be refunded', empty: 'No failures yet' },
    { path: '/patterns?tab=decisions', shows: 'cancel-shipment-first', empty: 'No decisions yet' },
    { path: '/patterns?tab=successes', shows: 'cancel first', empty: 'No successes yet' },
    { path: '/patterns?tab=sequences', shows: 'How calls follow each other', empty: 'No tool sequences yet' },
    { path: `/patterns/${failure?.slug}`, shows: 'Occurrences' },
    { path: '/patterns/refund-while-in-transit', shows: 'Recommended' },
    { path: '/runs', shows: 'Refund order 1045', empty: 'No runs yet' },
    { path: `/runs/${run}`, shows: 'cancel_shipment' },
    { path: `/runs/${run}/compare/${other}`, shows: 'Model calls' },
    { path: '/sessions', shows: 'support-4711', empty: 'No sessions yet' },
    { path: '/sessions/support-4711', shows: 'Where is my refund' },
    { path: '/tasks', shows: 'Write to customers of the recall', empty: 'No tasks yet' },
    { path: '/docs', shows: '/api/memories/search' },
    { path: '/tasks/refund-backlog', shows: 'A run names its task when it starts' },
    { path: '/templates', shows: 'refund-order', empty: 'No templates yet' },
    { path: '/templates/refund-order', shows: 'What its answer must show' },
    { path: '/templates/refund-order?tab=run', shows: 'Run it again' },
    { path: '/templates/refund-order?tab=compare', shows: 'rightly stopped in time' },
    { path: '/templates/refund-order?tab=versions', shows: 'What changed' },
    { path: '/session-templates', shows: 'How files are read', empty: 'No session templates yet' },
    { path: '/session-templates/fix-a-red-test', shows: 'As a seeded session sees them' },
    { path: '/experiments', shows: '4 against 4', empty: 'No experiments yet' },
    { path: `/experiments/${experiment?.id}`, shows: 'Errors in the first 30 turns' },
    { path: '/agents', shows: 'succeeded', empty: 'No agents yet' },
    { path: '/plans', shows: 'launch', empty: 'No plans yet' },
    { path: '/plans/launch', shows: 'durable workflow' },
    { path: '/workflows', shows: 'release-2', empty: 'No workflows' },
    { path: `/workflows/${release?.id}`, shows: 'Fork from here' },
    { path: '/sharing', shows: 'memories tagged support', empty: 'Nothing is shared' },
    { path: '/audit', shows: 'memory.share', empty: 'Nothing was written down yet' },
    { path: '/user-models', shows: 'Whose entries?', empty: 'Whose entries?' },
    { path: '/user-models?user=maria', shows: 'Spanish', empty: 'Nothing is known about maria' },
    { path: '/settings', shows: 'No tokens', empty: 'No tokens' },
    { path: '/settings?tab=retention', shows: 'The court asked for it', empty: 'Everything is kept' },
    { path: '/settings?tab=jobs', shows: 'Background jobs' },
    { path: '/settings?tab=configuration', shows: 'memory:' },
    { path: '/settings?tab=health', shows: 'Everything is in order' },
  ];
}
