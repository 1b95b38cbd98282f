import { redactText, redactValue } from '../text/redact/redact.ts';

/**
 * What an interface shows of an error. Its message and its details may quote what the caller gave, and answers of servers
 * end up in logs (CAP-5).
 *
 * @example
 * withoutSecrets({ message: 'No run "ghp_…" here.', details: {} }).message; // 'No run "[REDACTED:github-token]" here.'
 */
export function withoutSecrets<
  Shown extends { readonly message: string; readonly details: Readonly<Record<string, unknown>> },
>(shown: Shown): Shown {
  return { ...shown, message: redactText(shown.message), details: redactValue(shown.details) };
}

/** A line of a log. */
export const lineWithoutSecrets = redactText;
