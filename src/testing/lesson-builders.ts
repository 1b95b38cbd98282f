import { type Lesson, type LessonKind, type LessonOf, lessonSchema } from '../records/lesson.ts';
import { base, nextId } from './builder-base.ts';

/** What each kind says, unless it is told otherwise. */
const contents: { readonly [Kind in LessonKind]: () => object } = {
  failure: () => ({ template: 'order <*> is locked', signature: 'order <number> is locked' }),
  solution: () => ({
    pattern: 'les_000001',
    signature: 'order <number> is locked',
    approach: 'Wait for the lock.',
  }),
  check: () => ({
    message: 'Orders are often locked at night.',
    verify: { kind: 'question', text: 'Is the order free?' },
  }),
  trial: () => ({ lesson: { kind: 'check', id: 'les_000001' }, use: 'warned' }),
  name: () => ({ of: 'decision', slug: 'refund-order' }),
  grouping: () => ({ state: {} }),
  'agent-memory': () => ({
    templateId: 'tpl_000001',
    agent: 'ali',
    strategies: ['Look the order up before changing it.'],
    lastUpdatedAt: 1_000,
  }),
  example: () => ({
    templateId: 'tpl_000001',
    agent: 'ali',
    tool: 'get_order',
    arguments: { id: 42 },
    result: { id: 42 },
    at: 1_000,
  }),
  'session-template': () => ({
    sessionId: 'ses_000001',
    type: 'file',
    examples: [{ callId: 'call_1', tool: 'read_file', arguments: { path: 'a.txt' }, result: 'text' }],
  }),
  experiment: () => ({ template: 'read-files', version: 1, cold: [], seeded: [], significance: {} }),
};

/** Any part of a lesson, and any part of what it says. */
export type LessonOverrides<Kind extends LessonKind> = Partial<Omit<LessonOf<Kind>, 'kind' | 'content'>> & {
  readonly content?: Partial<LessonOf<Kind>['content']>;
};

/**
 * A lesson of this kind that nobody calls by a name.
 *
 * @example
 * const check = aLesson('check', { slug: 'order-is-free', content: { action: 'block' } });
 */
export function aLesson<Kind extends LessonKind>(
  kind: Kind,
  { content, ...overrides }: LessonOverrides<Kind> = {},
): LessonOf<Kind> {
  const built = base(nextId('les'));
  const lesson: Lesson = lessonSchema.parse({
    ...built,
    kind,
    updatedAt: overrides.createdAt ?? built.createdAt,
    content: { ...contents[kind](), ...content },
    ...overrides,
  });
  return lesson as LessonOf<Kind>;
}
