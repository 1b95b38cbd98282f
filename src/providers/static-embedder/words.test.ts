import { describe, expect, it } from 'vitest';
import { joinedWords, knownWords, type WordRanks } from './words.ts';

const list =
  'the in not do can will get user by id http server snake case kebab connection refused key error timeout read file path ' +
  'src main conn naive cafe refactor list time out day web hook s3 urls ids';
const ranks = new Map(list.split(' ').map((word, rank) => [word, rank]));
const table: WordRanks = { rankOf: (word) => ranks.get(word) };
const wordsOf = (text: string): string[] => knownWords(text, table);

describe('taking a text apart', () => {
  it.each([
    ['getUserById()', ['get', 'user', 'by', 'id']],
    ['HTTPServer', ['http', 'server']],
    ['userIDs', ['user', 'ids']],
    ['snake_case and kebab-case', ['snake', 'case', 'kebab', 'case']],
    ['src/main/read-file.ts', ['src', 'main', 'read', 'file']],
    ['C:\\src\\UserPath', ['src', 'user', 'path']],
    ['user2server', ['user', 'server']],
    ['ECONNREFUSED', ['conn', 'refused']],
    [
      'KeyError keyerror TimeoutError timeouterror',
      ['key', 'error', 'key', 'error', 'timeout', 'error', 'timeout', 'error'],
    ],
    ['webhook', ['web', 'hook']],
  ])('finds the words in the identifier %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('prefers a word of the table to its parts', () => {
    expect(wordsOf('TimeOut')).toEqual(['timeout']);
    expect(wordsOf('S3')).toEqual(['s3']);
    expect(wordsOf('URLs')).toEqual(['urls']);
  });

  it('reads possessives and contractions', () => {
    expect(wordsOf("the user's file")).toEqual(['the', 'user', 'file']);
    expect(wordsOf("don't can’t won't")).toEqual(['do', 'not', 'can', 'not', 'will', 'not']);
    expect(wordsOf("user'll")).toEqual(['user']);
  });

  it('looks through accents, ligatures and wide letters', () => {
    expect(wordsOf('naïve CAFÉ ｆｉｌｅ ﬁle')).toEqual(['naive', 'cafe', 'file', 'file']);
  });

  it('finds a word without its ending', () => {
    expect(wordsOf('refactored refactoring servers')).toEqual(['refactor', 'refactor', 'server']);
  });

  it('leaves out what the table does not know', () => {
    expect(wordsOf('xyzzy qwrtp 12345 — “” 🎉')).toEqual([]);
    expect(wordsOf('数据库连接被拒绝 соединение отклонено اتصال')).toEqual([]);
    expect(wordsOf('')).toEqual([]);
  });

  it('sees no words in hashes and points in time', () => {
    expect(wordsOf('9f86do08b1by2f 2024-05-12T10:11:12Z')).toEqual([]);
  });

  it('does not search long runs of letters for words', () => {
    expect(wordsOf(`${'server'.repeat(200)}`)).toEqual([]);
  });
});

describe('taking a joined word apart', () => {
  it('takes the more frequent words where there is a choice', () => {
    const inOrder = (...words: string[]): WordRanks => ({
      rankOf: (word) => (words.includes(word) ? words.indexOf(word) * 100 : undefined),
    });
    expect(joinedWords('therescan', inOrder('there', 'scan', 'rescan', 'the'))).toEqual(['there', 'scan']);
    expect(joinedWords('therescan', inOrder('the', 'rescan', 'scan', 'there'))).toEqual(['the', 'rescan']);
  });

  it('takes few long words rather than many short ones', () => {
    expect(joinedWords('timeoutday', table)).toEqual(['timeout', 'day']);
  });

  it('bears one stray letter in six and no more', () => {
    expect(joinedWords('xconnrefused', table)).toEqual(['conn', 'refused']);
    expect(joinedWords('xxxxconnxx', table)).toEqual([]);
  });
});
