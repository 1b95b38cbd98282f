import type { PromptContext } from '../../recall/context/markdown.ts';
import { type CommandCall, written } from './call.ts';

/**
 * `memory context`: the output goes into a prompt. When nothing is known, the output stays empty, and a note on standard
 * error says so.
 */
export async function printContext(
  { terminal, asJson }: CommandCall,
  perform: () => Promise<unknown>,
): Promise<unknown> {
  const context = (await perform()) as PromptContext;
  if (asJson || context.text !== '') return context;
  const why =
    context.leftOut === 0 ? 'Nothing relevant is known.' : 'No memory fits. Give it more room with --tokens.';
  terminal.writeError(`${why}\n`);
  return written;
}
