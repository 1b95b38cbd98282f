import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Turns places of events into ids and back. */
export interface EventIds {
  idOf(place: number): string;
  /** Undefined for what is no id of this process. */
  placeOf(id: string): number | undefined;
}

/** One block of the cipher: the place, four zeros that show a real id, and chance. */
const blockBytes = 16;
const cipher = 'aes-128-ecb';

/**
 * Ids that say nothing: places count the events of all owners, and whoever could compare two of them would know how much happened to
 * others in between. So they are encrypted with a key of the process, and the same place has another id each time.
 */
export function createEventIds(key: Uint8Array = randomBytes(blockBytes)): EventIds {
  const encrypt = createCipheriv(cipher, key, null).setAutoPadding(false);
  const decrypt = createDecipheriv(cipher, key, null).setAutoPadding(false);
  return {
    idOf(place) {
      const block = Buffer.alloc(blockBytes);
      block.writeUIntBE(place, 0, 6);
      randomBytes(6).copy(block, 10);
      return encrypt.update(block).toString('hex');
    },
    placeOf(id) {
      if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
      const block = decrypt.update(Buffer.from(id, 'hex'));
      return block.readUInt32BE(6) === 0 ? block.readUIntBE(0, 6) : undefined;
    },
  };
}
