import { expect, it } from 'vitest';
import { asks, speakerOf } from './spoken.ts';

it.each([
  ['Caroline: I went to a support group', 'Caroline'],
  ['  Dr. Smith: take two a day', 'Dr. Smith'],
  ['support agent: hello', 'support agent'],
  ["O'Brien: no", "O'Brien"],
  ['Zoë: ja', 'Zoë'],
  ['李雷: 你好', '李雷'],
  ['https://example.org is down', ''],
  ['12:30 is too late', ''],
  ['nothing is said here', ''],
  ['a long explanation of something: with a colon', ''],
  ['Caroline:no space', ''],
  [': nobody', ''],
  ['', ''],
])('REC-1 the speaker of <%s> is <%s>', (text, speaker) => {
  expect(speakerOf(text)).toBe(speaker);
});

it.each([
  ['Where did you go?', true],
  ['Caroline: "Really?" [shares a photo of a dog]', true],
  ['どこですか？', true],
  ['I asked: why? Nobody knew.', false],
  ['', false],
])('REC-1 <%s> asks something: %s', (text, expected) => {
  expect(asks(text)).toBe(expected);
});
