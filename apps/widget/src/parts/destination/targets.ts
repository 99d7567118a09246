import type { PaymentOption, SiteConfig } from '@causeway/contract/shapes/site-config';
import { type AddressNetwork, looksLikeAddress, networkOfAddress } from '@causeway/domain/addresses/looks-like-address';
import { readIban } from '@causeway/domain/banking/read-iban';

/** What a form asks for, by the names of the wire. A kind of memo is always a text. */
export const destinationFields = [
  'dst_address',
  'dst_tag',
  'memo_id',
  'memo_value',
  'iban',
  'bank_code',
  'beneficiary_account',
] as const;
export type DestinationField = (typeof destinationFields)[number];

/** What was typed of a destination. */
export type DestinationValues = Readonly<Partial<Record<DestinationField, string>>>;

/** Currency and group of where money goes, with a space between. */
export const targetOf = ({ currency, code }: Pick<PaymentOption, 'currency' | 'code'>) => `${currency} ${code}`;

/**
 * Where money can go by this form; one that asks for more, as a kept card does, is only offered where the form knows
 * `more`.
 */
export function openTargets(
  { payoutSelect }: Pick<SiteConfig, 'payoutSelect'>,
  more: readonly string[] = [],
): PaymentOption[] {
  const known = new Set<string>([...destinationFields, 'memo_type', ...more]);
  return payoutSelect
    .flatMap(({ groups }) => groups)
    .filter(({ isPaused, fields }) => isPaused === 0 && fields.length > 0 && fields.every((name) => known.has(name)));
}

/** A destination as the calls take it: what is filled in. */
export function destinationRequest(values: DestinationValues) {
  const { dst_address: dstAddress, dst_tag: dstTag, memo_id: memoId, memo_value: memoValue } = values;
  const { iban, bank_code: bankCode, beneficiary_account: beneficiaryAccount } = values;
  const destination = { dstAddress, dstTag, memoId, memoValue, iban, bankCode, beneficiaryAccount };
  const isTyped = ([, value]: [string, string | undefined]) => value !== undefined && value.trim() !== '';
  return {
    ...Object.fromEntries(Object.entries(destination).filter(isTyped)),
    ...(isTyped(['', memoValue]) && { memoType: 'text' }),
  };
}

/** Why a text is no address of a network, by its plain form; the end of its text's key. */
export function addressFault(text: string, network: string): 'address_form' | `address_${AddressNetwork}` | undefined {
  if (looksLikeAddress(network, text)) return undefined;
  const other = networkOfAddress(text);
  return other === undefined ? 'address_form' : `address_${other}`;
}

/** Why a text is no IBAN; the end of its text's key. */
export function ibanFault(text: string) {
  const read = readIban(text);
  return read.isValid ? undefined : (`iban_${read.reason}` as const);
}
