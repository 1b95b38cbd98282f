import type { EngramError } from '../../errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import {
  attemptRepeatedly,
  type RequestSurroundings,
  type ServiceAttempt,
  type ServiceFailure,
} from '../attempts.ts';
import { atMost } from './at-most.ts';
import { checkedVectors } from './checked-vectors.ts';
import { cutText, embedSendable, inBatches } from './sendable-texts.ts';

/** A model that is asked over a network, one request at a time. */
export interface RemoteModel {
  /** Tells models apart, wherever they are: `openai:text-embedding-3-small`. */
  readonly name: string;
  /** Texts of one request. */
  readonly batch: number;
  readonly requestsAtOnce: number;
  /** Sends texts once. Must not reject. */
  send(texts: readonly string[], signal: AbortSignal): Promise<ServiceAttempt<readonly unknown[]>>;
  /** The failure for people, with the setting to look at. */
  explain(failure: ServiceFailure): EngramError;
}

/** Characters of one request: well below what services take, far above a batch of usual texts. */
const batchCharacters = 200_000;

/** About 8,000 tokens, which is what large models read. */
const maxTextLength = 24_000;
/** A text this short is not refused for its length. */
const minCutLength = 1_000;

/** Statuses of a request that has too many texts, or one that is too long for the model. */
const statusesOfSize: ReadonlyArray<number | null> = [400, 413, 422];

/** An embedder of a remote model. Without `dimensions` a first request finds them out. */
export async function openRemoteEmbedder(
  model: RemoteModel,
  configuredDimensions: number | null,
  surroundings: RequestSurroundings,
): Promise<Embedder> {
  const inTurn = atMost(model.requestsAtOnce);
  let maximumBytes = maxTextLength;

  async function ask(
    texts: readonly string[],
    dimensions?: number,
  ): Promise<ServiceAttempt<readonly Float32Array[]>> {
    // A pause keeps its turn: a service that has had enough is not asked by the next in line.
    const answer = await inTurn(() => attemptRepeatedly((signal) => model.send(texts, signal), surroundings));
    return answer.kind === 'done' ? checkedVectors(answer.value, texts.length, dimensions) : answer;
  }

  /** What is refused for its size is sent in halves: one long text must not keep all others from their vectors. */
  async function vectorsOf(uncut: readonly string[], dimensions?: number): Promise<readonly Float32Array[]> {
    const texts = uncut.map((text) => cutText(text, maximumBytes));
    const answer = await ask(texts, dimensions);
    if (answer.kind === 'done') return answer.value;
    if (answer.kind !== 'refused' || !statusesOfSize.includes(answer.status)) throw model.explain(answer);
    if (texts.length > 1) {
      const middle = Math.ceil(texts.length / 2);
      const first = await vectorsOf(texts.slice(0, middle), dimensions);
      return [...first, ...(await vectorsOf(texts.slice(middle), dimensions))];
    }
    const bytes = Buffer.byteLength(texts[0] ?? '');
    if (bytes <= minCutLength) throw model.explain(answer);
    const halves = texts.map((text) => cutText(text, Math.floor(bytes / 2)));
    const vectors = await vectorsOf(halves, dimensions);
    // Remembered, so that later texts are not refused first.
    maximumBytes = Math.min(maximumBytes, Math.floor(bytes / 2));
    return vectors;
  }

  const [probe] = configuredDimensions === null ? await vectorsOf(['dimensions']) : [];
  const dimensions = configuredDimensions ?? probe?.length ?? 0;

  async function embedAll(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    const cut = texts.map((text) => cutText(text, maximumBytes));
    for (const batch of inBatches(cut, { texts: model.batch, characters: batchCharacters })) {
      vectors.push(...(await vectorsOf(batch, dimensions)));
    }
    return vectors;
  }

  return {
    id: `${model.name}:${dimensions}`,
    dimensions,
    embed: (texts) => embedSendable(texts, dimensions, embedAll),
  };
}
