import type { Paint, Terminal } from '../terminal.ts';
export async function runDemo(_words: readonly string[], terminal: Terminal, _paint: Paint): Promise<number> {
  terminal.write('demo');
  return 0;
}
