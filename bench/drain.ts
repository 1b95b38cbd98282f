/** Drain as it was published, with the parameters it is mostly used with: the yardstick, not the product. */
const depth = 4;
const similarity = 0.4;
const maximumChildren = 100;

interface Cluster {
  readonly id: number;
  words: string[];
}

type Node = Map<string, Node> | Cluster[];

/** Groups lines by length, by their first words and by likeness; answers the group of each line. */
export function drain(lines: readonly string[]): number[] {
  const root = new Map<string, Node>();
  let made = 0;
  return lines.map((line) => {
    const words = mask(line).split(/\s+/);
    const leaf = leafFor(root, words);
    const best = mostAlike(leaf, words);
    if (best === undefined) {
      leaf.push({ id: made, words });
      made += 1;
      return made - 1;
    }
    best.words = best.words.map((word, place) => (word === words[place] ? word : '<*>'));
    return best.id;
  });
}

/** Masks that fit any log: addresses, hexadecimal numbers, numbers. */
function mask(line: string): string {
  return line
    .trim()
    .replace(/\/?\d+(?:\.\d+){3}(?::\d+)?/g, '<*>')
    .replace(/\b0x[\da-f]+\b/gi, '<*>')
    .replace(/(?<=^|[^A-Za-z0-9])-?\d+(?:\.\d+)?(?=[^A-Za-z0-9]|$)/g, '<*>');
}

function leafFor(root: Map<string, Node>, words: readonly string[]): Cluster[] {
  const path = [String(words.length), ...words.slice(0, depth - 2)];
  let node = root;
  for (const [level, word] of path.entries()) {
    const isLast = level === path.length - 1;
    const key = keyFor(node, word, level);
    let next = node.get(key);
    if (next === undefined) {
      next = isLast ? [] : new Map<string, Node>();
      node.set(key, next);
    }
    if (Array.isArray(next)) return next;
    node = next;
  }
  return [];
}

function keyFor(node: Map<string, Node>, word: string, level: number): string {
  if (level === 0 || node.has(word)) return word;
  return /\d/.test(word) || word.includes('<*>') || node.size >= maximumChildren ? '<*>' : word;
}

function mostAlike(clusters: readonly Cluster[], words: readonly string[]): Cluster | undefined {
  let best: Cluster | undefined;
  let bestShare = -1;
  for (const cluster of clusters) {
    const same = cluster.words.filter((word, place) => word !== '<*>' && word === words[place]).length;
    const share = same / words.length;
    if (share > bestShare) [best, bestShare] = [cluster, share];
  }
  return bestShare >= similarity ? best : undefined;
}
