import type { AgentDetails, ListedAgent } from '../../../records/registered-agent.ts';
import { ago, fields, percent, table } from '../layout.ts';
import { type PageStyle, safe } from './presenter.ts';

export function presentAgent(agent: AgentDetails, { paint, now }: PageStyle): string {
  const rows: Array<[string, string]> = [
    ['agent', safe(agent.name)],
    [
      'registered',
      agent.registeredAt === null
        ? `no: engram agent register ${safe(agent.name)}`
        : ago(agent.registeredAt, now),
    ],
    ['good at', agent.specialisations.length === 0 ? '–' : agent.specialisations.map(safe).join(', ')],
    ['does', agent.description === null ? '–' : safe(agent.description)],
    ['runs', String(agent.runs)],
    ['success', agent.finished === 0 ? 'no finished run yet' : percent(agent.successes / agent.finished)],
    ['memories', String(agent.memories)],
    ['last seen', agent.lastSeenAt === null ? 'never' : ago(agent.lastSeenAt, now)],
  ];
  return fields(rows, paint);
}

export function presentDeletedAgent({ deleted }: { readonly deleted: string }, { paint }: PageStyle): string {
  return `${paint.good('Deleted')} ${safe(deleted)} from the register; its records stay`;
}

export function presentAgents({ items }: { items: readonly ListedAgent[] }, page: PageStyle): string {
  if (items.length === 0)
    return 'No agents yet. An agent appears when it is registered, or with its first run, memory, task or message.';
  const columns = [
    { title: 'AGENT' },
    { title: 'RUNS', align: 'right' as const },
    { title: 'SUCCESS', align: 'right' as const },
    { title: 'MEMORIES', align: 'right' as const },
    { title: 'LAST SEEN' },
    { title: 'GOOD AT' },
  ];
  const rows = items.map((agent) => [
    safe(agent.agent),
    String(agent.runs),
    agent.finished === 0 ? '–' : percent(agent.successes / agent.finished),
    String(agent.memories),
    agent.lastSeenAt === null ? 'never' : ago(agent.lastSeenAt, page.now),
    agent.specialisations.map(safe).join(', ') || '–',
  ]);
  return table(columns, rows, page.paint, page.columns);
}
