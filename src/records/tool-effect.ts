import { globMatcher } from '../text/glob.ts';
import type { PlanStep } from './plan.ts';

/** What a tool says about itself, in the words of MCP annotations. What is left out is not known. */
export interface ToolAnnotations {
  /** It changes nothing. */
  readonly readOnly?: boolean;
  /** What it changes, it may also destroy. */
  readonly destructive?: boolean;
  /** Calling it again with the same arguments changes nothing more; its result may be kept. */
  readonly idempotent?: boolean;
}

/** Names of tools, or patterns of names, that the settings declare. */
export interface ToolDeclarations {
  readonly readOnly: readonly string[];
  readonly writes: readonly string[];
  readonly idempotent: readonly string[];
}

/**
 * The annotations that apply to a tool: settings override what it says itself. A tool declared both read-only and writing
 * counts as writing.
 *
 * @example
 * const believed = believedAnnotations({ readOnly: ['get_*'], writes: ['get_ticket_number'], idempotent: [] });
 * believed('get_order', { readOnly: false }); // { readOnly: true, destructive: false }
 */
export function believedAnnotations(
  declared: ToolDeclarations,
): (tool: string, said?: ToolAnnotations) => ToolAnnotations {
  const readsOnly = oneOf(declared.readOnly);
  const writes = oneOf(declared.writes);
  const isIdempotent = oneOf(declared.idempotent);
  return (tool, said = {}) => {
    const written = writes(tool);
    return {
      ...said,
      ...(readsOnly(tool) && !written && { readOnly: true, destructive: false }),
      ...(written && { readOnly: false }),
      ...(isIdempotent(tool) && { idempotent: true }),
    };
  };
}

function oneOf(names: readonly string[]): (tool: string) => boolean {
  const matchers = names.map(globMatcher);
  return (tool) => matchers.some((matches) => matches(tool));
}

/**
 * Whether a tool only looks, by what is said about it; undefined when nothing is. One that says both that it changes nothing
 * and that it may destroy is not believed.
 */
export function effectSaid({ readOnly, destructive }: ToolAnnotations): PlanStep['effect'] | undefined {
  if (readOnly === false || destructive === true) return 'write';
  return readOnly === true ? 'read' : undefined;
}
