import { encode } from 'uqr';

/** A text as a QR code that survives a scratch: rows of dark (true) and light, without the quiet edge. */
export function encodeQr(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 0 }).data;
}
