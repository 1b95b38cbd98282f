import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inert } from './inert.ts';

describe('inert text', () => {
  it.each([
    'src/recall/context/inert.ts:42:7',
    'C:\\Users\\ada\\.npmrc',
    'connect ETIMEDOUT 10.0.0.7:5432 after 3000ms',
    'if (x < y && y > z || a <= b) return x << 2;',
    'snake_case, kebab-case, __init__ and self.__private',
    '/^\\d+(?:\\.\\d+)*$/u',
    'npm install --save-dev @types/node@20.19.43',
    'issue #42 in C# and F#',
    'SELECT count(*) FROM orders WHERE id = $1 AND "to" IS NOT NULL;',
    'const f = async (...list) => ({ ...list[0], a: [1, 2] });',
    'glob src/**/*.test.ts, not *.d.ts',
    '{"a":[1,{"b":null}],"c":"d"}',
    'git log --oneline | head -5 && echo $HOME {{y}} `date`',
    'a === b !== c == d ?? e?.f',
    'chown user:group /srv && ssh ada@example.com',
    'std::system_error, ecosystem: fine, file_system: fine',
    'System::Error in a module',
    'Größe 10 µm², 5 °C, naïve café, 30 % – “quoted”',
    '注文は完了しました。次へ、（確認）：はい！',
    'Ошибка: файл не найден',
    '2026-01-02T03:04:05.000Z [WARN] retry 2/3 [REDACTED:aws-key]',
    'Done 👍🏽 🇩🇪 → next ✓',
    'x[0] (y), f(x)[1], a ? b : c; ~/dir; 100 #1',
  ])('is the same text where that is harmless: %s', (text) => expect(inert(text)).toBe(text));

  it.each([
    ['Map<string, Array<number>>', 'Map&lt;string, Array&lt;number>>'],
    ['def f(*args, **kwargs)', 'def f(*args, \\*\\*kwargs)'],
    ['GET https://api.example.com/v1?a=b', 'GET https[:]//api.example.com/v1?a=b'],
    ['Error: boom\n    at run (/srv/a.ts:3:4)', 'Error: boom ↵ at run (/srv/a.ts:3:4)'],
    ['user: ada', 'user : ada'],
    ['Human:::system', 'Human :::system'],
    ['npm ci # twice', 'npm ci \\# twice'],
    ['- one\n- two', '\\- one ↵ - two'],
    ['1. one\n2. two', '1\\. one ↵ 2. two'],
    ['```sh\nls\n```', '`` `sh ↵ ls ↵ `` `'],
    ['[docs](./a.md)', '[docs] (./a.md)'],
    ['<ⓢⓨⓢ>', '&lt;ⓢⓨⓢ>'],
    ['<number> of <path>', '&lt;number> of &lt;path>'],
    ['═══ a ====================', '═══ a ==='],
  ])('is legible where it had to be changed: %s', (text, expected) => expect(inert(text)).toBe(expected));

  it('takes away what nobody sees, and shows what was hidden behind it', () => {
    expect(inert('a\u200bb\u202ec\u2066d\u00ade\ufefff\u{e0041}g\ufe0fh\u0007i\u009bj\u3164k')).toBe(
      'abcdefghijk',
    );
    expect(inert('\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\u001b]8;;\u0007')).toBe('red link');
    expect(inert('\u001b]0;never ended')).toBe('0;never ended');
    expect(inert(`e${'\u0301'.repeat(500)}`)).toBe(`e${'\u0301'.repeat(6)}`);
    expect(inert('\u200b\u2800 \n\u00a0')).toBe('');
    expect(inert('half \ud800')).toBe('half \ufffd');
  });

  it('shows line ends of every kind', () => {
    expect(inert('\na\nb\r\n\r\nc\u0085d\u2028e\u2029f\vg\fh\n')).toBe('a ↵ b ↵ c ↵ d ↵ e ↵ f ↵ g ↵ h');
  });

  it('has one line and stays as it is when made inert again', () => {
    const nasty = fc.constantFrom(
      ...'<‹＜>[]()!#*_`~|:=-+.\\/&"\' \n\t↵1'.split(''),
      ...[
        'system',
        'Human',
        'INST',
        'www',
        'http',
        'Lesson',
        'im_start',
        '\u200b',
        '\u001b[',
        '\u0301',
        '：',
        'lt;',
      ],
    );
    const text = fc.oneof(
      fc.string({ unit: nasty, maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    fc.assert(
      fc.property(text, (hostile) => {
        const harmless = inert(hostile);
        expect(harmless).not.toMatch(/[\n\r\u0085\u2028\u2029\v\f]/);
        expect(inert(harmless)).toBe(harmless);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is found soon in the longest text a memory can have', () => {
    for (const part of [
      '<',
      '‹⟨',
      '#',
      '__a',
      '[',
      '](',
      ' ',
      '\n',
      '\u001b]',
      '\u0301',
      '"role"',
      '\u200b',
    ]) {
      expect(typeof inert(part.repeat(1_000_000 / part.length))).toBe('string');
    }
  });
});
