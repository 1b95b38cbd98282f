import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseByRules } from './by-rules.ts';
import { readConversation } from './conversation.ts';

/** Texts of a list. The first lists were written before the rules, the second by a writer who had not seen them. */
function list(name: string): string[] {
  const items: Array<string | { text: string }> = JSON.parse(
    readFileSync(resolve('test/remember', `${name}.json`), 'utf8'),
  );
  return items.map((item) => (typeof item === 'string' ? item : item.text));
}

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
    ['own', 60, 0],
    ['second', 50, 2],
  ])('is kept, and ordinary talk is not: the %s list', (name, minKept, maxTalk) => {
    const [statements, talk] = [list(`${name}-keep`), list(`${name}-talk`)];
    expect([statements.length, talk.length]).toEqual([60, 200]);
    const kept = keptOf(statements);
    const junk = keptOf(talk);
    expect(kept.length, statements.filter((text) => !kept.includes(text)).join('\n')).toBeGreaterThanOrEqual(
      minKept,
    );
    expect(junk.length, junk.join('\n')).toBeLessThanOrEqual(maxTalk);
  });
});
