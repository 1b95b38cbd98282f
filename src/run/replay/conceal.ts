import type { Json, JsonObject } from '../../json/json.ts';
import type { Parameter } from '../../records/plan.ts';
import type { Unbound } from '../../templates/plan/resolve.ts';
import { describeThrown } from '../../text/thrown.ts';

/** A secret in one of the ways it is written, and what stands for it. */
interface Secret {
  readonly written: string;
  readonly placeholder: string;
}

/** At least this much of a secret at the end of a cut text is taken for a piece of it. */
const minPieceLength = 3;

/**
 * Takes the secrets that were given for a replay out of whatever is recorded or shown of it: the tools get
 * the real values, the log gets the placeholders the first run already had.
 */
export function concealing(parameters: readonly Parameter[], values: JsonObject): (value: Json) => Json {
  const secrets = parameters
    .filter(({ source }) => source === 'secret')
    .flatMap(({ name, example }) =>
      waysOfWriting(values[name] ?? '').map((written) => ({ written, placeholder: String(example) })),
    )
    // One secret may contain another: the longer one goes first, or its rest would stay.
    .sort((left, right) => right.written.length - left.written.length);
  if (secrets.length === 0) return (value) => value;

  const conceal = (value: Json): Json => {
    if (typeof value === 'string') return concealText(secrets, value);
    if (typeof value === 'number')
      return secrets.find(({ written }) => written === String(value))?.placeholder ?? value;
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(conceal);
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [concealText(secrets, key), conceal(member)]),
    );
  };
  return conceal;
}

/** Conceals secrets in the reason why a call was not made. */
export function concealUnbound(
  { reason, expected, found, place, check, blocked }: Unbound,
  conceal: (value: Json) => Json,
): Unbound {
  const text = (value: string): string => String(conceal(value));
  return {
    reason: text(reason),
    expected: text(expected),
    found: text(found),
    ...(place !== undefined && { place: text(place) }),
    ...(check !== undefined && { check }),
    ...(blocked !== undefined && { blocked }),
  };
}

/** As it is, as JSON, and as part of a URL. */
function waysOfWriting(value: Json): readonly string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const inJson = JSON.stringify(text).slice(1, -1);
  return [...new Set([text, inJson, encodeURIComponent(text.toWellFormed())])].filter((way) => way !== '');
}

function concealText(secrets: readonly Secret[], text: string): string {
  const concealed = secrets.reduce(
    (result, { written, placeholder }) => result.replaceAll(written, placeholder),
    text,
  );
  return concealed.endsWith('…') ? concealPiece(secrets, concealed) : concealed;
}

/** A text that was cut may end within a secret. */
function concealPiece(secrets: readonly Secret[], cut: string): string {
  const text = cut.slice(0, -1);
  for (const { written, placeholder } of secrets) {
    for (let length = Math.min(written.length, text.length); length >= minPieceLength; length -= 1) {
      if (text.endsWith(written.slice(0, length))) return `${text.slice(0, -length)}${placeholder}…`;
    }
  }
  return cut;
}

/** A tool may repeat a secret in its error, and the error is recorded. */
export function concealedError(thrown: unknown, conceal: (value: Json) => Json): Error {
  const { type, message } = describeThrown(thrown);
  return Object.assign(new Error(String(conceal(message))), { name: type });
}
