/**
 * A vector of length 1 is kept as integers, each component times this. That is 16 bits a component and costs about
 * 0.00001 of a cosine; the sum of products of two such vectors stays below 2^31, so that 32 bits hold it.
 */
const scale = 32_767;

/** The cosine of two packed vectors, from the sum of their products. */
export function cosineFrom(sum: number): number {
  const cosine = sum / scale ** 2;
  // Rounding may lead a little beyond 1.
  return cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
}

/** Bytes of one component of a packed vector. */
export const bytesPerComponent = 2;

/**
 * A vector as the database keeps it: brought to length 1, two bytes a component, low byte first on every machine.
 * A vector with no direction (all zero, or with a component that is no finite number) becomes all zero.
 *
 * @example pack(embedding).length // 512 for 256 dimensions
 */
export function pack(vector: Float32Array): Uint8Array {
  const packed = new Uint8Array(vector.length * bytesPerComponent);
  let square = 0;
  // Plain loops over places and bytes: a process that has just begun interprets them, for each of a thousand texts.
  for (let index = 0; index < vector.length; index += 1)
    square += (vector[index] as number) * (vector[index] as number);
  if (square === 0 || !Number.isFinite(square)) return packed;
  const factor = scale / Math.sqrt(square);
  for (let index = 0; index < vector.length; index += 1) {
    const component = Math.round((vector[index] as number) * factor);
    packed[bytesPerComponent * index] = component;
    packed[bytesPerComponent * index + 1] = component >> 8;
  }
  return packed;
}

/**
 * The vector that was packed, of length 1 but for rounding, or all zero.
 *
 * @example unpack(pack(Float32Array.of(3, 4))) // about 0.6, 0.8
 */
export function unpack(packed: Uint8Array): Float32Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return Float32Array.from(
    { length: Math.floor(packed.length / bytesPerComponent) },
    (_, index) => view.getInt16(index * bytesPerComponent, true) / scale,
  );
}
