// Texts in the public domain: a novel and speeches. Neighbouring sentences speak of the same thing.
import { readFileSync } from 'node:fs';
import { filesOf, neighbours, sentences } from './text.mjs';

export function prosePairs(packageName) {
  return filesOf(packageName, '.txt').flatMap((path) => {
    const paragraphs = readFileSync(path, 'utf8').split(/\n\s*\n/);
    return paragraphs.flatMap((paragraph) =>
      neighbours(sentences(paragraph.replace(/\s+/g, ' ').replaceAll('--', ', '))),
    );
  });
}
