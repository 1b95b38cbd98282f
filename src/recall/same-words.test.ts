import { describe, expect, it } from 'vitest';
import { numberOf, sameWords } from './same-words.ts';

const same = (left: string, right: string): boolean =>
  sameWords('knowledge', left) === sameWords('knowledge', right);

describe('two texts say the same, word for word,', () => {
  it.each([
    ['The staging API needs a VPN.', 'the staging API  needs a VPN'],
    ['Deploy on Monday!', 'deploy on\nMonday'],
    ['Ｆｕｌｌ width', 'Full width'],
  ])('in <%s> and <%s>', (left, right) => {
    expect(same(left, right)).toBe(true);
  });

  it.each([
    ['The staging API needs a VPN', 'The staging API does not need a VPN'],
    ['Copy from staging to production', 'Copy to staging from production'],
    ['Ann reports to Bob', 'Bob reports to Ann'],
    ['Use the production database', 'Use the product database'],
    ['The API is down.', 'The API is down?'],
    ['order 41 was refunded', 'order 42 was refunded'],
    ['Assert a != b', 'Assert a = b'],
    ['Set a=-1', 'Set a=1'],
    ['run 0 2 * * *', 'run 0 2 * *'],
    ['Friday deploys: ✅', 'Friday deploys: ❌'],
    ['match *.ts', 'match .ts'],
    ['…', '!!'],
  ])('and not in <%s> and <%s>', (left, right) => {
    expect(same(left, right)).toBe(false);
  });
});

it('numbers of many texts are all different, and never change', () => {
  const numbers = new Set(Array.from({ length: 200_000 }, (_, index) => numberOf(`note ${index}`)));
  expect(numbers.size).toBe(200_000);
  expect([...numbers].every(Number.isSafeInteger)).toBe(true);
});
