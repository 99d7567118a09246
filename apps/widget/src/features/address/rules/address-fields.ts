import type { AddressValues } from './address-values.ts';

export type TextKey = {
  [Key in keyof AddressValues]: AddressValues[Key] extends string ? Key : never;
}[keyof AddressValues];

/** One input of the address step. */
export interface AddressField {
  /** In wire form, as options and errors name it. */
  name: string;
  key: TextKey;
  isOptional: boolean;
  autoComplete?: string;
  inputMode?: 'numeric' | 'text';
}

const required = { isOptional: false };
const optional = { isOptional: true };

/** The inputs in their order on screen. A tag or memo belongs to the receiver: an own wallet needs none. */
export const addressFields: readonly AddressField[] = [
  { name: 'dst_address', key: 'dstAddress', ...required },
  { name: 'dst_tag', key: 'dstTag', ...optional, inputMode: 'numeric' },
  { name: 'memo_id', key: 'memoId', ...optional },
  { name: 'memo_type', key: 'memoType', ...optional },
  { name: 'memo_value', key: 'memoValue', ...optional },
  { name: 'iban', key: 'iban', ...required },
  { name: 'bank_code', key: 'bankCode', ...required },
  { name: 'beneficiary_account', key: 'beneficiaryAccount', ...required, autoComplete: 'name' },
  { name: 'recurring_id', key: 'recurringId', ...required },
  { name: 'a_country', key: 'aCountry', ...required, autoComplete: 'country' },
  { name: 'a_city', key: 'aCity', ...required, autoComplete: 'address-level2' },
  { name: 'a_postcode', key: 'aPostcode', ...required, autoComplete: 'postal-code' },
  { name: 'a_addr1', key: 'aAddr1', ...required, autoComplete: 'address-line1' },
  { name: 'a_addr2', key: 'aAddr2', ...optional, autoComplete: 'address-line2' },
  { name: 'a_state', key: 'aState', ...optional, autoComplete: 'address-level1' },
];

export function fieldOf(name: string): AddressField | undefined {
  return addressFields.find((field) => field.name === name);
}
