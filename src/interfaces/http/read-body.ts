import { EngramError, invalidInput } from '../../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { counted } from '../../text/counted.ts';
import { within } from './deadline.ts';
import type { HttpLimits } from './limits.ts';

/**
 * The JSON object a request carries; no body at all is an empty one. If a list is allowed instead, `listIs` names the
 * field that it becomes.
 */
export async function readBody(request: Request, limits: HttpLimits, listIs?: string): Promise<JsonObject> {
  if (request.headers.has('content-type')) requireJson(request.headers);
  const bytes = await readBytes(request, limits);
  if (bytes.length === 0) return {};
  requireJson(request.headers);
  return parse(bytes, listIs);
}

/** The same request with its body read within the limits, for a handler that sets none. */
export async function withBodyAtHand(request: Request, limits: HttpLimits): Promise<Request> {
  const { url, method, headers, signal } = request;
  const body = await readBytes(request, limits);
  return new Request(url, { method, headers, signal, ...(body.length === 0 ? {} : { body }) });
}

async function readBytes(request: Request, limits: HttpLimits): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limits.bodyBytes) throw tooLarge(limits);
  return within(limits.bodyMs, collect(request, limits), () => tooSlow(limits));
}

/** Pages of other sites cannot send this type without asking first, which is refused (CSRF). */
function requireJson(headers: Headers): void {
  const given = headers.get('content-type') ?? '';
  const [type = '', ...parameters] = given.split(';').map((part) => part.trim().toLowerCase());
  const inUtf8 = parameters.every(
    (part) => !part.startsWith('charset=') || /^charset="?utf-?8"?$/.test(part),
  );
  if (type === 'application/json' && inUtf8 && !headers.has('content-encoding')) return;
  throw new EngramError(
    'wrong_content_type',
    'Send the body as plain JSON in UTF-8, with the header "Content-Type: application/json".',
    { details: { contentType: given } },
  );
}

async function collect(request: Request, limits: HttpLimits): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  // Cancelling the reader would cut the connection before the refusal is sent, so it is only left alone.
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw invalidInput('The body ended before it was complete.', { cause });
    });
    if (done) return Buffer.concat(chunks);
    size += value.length;
    if (size > limits.bodyBytes) throw tooLarge(limits);
    chunks.push(value);
  }
}

function parse(bytes: Uint8Array, listIs: string | undefined): JsonObject {
  let value: Json;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Json;
  } catch (cause) {
    throw invalidInput(`The body is not JSON: ${(cause as Error).message}.`, { cause });
  }
  if (isJsonObject(value)) return value;
  if (listIs !== undefined && Array.isArray(value)) return { [listIs]: value };
  throw invalidInput('The body must be a JSON object, such as {"id": "auth-123"}.');
}

function tooLarge({ bodyBytes }: HttpLimits): EngramError {
  return new EngramError('too_large', `The body has more than ${bodyBytes} bytes. Send it in parts.`, {
    details: { limit: bodyBytes },
  });
}

function tooSlow({ bodyMs }: HttpLimits): EngramError {
  return new EngramError('timeout', `The body did not arrive within ${counted(bodyMs / 1_000, 'second')}.`, {
    details: { limitMs: bodyMs },
  });
}
