/** What the splitting of a text needs to know of a table of words: the rank of a word, 0 being the most frequent. */
export interface WordRanks {
  rankOf(word: string): number | undefined;
}

const stretches = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu;
const beyondAscii = /[^\0-\x7f]/;
const marks = /\p{M}+/gu;
/** Letters between digits twice over, as in a hash, an encoded blob or a point in time: no words in there. */
const noise = /\d[a-z]+\d/i;
/** `HTTPServer` is HTTP, Server; `userIDs` is user, IDs; digits separate. */
const pieces = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const maxWordLength = 32;

/** Called for each known word of a text. */
type WordVisitor = (word: string, rank: number) => void;

/**
 * The known words of a text, in order: what the table can say something about. Identifiers, paths and error codes are
 * taken apart; what stays unknown is left out, so a text in another script has no words.
 *
 * @example knownWords('ECONNREFUSED in getUserById()', table) // ['conn', 'refused', 'in', 'get', 'user', 'by', 'id']
 */
export function knownWords(text: string, table: WordRanks): string[] {
  const found: string[] = [];
  visitWords(text, table, (word) => found.push(word));
  return found;
}

/** Visits the same words, each with its rank: looking a word up takes longer than anything that is done with it. */
export function visitWords(text: string, table: WordRanks, visit: WordVisitor): void {
  const plain = beyondAscii.test(text) ? text.normalize('NFKD').replace(marks, '') : text;
  for (const stretch of plain.match(stretches) ?? []) visitStretch(stretch, table, visit);
}

/** Visits the word if it is known, and says whether it is. */
function visitKnown(word: string, table: WordRanks, visit: WordVisitor): boolean {
  const rank = table.rankOf(word);
  if (rank !== undefined) visit(word, rank);
  return rank !== undefined;
}

function visitStretch(stretch: string, table: WordRanks, visit: WordVisitor): void {
  if (visitKnown(stretch.toLowerCase(), table, visit)) return;
  if (beyondAscii.test(stretch) && !stretch.includes('’')) return;
  const [body = '', ending] = stretch.split(/['’]/);
  if (ending !== undefined) {
    visitContraction(body, ending.toLowerCase(), table, visit);
    return;
  }
  if (noise.test(stretch)) return;
  for (const piece of stretch.match(pieces) ?? []) visitPiece(piece.toLowerCase(), table, visit);
}

/** `server's` is server, `don't` is do not; of `they'll` and the like only the first part says something. */
function visitContraction(body: string, ending: string, table: WordRanks, visit: WordVisitor): void {
  if (ending !== 't') {
    visitStretch(body, table, visit);
    return;
  }
  const verb = irregularNegations.get(body.toLowerCase()) ?? body.replace(/n$/i, '');
  visitStretch(verb, table, visit);
  visitStretch('not', table, visit);
}

const irregularNegations: ReadonlyMap<string, string> = new Map([
  ['can', 'can'],
  ['won', 'will'],
  ['shan', 'shall'],
]);

function visitPiece(piece: string, table: WordRanks, visit: WordVisitor): void {
  if (piece.length < 2 || piece.length > maxWordLength) return;
  if (visitKnown(piece, table, visit)) return;
  if (endings.some((ending) => visitKnown(baseForm(piece, ending), table, visit))) return;
  for (const part of joinedWords(piece, table)) visitKnown(part, table, visit);
}

const endings = ['s', 'es', 'ed', 'd', 'ing', 'ly'] as const;

/** The word without its ending; too short a rest is no word but chance. */
function baseForm(word: string, ending: string): string {
  return word.endsWith(ending) && word.length - ending.length >= 4 ? word.slice(0, -ending.length) : '';
}

/** Costs are logarithms of ranks: 14 is worse than the rarest word of a table of a million. */
const costOfStrayLetter = 14;
const minPartLength = 3;
const maxPartLength = 16;
const minJoinedLength = 6;

/**
 * Takes a word apart that is made of known ones, such as `keyerror`. The cheapest way wins, where a frequent word costs
 * less than a rare one and a letter that belongs to none costs most. With too many stray letters it is no joined word.
 */
export function joinedWords(word: string, table: WordRanks): string[] {
  if (word.length < minJoinedLength) return [];
  const cost = [0];
  const partEnding: string[] = [''];
  for (let end = 1; end <= word.length; end += 1) {
    cost[end] = (cost[end - 1] ?? 0) + costOfStrayLetter;
    partEnding[end] = '';
    for (let start = Math.max(0, end - maxPartLength); start <= end - minPartLength; start += 1) {
      const part = word.slice(start, end);
      const rank = table.rankOf(part);
      if (rank === undefined) continue;
      const total = (cost[start] ?? 0) + Math.log(rank + 10);
      if (total < (cost[end] ?? 0)) {
        cost[end] = total;
        partEnding[end] = part;
      }
    }
  }
  return readParts(partEnding, word.length);
}

/** At most one letter in six may belong to no part: `econnrefused` passes, a random string does not. */
function readParts(partEnding: readonly string[], length: number): string[] {
  const parts: string[] = [];
  let stray = 0;
  for (let end = length; end > 0; ) {
    const part = partEnding[end] ?? '';
    if (part === '') stray += 1;
    else parts.push(part);
    end -= Math.max(1, part.length);
  }
  return stray * 6 > length ? [] : parts.reverse();
}
