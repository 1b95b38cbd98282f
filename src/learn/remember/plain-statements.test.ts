import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseByRules } from './by-rules.ts';
import { readConversation } from './conversation.ts';

type Item = string | { readonly text: string; readonly kind?: string };

/** Texts of lists. The weights were learned from them: what they do on a list they have not seen stands in docs/measured.md. */
function list(name: string, isOf: (item: Item) => boolean = () => true): string[] {
  const items: Item[] = JSON.parse(readFileSync(resolve('test/remember', `${name}.json`), 'utf8'));
  return items.filter(isOf).map((item) => (typeof item === 'string' ? item : item.text));
}

const isStatement = (item: Item): boolean => typeof item !== 'string' && item.kind !== undefined;

/** The texts of which something is kept, each said to an agent in a conversation of its own. */
function keptOf(texts: readonly string[]): string[] {
  return texts.filter((content) => {
    const messages = [
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content },
    ];
    return chooseByRules(readConversation(messages)).keepable.length > 0;
  });
}

describe('what people say plainly to an agent (MEM-1)', () => {
  it.each([
    ['own', list('own-keep'), list('own-talk')],
    ['second', list('second-keep'), list('second-talk')],
    ['stranger-a', list('stranger-a', isStatement), list('stranger-a', (item) => !isStatement(item))],
    ['stranger-b', list('stranger-b', isStatement), list('stranger-b', (item) => !isStatement(item))],
  ])('is kept, and ordinary talk is not: the %s list', (_, statements, talk) => {
    expect([statements.length >= 60, talk.length]).toEqual([true, 200]);
    const kept = keptOf(statements);
    const junk = keptOf(talk);
    const lost = statements.filter((text) => !kept.includes(text));
    expect(kept.length / statements.length, lost.join('\n')).toBeGreaterThan(0.87);
    expect(junk.length, junk.join('\n')).toBeLessThanOrEqual(2);
  });
});
