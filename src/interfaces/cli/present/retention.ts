import type { Hold } from '../../../records/hold.ts';
import type { Removal, RetentionPolicy } from '../../../records/retention.ts';
import type { PolicyPreview, PolicyResult } from '../../../records/retention-inputs.ts';
import { counted } from '../../../text/counted.ts';
import { ago } from '../layout.ts';
import { details } from './keeping.ts';
import { agentName, listTable, nothing, optional, type PageStyle, right, safe, whole } from './presenter.ts';

/** Whose records a policy or hold is about. */
function whose({ scope, ofAgent }: Pick<RetentionPolicy | Hold, 'scope' | 'ofAgent'>): string {
  const agent = scope.agent ?? ofAgent;
  return agent === null ? 'everybody' : agentName(agent);
}

export function presentPolicySet(policy: RetentionPolicy, { paint }: PageStyle): string {
  const { name, kind, olderThan, action } = policy;
  return `${paint.good('Set')} ${paint.accent(safe(name))}: ${kind} of ${whose(policy)} older than ${olderThan}: ${action}
${paint.dim(`See what would go with: engram retention preview ${name}`)}`;
}

export function presentPolicies({ items }: { items: readonly RetentionPolicy[] }, page: PageStyle): string {
  if (items.length === 0)
    return nothing(
      page,
      'Everything is kept. Set a policy with: engram retention set old-runs --kind run --older-than 90d',
    );
  return listTable(page, items, [
    ['POLICY', ({ name }) => safe(name), whole],
    ['KIND', ({ kind }) => kind],
    ['OF', whose],
    ['OLDER THAN', ({ olderThan }) => olderThan, right],
    ['BY', ({ by }) => by, optional],
    ['TAG', ({ tag }) => safe(tag ?? '–'), optional],
    ['ACTION', ({ action }) => action],
  ]);
}

export function presentPolicyRemoved({ removed }: { removed: string }, { paint }: PageStyle): string {
  return `${paint.good('Removed')} the policy ${paint.accent(safe(removed))}`;
}

export function presentPreviews({ items }: { items: readonly PolicyPreview[] }, page: PageStyle): string {
  if (items.length === 0) return 'No policies: everything is kept.';
  return items
    .flatMap((preview) => {
      const { policy, count } = preview;
      const verb = policy.action === 'archive' ? 'archive' : 'delete';
      return [
        `${page.paint.accent(safe(policy.name))} would ${verb} ${counted(count, 'record')} now`,
        ...details(preview, page),
      ];
    })
    .join('\n');
}

export function presentEnforced({ items }: { items: readonly PolicyResult[] }, { paint }: PageStyle): string {
  if (items.length === 0) return 'No policies: everything is kept.';
  return items
    .map(({ policy, deleted, archived, held }) => {
      const kept = held === 0 ? '' : `, ${held} kept by a legal hold`;
      return `${paint.accent(safe(policy))} deleted ${deleted} and archived ${archived}${kept}`;
    })
    .join('\n');
}

export function presentReport({ items }: { items: readonly Removal[] }, page: PageStyle): string {
  if (items.length === 0) return 'No policy has removed anything.';
  return listTable(page, items, [
    ['DAY', ({ day }) => day, whole],
    ['POLICY', ({ policy }) => safe(policy)],
    ['DELETED', ({ deleted }) => String(deleted), right],
    ['ARCHIVED', ({ archived }) => String(archived), right],
    ['HELD', ({ held }) => String(held), right],
    [
      'KINDS',
      ({ byKind }) =>
        Object.entries(byKind)
          .map(([kind, count]) => `${count} ${kind}`)
          .join(', '),
      optional,
    ],
  ]);
}

export function presentHeld(hold: Hold, { paint }: PageStyle): string {
  return `${paint.good('Holding')} ${covers(hold)}: nothing of it is deleted
${paint.dim(`Lift it with: engram retention release ${hold.name}`)}`;
}

export function presentReleased({ released }: { released: string }, { paint }: PageStyle): string {
  return `${paint.good('Lifted')} the hold ${paint.accent(safe(released))}`;
}

export function presentHolds({ items }: { items: readonly Hold[] }, page: PageStyle): string {
  if (items.length === 0) return nothing(page, 'No legal holds.');
  return listTable(page, items, [
    ['HOLD', ({ name }) => safe(name), whole],
    ['COVERS', covers],
    ['SET', ({ createdAt }) => ago(createdAt, page.now), optional],
    ['WHY', ({ reason }) => safe(reason)],
  ]);
}

function covers(hold: Hold): string {
  const { ofKind, tag, memory } = hold;
  const parts = [
    memory === null ? (ofKind ?? 'everything') : memory,
    ...(tag === null ? [] : [`tagged ${safe(tag)}`]),
    `of ${whose(hold)}`,
  ];
  return parts.join(' ');
}
