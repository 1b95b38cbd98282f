import { type Hold, holdSchema } from '../records/hold.ts';
import { type MemoryLink, memoryLinkSchema } from '../records/memory-link.ts';
import { base, nextId } from './builder-base.ts';

/**
 * A link between two memories. Name both: without, it links the first memory built with itself.
 *
 * @example
 * const link = aLink({ from: outage.id, relation: 'caused-by', to: deploy.id });
 */
export function aLink(overrides: Partial<MemoryLink> = {}): MemoryLink {
  return memoryLinkSchema.parse({
    ...base(nextId('rec')),
    from: 'mem_000001',
    relation: 'relates-to',
    to: 'mem_000001',
    ...overrides,
  });
}

/**
 * A hold of a project that covers everything in it, unless it is limited.
 *
 * @example
 * const hold = aHold({ ofAgent: 'alice', ofKind: 'decision' });
 */
export function aHold(overrides: Partial<Hold> = {}): Hold {
  const common = base(nextId('rec'));
  return holdSchema.parse({
    ...common,
    scope: { ...common.scope, agent: null },
    updatedAt: common.createdAt,
    revision: 0,
    name: `hold-${common.id}`,
    ofAgent: null,
    ofKind: null,
    tag: null,
    memory: null,
    reason: 'A court asked for it.',
    ...overrides,
  });
}
