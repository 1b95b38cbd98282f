import type { Story } from './story.ts';
import { team } from './story.ts';

const known = [
  [
    'ada',
    'database',
    'The orders table has 1.2 million rows; anything that rewrites it takes about 40 seconds.',
  ],
  ['ada', 'database', 'Pause the workers before a migration of orders, or it waits for their locks.'],
  [
    'ada',
    'ci',
    'The unit job of a pull request runs on Node 20 and Node 22; only Node 20 must be green to merge.',
  ],
  ['ben', 'deploys', 'checkout-api keeps 100 database connections; drain them before it is rolled out.'],
  ['ben', 'deploys', 'No deploys after 16:00 on a Friday: the on-call engineer asked for it.'],
  [
    'ben',
    'operations',
    'mailer-3 gets stuck when the email provider answers 429; a restart with 30 s of draining is enough.',
  ],
  ['cleo', 'support', 'A refund of an order that is under way needs its shipment cancelled first.'],
  ['cleo', 'support', 'Refunds above 500 euros are signed off by the support lead.'],
  [
    'cleo',
    'triage',
    'Tickets that mention an invoice belong to the payments team, whatever their label says.',
  ],
  [
    'dana',
    'frontend',
    'The checkout page is rendered at 1280 pixels in visual tests; fonts are loaded from disk.',
  ],
  ['dana', 'visual-tests', 'checkout-summary.png differs on some machines only; anti-aliasing is suspected.'],
] as const;

/** Who is in the team, and what each already knows. */
export async function introduceTeam(story: Story): Promise<void> {
  for (const { name, specialisations, description } of team)
    await story.engram.agents.register({
      name,
      specialisations: [...specialisations],
      description,
      model: 'scripted-large',
    });
  for (const [agent, domain, text] of known) {
    await story.as(agent).memories.record({
      kind: 'knowledge',
      text,
      content: { domain },
      tags: [domain],
      confidence: 0.8,
    });
  }
  await story.engram.memories.record({
    kind: 'rule',
    text: 'Write in English, and link the pull request in every summary.',
    stated: true,
    tags: ['team'],
  });
}

/** The switch that lets every agent know what any of them failed at, and what helped. */
export async function shareFailures(story: Story): Promise<void> {
  await story.engram.memories.share({ failures: true, note: 'Nobody should fail at the same thing twice' });
}

const guarded = ['npm_install', 'roll_out', 'apply_migration'];

/** Checks against what keeps failing: each agent makes them of its own failures. */
export async function preventFailures(story: Story): Promise<void> {
  for (const { name } of team) {
    const agent = story.as(name);
    for (const { slug, tools, agents } of await agent.learning.failures({ recurring: true, limit: 20 })) {
      const isOwn = agents.some((one) => one.agent === name);
      if (isOwn && tools.some((tool) => guarded.includes(tool)))
        await agent.prevention.generate({ pattern: slug, action: 'block' });
    }
  }
}

/** Ada lets Dana read what she knows about builds, and Ben what she decided about databases; the latter is taken back. */
export async function shareKnowledge(story: Story): Promise<void> {
  const ada = story.as('ada');
  await ada.memories.share({ to: 'dana', tags: ['ci'], note: 'We both fix builds' });
  await ada.memories.share({
    to: 'ben',
    domain: 'database',
    note: 'For the release of the new orders table',
  });
  await story.as('ben').memories.share({ to: 'ada', tags: ['deploys'] });
}

/** Eli joins the team, and begins with what Ada knows about builds instead of with nothing. */
export async function welcomeEli(story: Story): Promise<void> {
  await story
    .as('ada')
    .memories.share({ to: 'eli', domain: 'ci', onward: true, note: 'Eli joined the team' });
  await story.as('eli').knowledge.merge({ fromAgent: 'ada', domain: 'ci' });
}

export async function revokeKnowledge(story: Story): Promise<void> {
  const ada = story.as('ada');
  const grants = await ada.memories.grants({});
  const toBen = grants.find(({ to }) => to.agent === 'ben');
  if (toBen !== undefined) await ada.memories.revoke(toBen.name);
}

/** What is known about customers, and how long records are kept. */
export async function keepHouse(story: Story): Promise<void> {
  const entries = [
    ['maria', 'language', 'Spanish'],
    ['maria', 'refund', 'prefers store credit'],
    ['jonas', 'contact', 'by email, never by phone'],
    ['jonas', 'delivery', 'leaves parcels with the neighbour at number 12'],
    ['aiko', 'language', 'Japanese'],
    ['aiko', 'invoices', { format: 'PDF', to: 'the accounting department' }],
  ] as const;
  for (const [user_id, key, value] of entries)
    await story.engram.backend.use({
      action: 'store',
      user_id,
      key,
      value: typeof value === 'string' ? value : { ...value },
    });
  await story.engram.retention.set({ name: 'old-runs', kind: 'run', olderThan: '180d' });
  await story.engram.retention.set({ name: 'old-chats', kind: 'session', olderThan: '90d' });
  await story.engram.retention.hold({
    name: 'audit-2026',
    kind: 'decision',
    of: 'cleo',
    reason: 'The auditors ask for every decision about refunds of this year',
  });
}
