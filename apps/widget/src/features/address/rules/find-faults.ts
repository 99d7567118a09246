import { looksLikeAddress } from '@causeway/domain/addresses/looks-like-address';
import { readIban } from '@causeway/domain/banking/read-iban';
import type { AddressQuestions } from './address-questions.ts';
import { fieldOf } from './address-fields.ts';
import type { AddressValues } from './address-values.ts';

/** Why a value is refused: the end of its text's key. */
export type Fault =
  | 'required'
  | 'address_form'
  | 'iban_characters'
  | 'iban_country'
  | 'iban_length'
  | 'iban_checksum'
  | 'card'
  | 'agree';

export type Faults = Partial<Record<keyof AddressValues, Fault>>;

/** Checks presence and plain form only; the server decides. */
export function findFaults(values: AddressValues, questions: AddressQuestions, network: string): Faults {
  const faults: Faults = {};
  for (const name of questions.fields) {
    const field = fieldOf(name);
    if (!field) continue;
    const fault = textFault(field.key, values[field.key].trim(), field.isOptional, network);
    if (fault) faults[field.key] = fault;
  }
  if (questions.card === 'payout' && values.token === '') faults.token = 'card';
  for (const agreement of questions.agreements) if (!values[agreement]) faults[agreement] = 'agree';
  if (values.isRememberCard && !values.isRememberCardAgree) faults.isRememberCardAgree = 'agree';
  return faults;
}

function textFault(key: keyof AddressValues, text: string, isOptional: boolean, network: string): Fault | undefined {
  if (text === '') return isOptional ? undefined : 'required';
  if (key === 'dstAddress') return looksLikeAddress(network, text) ? undefined : 'address_form';
  if (key !== 'iban') return undefined;
  const read = readIban(text);
  return read.isValid ? undefined : `iban_${read.reason}`;
}
