import { readFile } from 'node:fs/promises';
import { EngramError } from '../../errors.ts';

const name = 'assets/static-embedder.bin';

/** Where the file may be, from the source, from a bundle, from a part of a bundle, and from one kept among the modules. */
const places = ['..', '../..', '../../..', '../../../..'].map(
  (up) => new URL(`${up}/${name}`, import.meta.url),
);

/** The words of the built-in embedder, as they are shipped in the package. */
export async function readStaticTable(): Promise<Uint8Array> {
  for (const place of places) {
    try {
      return await readFile(place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new EngramError(
    'config_invalid',
    `The file ${name} of the package engram is missing. Install the package again, or, when it was bundled into ` +
      'another program, copy the file there; or set embedder.provider to "none" to search by words alone.',
  );
}
