// Documentation of permissively licensed packages: comments in type declarations, and Markdown.
import { readFileSync } from 'node:fs';
import { filesOf, neighbours, plain, sentences } from './text.mjs';

/** A name with what is said about it: `createTable` ↔ "Adds a new table to your account." */
export function declarationPairs(packageName) {
  const pairs = { named: [], neighbour: [] };
  const seen = new Set();
  for (const path of filesOf(packageName, '.d.ts')) {
    const text = readFileSync(path, 'utf8');
    for (const [, comment, name] of text.matchAll(
      /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*(?:export |declare |readonly |static |abstract |function |const |interface |class |type |enum )*["']?([A-Za-z_$][\w$-]*)/g,
    )) {
      const said = sentences(
        plain(
          comment
            .replace(/^\s*\*+ ?/gm, '')
            .replace(/^\s*@description/gm, '')
            .split(/^\s*@(?!link)/m)[0],
        ),
      );
      if (said.length === 0 || seen.has(said[0])) continue;
      seen.add(said[0]);
      pairs.named.push([name, said[0]]);
      pairs.neighbour.push(...neighbours(said.slice(0, 5)));
    }
  }
  return pairs;
}

/** A heading with the text below it, and sentences that stand together. */
export function markdownPairs(packageName) {
  const pairs = { headed: [], neighbour: [] };
  for (const path of [...filesOf(packageName, '.md'), ...filesOf(packageName, '.mdx')]) {
    if (/changelog|history|license|security|contributing|code_of_conduct|sponsors/i.test(path)) continue;
    const trail = [];
    let heading = '';
    for (const block of readFileSync(path, 'utf8')
      .replace(/```[\s\S]*?```/g, '')
      .split(/\n\s*\n/)) {
      const found = /^(#{1,6})\s+(.+)$/m.exec(block);
      if (found) {
        trail.length = found[1].length - 1;
        trail[found[1].length - 1] = plain(found[2]);
        heading = trail.filter(Boolean).slice(-2).join(' ');
      }
      const said = sentences(plain(block.replace(/^#.*$/gm, '').replace(/^\|.*$/gm, '')));
      if (said.length === 0) continue;
      if (heading !== '') pairs.headed.push([heading, said[0]]);
      pairs.neighbour.push(...neighbours(said));
    }
  }
  return pairs;
}
