import type { Engram, View } from '../../src/index.ts';
import type { FixedClock } from '../../src/testing/index.ts';
import { numbersFrom } from '../../src/testing/store-suite/random-history.ts';

/** A memory, as the test knows it: what it was recorded with. */
interface KnownMemory {
  readonly id: string;
  readonly project: string;
  readonly agent: string | null;
  readonly kind: 'decision' | 'knowledge' | 'rule';
  readonly domain: string | null;
  readonly tags: readonly string[];
  readonly text: string;
  /** For a copy: each grant it was made by, with the memory that was read by it. */
  readonly lent: ReadonlyArray<{ readonly grant: KnownGrant; readonly original: KnownMemory }>;
  /** What it is a copy of, directly and by way of other copies. */
  readonly madeFrom: readonly KnownMemory[];
}

interface KnownGrant {
  readonly id: string;
  readonly from: { readonly project: string; readonly agent: string | null };
  readonly to: { readonly project: string; readonly agent: string | null };
  /** Every condition must hold; those of the grants above it hold by themselves. */
  readonly isSelected: (memory: KnownMemory) => boolean;
  readonly until: number | null;
  readonly onward: boolean;
  readonly parent: KnownGrant | null;
  isRevoked: boolean;
}

const agents = ['al', 'ali', 'bob'] as const;
const projects = ['shop', 'shop2'] as const;
const tags = ['auth', 'db', 'Auth'];
const kinds = ['decision', 'knowledge', 'rule'] as const;
const hour = 3_600_000;

/** What a sequence did and how many answers were compared. */
export interface SequenceFigures {
  readonly compared: number;
  readonly shared: number;
  readonly revoked: number;
  readonly copied: number;
}

/**
 * One random sequence of recording, sharing, sharing on, copying, revoking, deleting and passing time by the agents of a user with two
 * projects, and after each the question what one of them sees: it must be exactly what is its own, its project's, or
 * covered by a grant that holds. The rule is written here again, from the requirement (SHR-1, SHR-2), and not taken from the product.
 *
 * @returns what was compared; throws at the first difference.
 */
export async function checkSequence(
  engram: Engram,
  clock: FixedClock,
  seed: number,
): Promise<SequenceFigures> {
  const below = numbersFrom(seed);
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const chance = (outOf: number): boolean => below(outOf) === 0;
  const user = `user-${seed}`;
  const memories: KnownMemory[] = [];
  const grants: KnownGrant[] = [];
  let compared = 0;
  let recorded = 0;
  let revoked = 0;
  let copied = 0;

  const viewAs = (project: string, agent: string | null, of = user): View =>
    engram.as({ user: of, project, agent });
  const anyone = () => ({ project: oneOf(projects), agent: oneOf([null, ...agents]) });

  const holds = (grant: KnownGrant): boolean =>
    !grant.isRevoked &&
    (grant.until === null || grant.until > clock.now()) &&
    (grant.parent === null || holds(grant.parent));
  const covers = (grant: KnownGrant, memory: KnownMemory): boolean =>
    memory.project === grant.from.project &&
    (grant.from.agent === null || grant.from.agent === memory.agent) &&
    grant.isSelected(memory) &&
    (grant.parent === null || covers(grant.parent, memory));
  const isFor = (grant: KnownGrant, { project, agent }: { project: string; agent: string | null }): boolean =>
    grant.to.project === project && (agent === null || grant.to.agent === null || grant.to.agent === agent);
  /** A copy is read while each grant it was made by holds, and is for whom reads it or may be shared on. */
  const isLent = (who: { project: string; agent: string | null }, { lent }: KnownMemory): boolean =>
    lent.every(
      ({ grant, original }) =>
        holds(grant) &&
        (grant.onward || isFor(grant, who)) &&
        covers(grant, original) &&
        memories.includes(original),
    );
  const isAllowed = (who: { project: string; agent: string | null }, memory: KnownMemory): boolean =>
    isLent(who, memory) && isInReach(who, memory);
  const isInReach = (who: { project: string; agent: string | null }, memory: KnownMemory): boolean =>
    (memory.project === who.project &&
      (who.agent === null || memory.agent === null || memory.agent === who.agent)) ||
    grants.some((grant) => isFor(grant, who) && holds(grant) && covers(grant, memory));

  async function record(): Promise<void> {
    const who = anyone();
    const kind = oneOf(kinds);
    const domain = kind === 'knowledge' && chance(2) ? oneOf(['auth', 'db']) : null;
    const given = tags.filter(() => chance(3));
    // Never the same words twice: a decision in the same words at the same moment counts as the same one.
    const text = `alpha note ${recorded}`;
    recorded += 1;
    const content =
      kind === 'decision'
        ? { context: 'alpha', action: 'retry', outcome: 'success' as const }
        : domain === null
          ? {}
          : { domain };
    const { id } = await viewAs(who.project, who.agent).memories.record({ kind, text, content, tags: given });
    memories.push({ id, ...who, kind, domain, tags: given, text, lent: [], madeFrom: [] });
  }

  /** A selection as it is asked for, and what it means. */
  function selection(from: { project: string; agent: string | null }) {
    const own = memories.filter(
      ({ project, agent }) => project === from.project && (from.agent === null || agent === from.agent),
    );
    const memory = own.length === 0 || chance(2) ? undefined : oneOf(own);
    if (memory !== undefined)
      return { asked: { memory: memory.id }, isSelected: (each: KnownMemory) => each === memory };
    const kind = chance(2) ? oneOf(kinds) : undefined;
    const domain = chance(3) ? oneOf(['auth', 'db']) : undefined;
    const tag =
      kind === undefined && domain === undefined ? oneOf(tags) : chance(3) ? oneOf(tags) : undefined;
    const isSelected = (each: KnownMemory): boolean =>
      (kind === undefined || each.kind === kind) &&
      (domain === undefined || each.domain === domain || each.tags.includes(domain)) &&
      (tag === undefined || each.tags.includes(tag));
    return { asked: { kind, domain, ...(tag === undefined ? {} : { tags: [tag] }) }, isSelected };
  }

  async function share(): Promise<void> {
    const from = anyone();
    // Only an owner reaches another project; who shares with itself is refused.
    const to = { project: chance(3) ? oneOf(projects) : from.project, agent: oneOf([null, ...agents]) };
    const { asked, isSelected } = selection(from);
    const until = chance(3) ? clock.now() + hour : null;
    const onward = chance(2);
    const request = {
      ...asked,
      toProject: to.project,
      ...(to.agent === null ? {} : { to: to.agent }),
      until,
      onward,
    };
    const sharer = viewAs(from.project, chance(2) ? null : from.agent);
    const granted = await sharer.memories
      .share({ ...request, ...(from.agent === null ? {} : { from: from.agent }) })
      .catch(expectTyped);
    if (granted === undefined) return;
    // One memory is shared as its owner's, whoever of the project shares it.
    const owner = 'memory' in asked ? memories.find(({ id }) => id === asked.memory) : undefined;
    const origin = owner === undefined ? from : { project: owner.project, agent: owner.agent };
    grants.push({
      id: granted.id,
      from: origin,
      to,
      isSelected,
      until,
      onward,
      parent: null,
      isRevoked: false,
    });
  }

  async function shareOn(): Promise<void> {
    const open = grants.filter((grant) => grant.onward);
    if (open.length === 0) return;
    const parent = oneOf(open);
    const { project } = parent.to;
    const sharer = parent.to.agent ?? oneOf(agents);
    const to = { project, agent: oneOf(agents) };
    const onward = chance(2);
    const granted = await viewAs(project, sharer)
      .memories.share({ grant: parent.id, to: to.agent, onward })
      .catch(expectTyped);
    if (granted === undefined) return;
    if (!holds(parent)) throw new Error(`seed ${seed}: a grant that has ended was shared on`);
    const { from, until } = parent;
    grants.push({
      id: granted.id,
      from,
      to,
      isSelected: () => true,
      until,
      onward,
      parent,
      isRevoked: false,
    });
  }

  async function revoke(): Promise<void> {
    if (grants.length === 0) return;
    const grant = oneOf(grants);
    await viewAs(grant.from.project, null).memories.revoke(grant.id);
    grant.isRevoked = true;
    revoked += 1;
  }

  async function remove(): Promise<void> {
    if (memories.length === 0) return;
    const memory = oneOf(memories);
    const isThere = isAllowed({ project: memory.project, agent: null }, memory);
    let refusal: unknown;
    const deleted = await viewAs(memory.project, null)
      .memories.delete(memory.id)
      .catch((error: unknown) => {
        refusal = error;
        return expectTyped(error);
      });
    if ((deleted !== undefined) !== isThere)
      throw new Error(
        `seed ${seed}: ${memory.id} was ${isThere ? 'not deleted' : 'deleted, and should not be seen'}`,
        { cause: refusal },
      );
    if (deleted === undefined) return;
    const left = memories.filter((each) => each !== memory && !each.madeFrom.includes(memory));
    memories.splice(0, memories.length, ...left);
  }

  /** Copies what an agent knows: by the one who gets it, of what is shared with it, or by the owner. */
  async function merge(): Promise<void> {
    const useful = grants.filter((each) => each.from.project === each.to.project && holds(each));
    const grant = useful.length > 0 && !chance(5) ? oneOf(useful) : undefined;
    const project = grant?.from.project ?? oneOf(projects);
    const from = grant?.from.agent ?? oneOf(agents);
    const to = grant?.to.project === project && grant.to.agent !== null ? grant.to.agent : oneOf(agents);
    if (from === to) return;
    const isByOwner = chance(3);
    const actor = { project, agent: isByOwner ? null : to };
    const kind = chance(3) ? oneOf(kinds) : undefined;
    const target = { project, agent: to };
    const wanted = memories.filter(
      (memory) =>
        memory.project === project &&
        memory.agent === from &&
        (kind === undefined || memory.kind === kind) &&
        isAllowed(actor, memory),
    );
    await viewAs(project, actor.agent).knowledge.merge({
      fromAgent: from,
      ...(kind && { kind }),
      ...(isByOwner && { toAgent: to }),
    });
    const { items } = await viewAs(project, to).memories.list({ limit: 1_000 });
    for (const item of items.toReversed()) {
      if (memories.some(({ id }) => id === item.id)) continue;
      const sources = (of: string): string[] =>
        item.derivedFrom.filter((source) => source.kind === of).map(({ id }) => id);
      const original = wanted.find(({ id }) => id === sources('memory').at(-1));
      if (original === undefined)
        throw new Error(`seed ${seed}: ${item.id} is a copy of what may not be read`);
      const carried = sources('grant').map((id) => grants.find((each) => each.id === id));
      const own = carried.filter((each) => !original.lent.some(({ grant: before }) => before === each));
      const lent = own.map((each) => ({ grant: each as KnownGrant, original }));
      const isFaithful =
        item.text === original.text &&
        original.lent.every(({ grant: before }) => carried.includes(before)) &&
        (isByOwner
          ? own.length === 0
          : lent.every((each) => isFor(each.grant, actor) && covers(each.grant, original))) &&
        (isByOwner || carried.some((each) => each !== undefined && covers(each, original)));
      if (!isFaithful)
        throw new Error(`seed ${seed}: the copy ${item.id} does not carry what it was made by`);
      const { kind: of, domain, tags: given, text } = original;
      const madeFrom = [original, ...original.madeFrom];
      memories.push({
        id: item.id,
        ...target,
        kind: of,
        domain,
        tags: given,
        text,
        lent: [...original.lent, ...lent],
        madeFrom,
      });
      copied += 1;
    }
    const known = new Set(items.filter(({ scope }) => scope.agent === to).map(({ text }) => text));
    const missing = wanted.find((memory) => isLent(target, memory) && !known.has(memory.text));
    if (missing !== undefined) throw new Error(`seed ${seed}: ${missing.id} was not merged by ${to}`);
  }

  /** Nobody exports more than what is its own or may be shared on, and nothing of that is missing. */
  async function compareExport(who: { project: string; agent: string | null }): Promise<void> {
    const { memories: records } = await viewAs(who.project, who.agent).knowledge.export({});
    const mayGive = (memory: KnownMemory): boolean =>
      isAllowed(who, memory) &&
      memory.lent.every(({ grant }) => grant.onward) &&
      ((memory.project === who.project && (who.agent === null || memory.agent === who.agent)) ||
        grants.some((grant) => grant.onward && isFor(grant, who) && holds(grant) && covers(grant, memory)));
    const [got, expected] = [
      records
        .map(({ id }) => id)
        .sort()
        .join(' '),
      idsIn(memories.filter(mayGive)),
    ];
    if (got !== expected)
      throw new Error(
        `seed ${seed}: ${who.agent ?? 'the owner'} of ${who.project} exports [${got}] and may export [${expected}]`,
      );
  }

  /** Most often somebody with whom something was shared, and an agent of theirs rather than the owner, who sees all. */
  function receiver(): { readonly project: string; readonly agent: string | null } {
    if (grants.length === 0 || chance(4)) return anyone();
    const { to } = oneOf(grants);
    return { project: to.project, agent: to.agent ?? oneOf(agents) };
  }

  async function compare(): Promise<void> {
    const who = receiver();
    const view = viewAs(who.project, who.agent);
    const allowed = memories.filter((memory) => isAllowed(who, memory));
    const seen = {
      list: (await view.memories.list({ limit: 1_000 })).items.map(({ id }) => id),
      search: (await view.memories.search({ query: 'alpha note', limit: 1_000 })).flatMap(
        ({ memory, duplicates }) => [memory?.id, ...duplicates],
      ),
      get: (await Promise.all(memories.map(({ id }) => view.memories.get(id).catch(expectTyped)))).flatMap(
        (memory) => memory?.id ?? [],
      ),
    };
    const expected = idsIn(allowed);
    for (const [way, ids] of Object.entries(seen)) {
      const got = [...new Set(ids)].sort().join(' ');
      if (got !== expected)
        throw new Error(
          `seed ${seed}: by ${way}, ${who.agent ?? 'the owner'} of ${who.project} sees [${got}] and should see [${expected}]`,
        );
    }
    const { actions } = await view.learning.suggest({ context: 'alpha' });
    const attempts = actions[0]?.attempts ?? 0;
    // What happened once counts once, however often it was copied.
    const decisions = new Set(
      allowed.filter(({ kind }) => kind === 'decision').map((memory) => memory.madeFrom.at(-1) ?? memory),
    ).size;
    if (attempts !== decisions)
      throw new Error(`seed ${seed}: ${attempts} attempts were weighed, and ${decisions} may be seen`);
    const stranger = await viewAs(who.project, who.agent, `${user}0`).memories.list({});
    if (stranger.items.length > 0) throw new Error(`seed ${seed}: another user sees something`);
    await compareExport(who);
    compared += 1;
  }

  const actions = [
    record,
    record,
    share,
    share,
    share,
    shareOn,
    revoke,
    remove,
    merge,
    merge,
    merge,
    async () => clock.advance(hour / 2),
  ];
  for (let first = 0; first < 8; first += 1) await record();
  for (let step = 0; step < 12; step += 1) {
    await oneOf(actions)();
    await compare();
  }
  return { compared, shared: grants.length, revoked, copied };
}

const idsIn = (memories: readonly KnownMemory[]): string =>
  memories
    .map(({ id }) => id)
    .sort()
    .join(' ');

/** Refusals are part of life; anything else is a fault. */
function expectTyped(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'not_found' || code === 'forbidden' || code === 'invalid_input') return undefined;
  throw error;
}
