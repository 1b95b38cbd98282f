import type { Story } from './story.ts';

const tasks = [
  ['gift-cards', 'ada', 'Add gift cards to the checkout', 'database', 'feature', 'done', []],
  ['search-index', 'ada', 'Add the missing index to the orders table', 'database', 'migration', 'open', []],
  [
    'faster-search',
    'dana',
    'Show search results while typing',
    'frontend',
    'feature',
    'open',
    ['search-index'],
  ],
  [
    'flaky-screenshots',
    'dana',
    'Find out why checkout-summary.png differs',
    'visual-tests',
    'bug',
    'running',
    [],
  ],
  [
    'mailer-alerts',
    'ben',
    'Alert when a mailer is stuck for five minutes',
    'operations',
    'feature',
    'open',
    [],
  ],
  [
    'refund-letters',
    'cleo',
    'Write the letter for refunds above 500 euros',
    'support',
    'document',
    'done',
    [],
  ],
] as const;

/** What is on the board of the team. */
export async function createTasks(story: Story): Promise<void> {
  for (const [id, agent, description, category, type, status, dependencies] of tasks)
    await story
      .as(agent)
      .tasks.create({ id, description, category, type, status, dependencies: [...dependencies] });
}
