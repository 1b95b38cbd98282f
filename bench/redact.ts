import { redactText } from '../src/text/redact/redact.ts';

/** Speed of redaction over one kind of text. */
export interface RedactionSpeed {
  readonly name: string;
  readonly megabytesPerSecond: number;
}

const logLine = (index: number): string =>
  `2024-05-01T12:00:${String(index % 60).padStart(2, '0')}Z INFO worker-${index % 8} finished step ${index} of the ` +
  `migration in ${index % 900} ms; the operator asked whether the cached pages should be kept, and nobody replied.\n`;

const toolResult = (index: number): string =>
  `${JSON.stringify({
    id: `call_${index}`,
    url: `https://api.example.com/v1/items/${index}?page=2&sort=key`,
    headers: { 'content-type': 'application/json', etag: '"5d8c72a5edda8d6a"', authorization: '<token>' },
    usage: { prompt_tokens: index, max_tokens: 4096, token_count: index % 100 },
    items: [
      { key: `item-${index}`, author: 'ada', primary_key: index, description: 'keyboard with passkeys' },
    ],
  })}\n`;

const sourceCode = (index: number): string =>
  `export async function loadAccount${index}(token: string, options: LoadOptions): Promise<Account> {
  const response = await request(\`/accounts/\${options.key}\`, { token, retries: ${index % 5} });
  if (response.status === 401) throw new AuthError('token expired', { cause: response });
  for (const [key, value] of Object.entries(response.body)) cache.set(key, value);
  return parseAccount(response.body); // the session is renewed by the caller
}\n`;

const samples = [
  { name: 'prose and log lines', line: logLine },
  { name: 'JSON tool results', line: toolResult },
  { name: 'source code', line: sourceCode },
  { name: 'short strings (60 characters)', line: logLine, pieceLength: 60 },
];

/**
 * Measures redaction over ordinary text, best of several rounds.
 *
 * @example benchRedaction() // [{ name: 'prose and log lines', megabytesPerSecond: 250 }, …]
 */
export function benchRedaction(): RedactionSpeed[] {
  return samples.map(({ name, line, pieceLength }) => {
    const text = Array.from({ length: 20_000 }, (_, index) => line(index)).join('');
    const pieces = pieceLength === undefined ? [text] : cut(text, pieceLength);
    const seconds = Math.min(...Array.from({ length: 7 }, () => secondsFor(pieces)));
    return { name, megabytesPerSecond: text.length / 1e6 / seconds };
  });
}

function cut(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}

function secondsFor(texts: readonly string[]): number {
  const start = performance.now();
  for (const text of texts) redactText(text);
  return (performance.now() - start) / 1000;
}
