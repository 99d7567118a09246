import { bech32, bech32m } from '@scure/base';
import { refused, valid, type AddressForm } from './address-form.ts';

const shape = /^(?:[a-z_]{1,30}1[02-9ac-hj-np-z]{6,120}|[A-Z_]{1,30}1[02-9AC-HJ-NP-Z]{6,120})$/;
const longest = 130;

/** Bech32 whose data is bytes: a prefix of the network and what is allowed behind it. */
export function bech32Form(prefix: string, isAllowed: (bytes: Uint8Array) => boolean): AddressForm {
  return (text) => {
    const small = text.toLowerCase();
    if (!shape.test(text)) return refused('malformed');
    const decoded = bech32.decodeUnsafe(small, longest);
    if (decoded === undefined) return refused('checksum');
    const bytes = bech32.fromWordsUnsafe(decoded.words);
    if (decoded.prefix !== prefix) return refused('other_network');
    return bytes && isAllowed(bytes) ? valid(small) : refused('malformed');
  };
}

/** Segregated witness addresses (BIP 173 and 350) of a network beside Bitcoin. */
export function witnessForm(prefix: string): AddressForm {
  return (text) => {
    const small = text.toLowerCase();
    if (!shape.test(text)) return refused('malformed');
    const [plain, modern] = [bech32.decodeUnsafe(small), bech32m.decodeUnsafe(small)];
    const decoded = plain ?? modern;
    if (decoded === undefined) return refused('checksum');
    if (decoded.prefix !== prefix) return refused('other_network');
    const [version = 99, ...words] = decoded.words;
    const length = bech32.fromWordsUnsafe(words)?.length ?? 0;
    const isSound = version === 0 ? plain !== undefined && (length === 20 || length === 32) : modern !== undefined;
    return isSound && version <= 16 && length >= 2 && length <= 40 ? valid(small) : refused('checksum');
  };
}
