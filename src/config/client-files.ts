import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { canonicalPath, digestOf } from './trust.ts';

/** A file of a project, which somebody else may have written. */
export interface ProjectFile {
  readonly path: string;
  /** Of its content; empty for a program, which is neither run nor read. */
  readonly digest: string;
}

/** Where MCP clients look, within a project, for the servers they start. */
const names = [
  '.mcp.json',
  'mcp.json',
  '.cursor/mcp.json',
  '.vscode/mcp.json',
  '.roo/mcp.json',
  '.amazonq/mcp.json',
  '.gemini/settings.json',
  '.zed/settings.json',
  '.codex/config.toml',
  'opencode.json',
];

/**
 * Finds out which file of the project gives a flag or a variable to the Engram that a client starts: the nearest one that
 * names it. A variable that is only handed on (`"NAME": "${NAME}"`) stays the user's. The user's home is no project.
 *
 * @example
 * const fileNaming = findClientFiles('/work/shop', '/home/ann');
 * fileNaming('ENGRAM_DB'); // { path: '/work/shop/.mcp.json', … }
 */
export function findClientFiles(folder: string, home: string): (word: string) => ProjectFile | undefined {
  const texts: Array<readonly [ProjectFile, string]> = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    const paths = at === resolve(home) ? [] : names.map((name) => join(at, name)).filter(existsSync);
    for (const path of paths) {
      const text = readFileSync(path, 'utf8');
      texts.push([{ path: canonicalPath(path), digest: digestOf(text) }, unescaped(text)]);
    }
    if (at === dirname(at)) break;
  }
  return (word) => {
    const named = new RegExp(`(?<![\\w-])${word}(?![\\w-])`);
    const handedOn = new RegExp(`["']?${word}["']?\\s*[:=]\\s*["']\\$\\{(?:env:)?${word}\\}["']`, 'g');
    return texts.find(([, text]) => named.test(text.replace(handedOn, '')))?.[0];
  };
}

/** A name may be written with escapes, which a client reads as the same name. */
function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
