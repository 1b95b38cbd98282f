import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../../json/json.ts';

/** SHA-256 of the canonical JSON of a value, as hexadecimal digits. */
export function checksumOf(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/**
 * A record with the checksum of all its other fields. It tells damage and careless edits; it is no signature.
 *
 * @example
 * sealed({ id: 'mem_1', text: 'The staging API needs a VPN' }).checksum; // 64 hexadecimal digits
 */
export function sealed<Fields extends Readonly<Record<string, Json>>>(
  fields: Fields,
): Fields & { checksum: string } {
  return { ...fields, checksum: checksumOf(fields) };
}

/** Whether the checksum of a record is that of its other fields. */
export function isIntact({
  checksum,
  ...fields
}: Readonly<Record<string, Json>> & { checksum: string }): boolean {
  return checksumOf(fields) === checksum;
}
