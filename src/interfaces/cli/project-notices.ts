import type { LoadedSettings } from '../../config/load-settings.ts';
import { refused, writeTrust } from '../../config/trust.ts';
import { projectNotices } from '../../engine/own-database.ts';
import { safe } from './present/presenter.ts';
import type { Terminal } from './terminal.ts';

/**
 * Asks the user once about each file of the project that sets more than is harmless, where there is a terminal, and says what
 * is not in force.
 */
export async function sayWhatIsNotInForce(
  loaded: LoadedSettings,
  reload: () => Promise<LoadedSettings>,
  terminal: Terminal,
  asJson: boolean,
): Promise<LoadedSettings> {
  const open = loaded.withheld.filter(({ isCode, isRefused }) => !isCode && !isRefused);
  const questions = terminal.isInteractive && !asJson ? open : [];
  for (const { path, digest, settings } of questions) {
    const question = `${path} came with the project, and sets ${settings.join(', ')}. Do you trust this file?`;
    writeTrust(loaded.home, path, (await isYes(terminal, question)) ? digest : refused(digest));
  }
  const answered = questions.length === 0 ? loaded : await reload();
  sayNotices(projectNotices(answered), terminal, asJson);
  return answered;
}

/** What the user must know besides the answer. */
export function sayNotices(notices: readonly string[], { writeError }: Terminal, asJson: boolean): void {
  for (const notice of notices)
    writeError(asJson ? `${JSON.stringify({ notice })}\n` : `Note: ${safe(notice)}\n`);
}

/** Asks a person; nothing but a yes is one. */
export async function isYes(terminal: Terminal, question: string): Promise<boolean> {
  terminal.writeError(`${safe(question)} [y/N] `);
  return /^y(?:es)?$/i.test(((await terminal.readLine()) ?? '').trim());
}
