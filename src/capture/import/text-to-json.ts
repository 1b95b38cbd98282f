/** The value of a JSON text; undefined when the text is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * Parses a text that holds a JSON object or list. Any other text is returned as it is, and so is JSON with a number that
 * JavaScript would round: an id with its last digits changed is worse than a text.
 *
 * @example
 * withoutLoss('{"a":1}'); // { a: 1 }
 * withoutLoss('17'); // '17'
 * withoutLoss('[12345678901234567890]'); // '[12345678901234567890]'
 */
export function withoutLoss(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  const parsed = parseJson(text);
  return parsed === undefined || holdsRoundedNumber(parsed.value) ? text : parsed.value;
}

/** Walks without recursion, so that no input can overflow the stack. */
function holdsRoundedNumber(root: unknown): boolean {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value)) waiting.push(member);
  }
  return false;
}

/** Arguments of a call, which chat APIs write as JSON text. What is no JSON stays the text it is. */
export function argumentsFrom(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  if (input.trim() === '') return {};
  const parsed = parseJson(input);
  return parsed === undefined ? input : parsed.value;
}
