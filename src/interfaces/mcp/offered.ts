import { EngramError } from '../../errors.ts';
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
