import type { Selection } from '../../../records/grant.ts';
import type { ShownGrant } from '../../../records/share-inputs.ts';
import { ago } from '../layout.ts';
import { day, listTable, nothing, optional, type PageStyle, safe } from './presenter.ts';

export function presentShared(grant: ShownGrant, { paint }: PageStyle): string {
  return `${paint.good('Shared')} as ${paint.accent(grant.name)}: ${party(grant.to)} may read ${selected(grant.what)} of ${party(grant.from)}${until(grant)}
${paint.dim(`Take it back with: engram memory revoke ${grant.name}`)}`;
}

export function presentGrants({ items }: { items: readonly ShownGrant[] }, page: PageStyle): string {
  if (items.length === 0)
    return nothing(
      page,
      'Nothing is shared. Let an agent read memories of another with: engram memory share --from alice --to bob --tag auth',
    );
  const { paint, now } = page;
  return listTable(page, items, [
    ['GRANT', ({ name }) => safe(name), { whole: true }],
    ['FROM', ({ from }) => party(from)],
    ['TO', ({ to }) => party(to)],
    ['WHAT', ({ what }) => selected(what)],
    ['STATE', ({ state }) => (state === 'open' ? paint.good(state) : paint.dim(state))],
    ['UNTIL', (grant) => (grant.until === null ? '–' : day(grant.until))],
    ['ONWARD', ({ onward }) => (onward ? 'yes' : 'no')],
    ['GIVEN', ({ createdAt }) => ago(createdAt, now), optional],
    ['WHY', ({ note }) => safe(note ?? '–'), optional],
  ]);
}

export function presentRevokedGrant(grant: ShownGrant, { paint }: PageStyle): string {
  return `${paint.good('Revoked')} ${paint.accent(grant.name)}: ${party(grant.to)} no longer reads ${selected(grant.what)} of ${party(grant.from)} by it`;
}

/** An agent, or all agents of a project. */
function party({ project, agent }: ShownGrant['to']): string {
  return agent === null ? `all of ${safe(project)}` : safe(agent);
}

function until({ until: moment, onward }: ShownGrant): string {
  const end = moment === null ? '' : ` until ${day(moment)}`;
  return onward ? `${end}, and may share it on` : end;
}

/** What is shared, in words. */
function selected(what: Selection): string {
  if (what.of === 'failures')
    return what.pattern === null ? 'failures and solutions' : `the failure ${safe(what.pattern)}`;
  if (what.of === 'pattern') return `the pattern ${safe(what.slug)}`;
  const { id, kind, domain, topic, tags } = what;
  if (id !== null) return `memory ${safe(id)}`;
  const parts = [
    kind === null ? 'memories' : `memories of kind ${kind}`,
    domain !== null && `in ${safe(domain)}`,
    topic !== null && `about ${safe(topic)}`,
    tags.length > 0 && `tagged ${tags.map(safe).join(' and ')}`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}
