import * as z from 'zod';
import { nameText } from '../text/text.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { timestamp } from './record.ts';

/**
 * How a request came to Engram, as the interface says and never the caller. `terminal`: a command whose user can be asked ·
 * `flag`: a command that asks nothing · `page`: the dashboard on this machine · `scope`: HTTP, by what a token allows ·
 * `library`: a program · `mcp`: a model.
 */
export type Door = z.infer<typeof doorSchema>;
export const doorSchema = lazySchema(() => z.enum(['terminal', 'flag', 'page', 'scope', 'library', 'mcp']));

/** Each door in words. */
export const doorWords: Readonly<Record<Door, string>> = {
  terminal: 'on a terminal',
  flag: 'by a command that asked nothing',
  page: 'on the dashboard',
  scope: 'over HTTP, by the scope of a token',
  library: 'by a program',
  mcp: 'over MCP',
};

/** Who did something to a template, and how that came. No agent is the owner. */
export type Arrival = z.infer<typeof arrivalSchema>;
export const arrivalSchema = lazyObject(() => ({
  by: nameText.nullable(),
  door: doorSchema,
  at: timestamp,
}));
