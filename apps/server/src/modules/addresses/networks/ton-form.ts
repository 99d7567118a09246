import { base64url } from '@scure/base';
import { decodeWith, refused, valid, type AddressForm } from './address-form.ts';
import { crc16 } from './crc16.ts';

const bounceable = 0x11;
const notBounceable = 0x51;
const testOnly = 0x80;

/** TON's friendly form (TEP-2): 36 bytes in base64 with flags, workchain, account and checksum. */
export const tonForm: AddressForm = (text) => {
  if (!/^[\w+/-]{48}$/.test(text)) return refused('malformed');
  const usual = text.replaceAll('+', '-').replaceAll('/', '_');
  const bytes = decodeWith(base64url.decode, usual);
  if (bytes?.length !== 36) return refused('malformed');
  const [flags = 0, workchain = 0] = bytes;
  const [high = 0, low = 0] = bytes.slice(34);
  if (crc16(bytes.slice(0, 34)) !== high * 256 + low) return refused('checksum');
  if (flags === (bounceable | testOnly) || flags === (notBounceable | testOnly)) return refused('other_network');
  if (flags !== bounceable && flags !== notBounceable) return refused('malformed');
  return workchain === 0 || workchain === 0xff ? valid(usual) : refused('malformed');
};
