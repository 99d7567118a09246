import { getAddress, isAddress } from 'viem';
import { refused, valid, type AddressForm } from './address-form.ts';

/** Ethereum and chains like it: capitals are the checksum (EIP-55), and text in one case has none. */
export const evmForm: AddressForm = (text) => {
  const [, digits] = /^0x([0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (digits === undefined) return refused('malformed');
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || isAddress(text) ? valid(getAddress(`0x${digits.toLowerCase()}`)) : refused('checksum');
};
