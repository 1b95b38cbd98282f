import type { Honcho } from '@honcho-ai/sdk';
import { EngramError } from '../../../errors.ts';

/** The version that is tested. */
const honchoPackage = '@honcho-ai/sdk@2.5.0';

/**
 * Loads Honcho's own SDK, which whoever uses it installs.
 *
 * @throws `unsupported` when it is not installed.
 */
export async function loadHoncho(): Promise<typeof Honcho> {
  try {
    return (await import('@honcho-ai/sdk')).Honcho;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new EngramError(
      'unsupported',
      `Honcho needs ${honchoPackage}, which is not installed. Run "npm install ${honchoPackage}".`,
    );
  }
}
