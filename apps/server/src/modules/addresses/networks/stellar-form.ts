import { base32nopad } from '@scure/base';
import { decodeWith, refused, valid, type AddressForm } from './address-form.ts';
import { crc16 } from './crc16.ts';

const accountVersion = 6 << 3;

/** Stellar's account ids (strkey, SEP-23): `G…`, with the checksum last and its low byte first. */
export const stellarForm: AddressForm = (text) => {
  if (!/^G[A-Z2-7]{55}$/.test(text)) return refused('malformed');
  const bytes = decodeWith(base32nopad.decode, text);
  if (bytes?.length !== 35 || bytes[0] !== accountVersion) return refused('malformed');
  const [low = 0, high = 0] = bytes.slice(33);
  return crc16(bytes.slice(0, 33)) === low + high * 256 ? valid(text) : refused('checksum');
};
