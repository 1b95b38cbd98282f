import { formatPath, parsePath } from '../../json/path.ts';
import { redactValue } from './redact.ts';

/** A value judged also by the name it stands under, as in the arguments of a call. */
export function redactNamed<Value>(name: string | undefined, value: Value): Value {
  if (name === undefined) return redactValue(value);
  const [judged] = Object.values(redactValue({ [name]: value }));
  return judged as Value;
}

/** A value judged also by the name its path ends with. */
export function redactAt<Value>(path: string, value: Value): Value {
  return redactNamed(lastName(path), value);
}

/** The last name in a path; undefined when it has none. */
export function lastName(path: string): string | undefined {
  return (parsePath(path) ?? []).findLast((part) => typeof part === 'string');
}

/** The name of a field, redacted as in a stored result. */
export function redactKey(key: string): string {
  return Object.keys(redactValue({ [key]: null }))[0] ?? key;
}

/** A path whose names are no secrets. One that is clean, or no path at all, stays as it is written. */
export function redactPath(path: string): string {
  const parts = parsePath(path);
  if (parts === undefined) return redactValue(path);
  const redacted = parts.map((part) => (typeof part === 'string' ? redactKey(part) : part));
  return redacted.every((part, index) => part === parts[index]) ? path : formatPath(redacted);
}
