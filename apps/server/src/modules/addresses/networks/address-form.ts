/** `other_network`: sound, but of another chain or of its test network. */
export type AddressFault = 'malformed' | 'checksum' | 'other_network';

export type AddressVerdict = { isValid: true; address: string } | { isValid: false; reason: AddressFault };

/** Reads an address of one network as the client wrote it. */
export type AddressForm = (text: string) => AddressVerdict;

export const valid = (address: string): AddressVerdict => ({ isValid: true, address });
export const refused = (reason: AddressFault): AddressVerdict => ({ isValid: false, reason });

/** Bytes, or `undefined` where the library finds the text wrong. */
export function decodeWith(decode: (text: string) => Uint8Array, text: string): Uint8Array | undefined {
  try {
    return decode(text);
  } catch {
    return undefined;
  }
}
