import type { PromptContext } from '../../recall/context/markdown.ts';
import { type CommandCall, written } from './call.ts';

/**
 * `memory context`: what is printed goes into a prompt. So that nothing is known is said beside it, on standard
 * error, and the output stays empty.
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
