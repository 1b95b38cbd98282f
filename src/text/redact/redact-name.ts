import { maximumNameLength } from '../text.ts';
import { redactText } from './redact.ts';

/** A name without its secrets is still a name: a placeholder may be longer than what it stands for. */
export function redactName<Name extends string | null>(name: Name): Name | string {
  if (name === null) return name;
  const redacted = redactText(name);
  return redacted === name ? name : redacted.slice(0, maximumNameLength).trimEnd();
}

export function redactOptional(text: string | null): string | null {
  return text === null ? null : redactText(text);
}
