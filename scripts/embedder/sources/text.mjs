// What every source of text needs: finding files, and cutting text into sentences.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = resolve(dirname(fileURLToPath(import.meta.url)), '../node_modules');

/** The files of an installed package whose names end as asked, in an order that never changes. */
export function filesOf(packageName, ending) {
  const found = [];
  const visit = (folder) => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((left, right) =>
      left.name < right.name ? -1 : 1,
    );
    for (const entry of entries) {
      if (entry.isDirectory() && entry.name !== 'node_modules') visit(join(folder, entry.name));
      else if (entry.isFile() && entry.name.endsWith(ending)) found.push(join(folder, entry.name));
    }
  };
  visit(join(modules, packageName));
  return found;
}

export function readPackageFile(packageName, path) {
  return readFileSync(join(modules, packageName, path), 'utf8');
}

/** Text without the signs of Markdown and HTML, on one line. */
export function plain(text) {
  return text
    .replace(/<[^>\n]{1,200}>/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\{@link(?:code)?\s+([^}\s|]+)[^}]*\}/g, '$1')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/[`*#|>]+/g, ' ')
    .replace(/&[a-z]+;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Sentences of at least four words. */
export function sentences(text) {
  return text
    .split(/(?<=[.!?;]["'”’)]*)\s+(?=["'“‘(]*[A-Z])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(/\s+/).length >= 4 && sentence.length <= 600);
}

/** Pairs of each sentence with the next one. */
export function neighbours(list) {
  return list.slice(1).map((sentence, index) => [list[index], sentence]);
}
