import { EngramError } from '../../errors.ts';
import type { Operation } from './operation.ts';

/**
 * The same operation, which refuses fields it does not have, so that a typo is not lost: not every operation
 * hands its whole input to the engine.
 */
export function refusingUnknownFields(operation: Operation): Operation {
  return {
    ...operation,
    async run(desk, input) {
      const known = Object.keys(operation.input.shape);
      const unknown = Object.keys(input).filter((field) => !known.includes(field));
      if (unknown.length > 0) throw unknownFields(operation.name, unknown, known);
      return operation.run(desk, input);
    },
  };
}

/** An answer must not grow with what was sent. */
const mostNamed = 10;

function unknownFields(name: string, unknown: readonly string[], known: readonly string[]): EngramError {
  const named = unknown.slice(0, mostNamed);
  const more = unknown.length > mostNamed ? ` and ${unknown.length - mostNamed} more` : '';
  const names = named.map((field) => `"${field.slice(0, 100)}"`).join(', ') + more;
  const takes = known.length === 0 ? 'It takes nothing.' : `It takes: ${known.join(', ')}.`;
  return new EngramError('invalid_input', `${name} does not have ${names}. ${takes}`, {
    details: { fields: named },
  });
}
