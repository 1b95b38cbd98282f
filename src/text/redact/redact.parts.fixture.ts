/** A text or value with one secret in it. All of them are invented and put together from pieces. */
export interface Positive {
  readonly input: string | object;
  readonly secret: string;
  readonly kind: string;
  /** Text that must still be there afterwards. */
  readonly keeps?: string;
}

const mixed = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9D0e1F2g3H4i5J6k7L8';
const hexadecimal = '0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9';
export const upper = 'A1B2C3D4E5F6G7H8I9J0';
// In pieces, so that no scanner takes a line for a leaked key.
export const glue = (...pieces: string[]): string => pieces.join('');
export const mixedOf = (length: number): string => mixed.slice(0, length);
export const hexadecimalOf = (length: number): string => hexadecimal.slice(0, length);
export const encode = (text: string): string => Buffer.from(text).toString('base64');
export const encodeUrl = (text: string): string => Buffer.from(text).toString('base64url');
