import type { GitHubIssue } from '../records/github.ts';
import { cutText } from './cut-text.ts';

/** Longest text of an issue that is looked at. */
const maxTextLength = 20_000;

/** What an issue asks for, as the description of a task. */
export function descriptionOf({ title, text }: Pick<GitHubIssue, 'title' | 'text'>): string {
  return [cutText(title, 300), cutText(text, maxTextLength)].filter((part) => part !== '').join('\n\n');
}

/** The label that is a specialisation of an agent, which is how a category is told from other labels. */
export function categoryOf(labels: readonly string[], specialisations: readonly string[]): string | null {
  const known = new Set(specialisations.map((name) => name.toLowerCase()));
  return labels.find((label) => known.has(label.toLowerCase())) ?? null;
}
