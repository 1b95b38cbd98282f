import * as z from 'zod';
import { nameText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';

/**
 * Says when a run is taken to have succeeded by something, for runs that name no success factors (LRN-13). All that is given must
 * hold; a rule that gives nothing never does.
 */
export type FactorRule = z.infer<typeof factorRuleSchema>;
export const factorRuleSchema = lazyObject(() => ({
  /** The factor, such as `file_creation`. */
  name: nameText,
  /** A successful call of such a tool; `*` is for any characters. */
  tool: nameText.optional(),
  /** An argument of that call is the path of a file, or the address of a service. */
  argument: z.enum(['path', 'url']).optional(),
  /** The task has this category. */
  category: nameText.optional(),
  /** What the run said at the end, or a result of a call, has this word, in any case. */
  output: nameText.optional(),
  /** The task depends on others. */
  dependencies: z.literal(true).optional(),
}));

/** The rules that everybody has. Tools that write files have one of two words in their names in all toolsets we met. */
export const usualFactorRules: readonly FactorRule[] = [
  { name: 'file_creation', tool: '*write*', argument: 'path' },
  { name: 'file_creation', tool: '*create*', argument: 'path' },
  { name: 'api_integration', argument: 'url' },
  { name: 'dependency_resolution', dependencies: true },
  { name: 'component_creation', category: 'frontend', output: 'component' },
];
