import { addressFields } from './address-fields.ts';
import type { AddressValues } from './address-values.ts';

/** The values as they travel: without the blanks around them (5-13). A memo's kind goes only with a memo. */
export function trimValues(values: AddressValues): AddressValues {
  const trimmed = { ...values };
  for (const { key } of addressFields) trimmed[key] = values[key].trim();
  return trimmed.memoValue === '' ? { ...trimmed, memoType: '' } : trimmed;
}
