/**
 * The little of OTLP that Engram sends, in its JSON form: ids in hexadecimal, enums as numbers, 64-bit integers
 * as text.
 */

/** `INTERNAL` happens inside the application, `CLIENT` calls out of it. */
export const spanKind = { internal: 1, client: 3 } as const;

/** Success has no status of its own: it is left unset. */
export const statusError = 2;

/** Something that took time, as OTLP writes it. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** The root of a trace has none. */
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: (typeof spanKind)[keyof typeof spanKind];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status?: { readonly code: typeof statusError; readonly message?: string };
}

/** A named value, as OTLP writes it. */
export interface Attribute {
  readonly key: string;
  readonly value:
    | { readonly stringValue: string }
    | { readonly intValue: string }
    | { readonly doubleValue: number };
}

/**
 * Named values as OTLP writes them. What is null or undefined is left out.
 *
 * @example
 * attributes({ 'engram.project': 'shop', 'engram.task.id': null });
 * // [{ key: 'engram.project', value: { stringValue: 'shop' } }]
 */
export function attributes(
  values: Readonly<Record<string, string | number | null | undefined>>,
): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: encoded(value) }],
  );
}

function encoded(value: string | number): Attribute['value'] {
  if (typeof value === 'string') return { stringValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** The latest time that fits a signed 64-bit integer, which many collectors keep times in: the year 2262. */
const latest = 2n ** 63n - 1n;

/**
 * A moment in nanoseconds, given in whole milliseconds and a duration that may have fractions.
 *
 * @example
 * nanoseconds(1_735_732_800_000, 12.5); // '1735732800012500000'
 */
export function nanoseconds(milliseconds: number, durationMs = 0): string {
  const moment = BigInt(milliseconds) * 1_000_000n + BigInt(Math.round(durationMs * 1e6));
  return String(moment < latest ? moment : latest);
}

/** The conventions the names of spans and attributes come from: the last version that holds those for GenAI. */
const schemaUrl = 'https://opentelemetry.io/schemas/1.41.1';

/** The body of a request with these spans, each of them JSON already, from this resource. */
export function exportRequest(resource: readonly Attribute[], spans: readonly string[]): string {
  const sender = JSON.stringify({ attributes: resource });
  const scope = `"scope":{"name":"engram"},"schemaUrl":"${schemaUrl}"`;
  return `{"resourceSpans":[{"resource":${sender},"scopeSpans":[{${scope},"spans":[${spans.join(',')}]}]}]}`;
}
