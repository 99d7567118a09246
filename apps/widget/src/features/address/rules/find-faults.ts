import { hasAddressForm } from '@causeway/domain/addresses/looks-like-address';
import { addressFault, ibanFault } from '../../../parts/destination/targets.ts';
import { type AddressQuestions, agreedByButton } from './address-questions.ts';
import { fieldOf } from './address-fields.ts';
import type { AddressValues } from './address-values.ts';

/** Why a value is refused: the end of its text's key. */
export type Fault =
  | 'required'
  | 'address_checksum'
  | NonNullable<ReturnType<typeof addressFault>>
  | NonNullable<ReturnType<typeof ibanFault>>
  | 'card'
  | 'agree';

export type Faults = Partial<Record<keyof AddressValues, Fault>>;

/** Where an address goes, and whether its letters fit its checksum. */
export interface AddressTerms {
  network: string;
  hasRightChecksum: (address: string) => boolean;
}

/** Checks presence, plain form and checksum only; the server decides. */
export function findFaults(values: AddressValues, questions: AddressQuestions, terms: AddressTerms): Faults {
  const faults: Faults = {};
  for (const name of questions.fields) {
    const field = fieldOf(name);
    if (!field) continue;
    const fault = textFault(field.key, values[field.key].trim(), field.isOptional, terms);
    if (fault) faults[field.key] = fault;
  }
  if (questions.card === 'payout' && values.token === '') faults.token = 'card';
  for (const agreement of questions.agreements)
    if (!agreedByButton.has(agreement) && !values[agreement]) faults[agreement] = 'agree';
  if (values.isRememberCard && !values.isRememberCardAgree) faults.isRememberCardAgree = 'agree';
  return faults;
}

function textFault(
  key: keyof AddressValues,
  text: string,
  isOptional: boolean,
  terms: AddressTerms,
): Fault | undefined {
  if (text === '') return isOptional ? undefined : 'required';
  if (key === 'dstAddress') return addressFault(text, terms.network) ?? checksumFault(text, terms);
  return key === 'iban' ? ibanFault(text) : undefined;
}

function checksumFault(text: string, { network, hasRightChecksum }: AddressTerms): Fault | undefined {
  return hasAddressForm(network) && !hasRightChecksum(text) ? 'address_checksum' : undefined;
}
