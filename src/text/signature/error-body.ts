/** Deepest nesting of an error in an answer that is looked into. */
const maxDepth = 4;
const messageKeys = [
  'message',
  'error_description',
  'detail',
  'error',
  'errors',
  'reason',
  'title',
  'description',
];
const kindKeys = ['code', 'type', 'name', 'status'];

/** What the JSON answer of a service says is wrong: `not_found: no such order`. Nothing when it is no such answer. */
export function readErrorBody(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text)) return undefined;
  try {
    return messageIn(JSON.parse(text), maxDepth);
  } catch {
    return undefined;
  }
}

function messageIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value;
  if (depth === 0 || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return messageIn(value[0], depth - 1);
  const body = value as Readonly<Record<string, unknown>>;
  for (const key of messageKeys) {
    const message = messageIn(body[key], depth - 1);
    if (message === undefined) continue;
    const kind = kindKeys.map((name) => body[name]).find((found) => typeof found === 'string');
    return kind === undefined || message.startsWith(`${kind}`) ? message : `${kind}: ${message}`;
  }
  return undefined;
}
