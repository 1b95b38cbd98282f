import { EngramError, invalidInput } from '../../errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { operations } from '../../operations/operations.ts';
import type { McpCaller } from './caller.ts';

/** What agents are offered. */
export const offeredOperations: readonly Operation[] = operations.filter(({ mcp }) => mcp !== null);

/** The name of an operation as a tool: `learning.apply-pattern` is `engram_learning_apply_pattern`. */
export function toolName({ name }: Pick<Operation, 'name'>): string {
  return `engram_${name.replace(/[.-]/g, '_')}`;
}

/** Whether a caller may use an operation. Resources and prompts are other ways to the same, and keep to the same rule. */
export function mayUse(caller: McpCaller, name: string): boolean {
  const operation = offeredOperations.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new EngramError('internal', `There is no operation "${name}".`);
  return caller.allows(operation);
}

/** Which tools a server offers: the core made for models, and operations of the table. */
export interface ToolSelection {
  readonly core: boolean;
  has(operation: Operation): boolean;
}

const groupOf = ({ group, name }: Operation): string => group ?? name.split('.', 1)[0] ?? name;

/**
 * The tools that somebody asked for: `core`, `all`, or groups of operations, with commas between them.
 *
 * @example
 * selectTools('core,memory').has(operation); // whether it is an operation on memories
 */
export function selectTools(words = 'core'): ToolSelection {
  const groups = new Set(offeredOperations.map(groupOf));
  const chosen = new Set(words.split(',').map((word) => word.trim().toLowerCase()));
  const unknown = [...chosen].filter((word) => word !== 'core' && word !== 'all' && !groups.has(word));
  if (unknown.length > 0) {
    throw invalidInput(
      `No group of tools is called "${unknown.join('", "')}". Choose core, all, or among: ${[...groups].join(', ')}.`,
      { details: { unknown } },
    );
  }
  return {
    core: chosen.has('core'),
    has: (operation) => chosen.has('all') || chosen.has(groupOf(operation)),
  };
}
