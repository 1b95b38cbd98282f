import type { PromptContext } from '../../view.ts';
import { type Call, written } from './call.ts';

/**
 * `memory context`: what is printed goes into a prompt. So that nothing is known is said beside it, on standard
 * error, and the output stays empty.
 */
export async function printContext({ desk, input, terminal, asJson }: Call): Promise<unknown> {
  const view = await desk.view();
  const context: PromptContext = await view.memories.context(input as never);
  if (asJson || context.text !== '') return context;
  const why =
    context.leftOut === 0 ? 'Nothing relevant is known.' : 'No memory fits. Give it more room with --tokens.';
  terminal.writeError(`${why}\n`);
  return written;
}
