import type { AgentMatch, RankedAgent } from '../../../records/agent-match.ts';
import type { AgentDetails, ListedAgent } from '../../../records/registered-agent.ts';
import { ago, type FieldLine, fields, percent } from '../layout.ts';
import { listTable, type PageStyle, right, safe } from './presenter.ts';

export function presentAgent(agent: AgentDetails, { paint, now }: PageStyle): string {
  const lines: FieldLine[] = [
    ['agent', safe(agent.name)],
    [
      'registered',
      agent.registeredAt === null
        ? `no: engram agent register ${safe(agent.name)}`
        : ago(agent.registeredAt, now),
    ],
    ['good at', agent.specialisations.length === 0 ? '–' : agent.specialisations.map(safe).join(', ')],
    ['does', agent.description === null ? '–' : safe(agent.description)],
    ['model', agent.model === null ? '–' : safe(agent.model)],
    ['runs', String(agent.runs)],
    ['success', agent.finished === 0 ? 'no finished run yet' : percent(agent.successes / agent.finished)],
    ['memories', String(agent.memories)],
    ['last seen', ago(agent.lastSeenAt, now)],
  ];
  return fields(paint, lines);
}

export function presentDeletedAgent({ deleted }: { readonly deleted: string }, { paint }: PageStyle): string {
  return `${paint.good('Deleted')} ${safe(deleted)} from the register; its records stay`;
}

export function presentAgents({ items }: { items: readonly ListedAgent[] }, page: PageStyle): string {
  if (items.length === 0)
    return 'No agents yet. An agent appears when it is registered, or with its first run, memory, task or message.';
  return listTable(page, items, [
    ['AGENT', ({ agent }) => safe(agent)],
    ['RUNS', ({ runs }) => String(runs), right],
    ['SUCCESS', ({ finished, successes }) => percent(finished === 0 ? null : successes / finished), right],
    ['MEMORIES', ({ memories }) => String(memories), right],
    ['LAST SEEN', ({ lastSeenAt }) => ago(lastSeenAt, page.now)],
    ['GOOD AT', ({ specialisations }) => specialisations.map(safe).join(', ') || '–'],
  ]);
}

export function presentMatch({ agent, ranking, why, context }: AgentMatch, page: PageStyle): string {
  if (agent === null)
    return 'No agents to choose from. Register one: engram agent register NAME --specialisation backend';
  const part = (name: keyof RankedAgent['parts']) => (each: RankedAgent) => each.parts[name].toFixed(2);
  const rows = listTable(page, ranking, [
    ['AGENT', (each) => (each.agent === agent ? page.paint.good(safe(each.agent)) : safe(each.agent))],
    ['SCORE', ({ score }) => score.toFixed(2), right],
    ['SPECIALISATION', part('specialisation'), right],
    ['EXPERIENCE', part('experience'), right],
    ['PERFORMANCE', part('performance'), right],
    ['RUNS', ({ finished }) => String(finished), right],
    ['FITS BY', ({ fittingSpecialisation }) => safe(fittingSpecialisation ?? '–')],
  ]);
  const told =
    context === '' ? '' : `\n\n${page.paint.dim(`What ${safe(agent)} should know:`)}\n\n${safe(context)}`;
  return `${safe(why)}\n\n${rows}${told}`;
}
